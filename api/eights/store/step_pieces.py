"""A move list taken to pieces, of a game that is over: what is likely to come next gets the same byte each time.

Each step has a lead: ``turn << 4 | form``. The turn tells its seat: 0 the seat of the step before, 1 the next one in
the direction that turns have taken, and from 2 on, clockwise from that same seat, those 0, 1, 2, ... places further on.
Forms 0 to 3 are plays of a card whose suit is that many places behind the suit last played or named; 4 is a joker, 5 a
draw and 6 a pass. Forms 8 to 12 are plays with more to them, 13 is a deal. What is left of them comes apart, step after
step: the rank of a card, and the bytes that a play has more. Form 7 is any other step, as it stands in the move list
(see :mod:`eights.store.move_list`): also the first of a seat that somebody else moves for from now on, or no longer.

The whole is the number of seats in a byte, the number of steps in four, all leads, and then what was left.
"""

from typing import Final

from eights.store.deflating import deflated_apart
from eights.store.move_list import DRAW, PASS, STEP, length_of_step

LONGEST: Final = 8_192
"""The longest list, in bytes, that is taken to pieces, at some milliseconds: others wait meanwhile."""

_HEAD: Final = 5
_JOKER, _DRAW, _PASS, _AS_IT_STANDS, _MORE, _DEALT = 4, 5, 6, 7, 8, 13
_RANKS: Final = 13
_JOKER_NUMBER: Final = 52
_EXPECTED: Final = frozenset({*range(_JOKER_NUMBER + 1), DRAW, PASS, *range(0x80, 0x80 + _JOKER_NUMBER + 1)})
_MOVED: Final = 1
_MOST_SEATS: Final = 12


class _Table:
    """What the steps so far let expect of the next one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.seat = 0
        self.direction = 1
        self.suit = 0
        self.actions = [_MOVED] * 16
        """By seat: who moves for it, as in the move list."""

    def turn_to(self, seat: int) -> int:
        """Return the turn that leads to a seat."""
        steps = (seat - self.seat) % self.seats
        turn = 0 if steps == 0 else 1 if steps == self.direction else 2 + steps
        self._pass_on(steps)
        return turn

    def seat_at(self, turn: int) -> int:
        """Return the seat that a turn leads to."""
        self._pass_on(turn - 2 if turn > 1 else turn * self.direction)
        return self.seat

    def _pass_on(self, steps: int) -> None:
        self.seat = (self.seat + steps) % self.seats
        if steps in (1, self.seats - 1):
            self.direction = steps

    def expects(self, step: bytes) -> bool:
        """Tell whether a step is a play, a draw or a pass by whom it was the last time."""
        head, move = step[0], step[1:2]
        return head > STEP and self.actions[head & 15] == (head & 0x7F) >> 4 and bool(move) and move[0] in _EXPECTED

    def note(self, step: bytes) -> None:
        """Remember who moves for the seat from now on."""
        if step[0] > STEP:
            self.actions[step[0] & 15] = (step[0] & 0x7F) >> 4

    def follow(self, card: int, more: bytes) -> None:
        """Remember the suit that is to be followed after a card."""
        if more and more[0] & 7:
            self.suit = (more[0] & 7) - 1
        elif card != _JOKER_NUMBER:
            self.suit = card // _RANKS


def in_pieces(steps: bytes) -> bytes:
    """Return a move list in pieces, deflated."""
    places, at = [], 0
    while at < len(steps):
        places.append(at)
        at += length_of_step(steps, at)
    parts = [steps[start:end] for start, end in zip(places, [*places[1:], at], strict=True)]
    table = _Table(1 + max((step[0] & 15 for step in parts if step[0] > STEP), default=0))
    leads, left = bytearray(), bytearray()
    for step in parts:
        lead, rest = _taken(step, table)
        leads.append(lead)
        left += rest
    return deflated_apart(bytes([table.seats]) + len(parts).to_bytes(4, "big") + leads, bytes(left))


def _taken(step: bytes, table: _Table) -> tuple[int, bytes]:
    """Return the lead of a step, and what is left of it."""
    head = step[0]
    if head == STEP:
        return _DEALT, b""
    seat = head & 15
    if not table.expects(step) or table.seats > _MOST_SEATS:
        table.note(step)
        return _AS_IT_STANDS, step
    card, more = step[1] & 0x7F, step[2:]
    if card in (DRAW, PASS):
        return table.turn_to(seat) << 4 | (_DRAW if card == DRAW else _PASS), b""
    form = _JOKER if card == _JOKER_NUMBER else (card // _RANKS - table.suit) % 4
    rank = b"" if card == _JOKER_NUMBER else bytes([card % _RANKS])
    table.follow(card, more)
    return table.turn_to(seat) << 4 | form | (_MORE if more else 0), rank + more


def rejoined(pieces: bytes) -> bytes:
    """Return the move list that was taken to pieces; raises LookupError or ValueError if they are damaged."""
    count = int.from_bytes(pieces[1:_HEAD], "big")
    if not pieces[0]:
        raise ValueError("a table without seats")
    leads, left, at = pieces[_HEAD : _HEAD + count], pieces[_HEAD + count :], 0
    table, steps = _Table(pieces[0]), bytearray()
    for lead in leads:
        step, at = _put_back(lead, left, at, table)
        steps += step
    return bytes(steps)


def _put_back(lead: int, left: bytes, at: int, table: _Table) -> tuple[bytes, int]:
    """Return a step from its lead and what was left, and where that of the next one begins."""
    form = lead & 15
    if form == _DEALT:
        return bytes([STEP]), at
    if form == _AS_IT_STANDS:
        step = left[at : at + length_of_step(left, at)]
        table.note(step)
        return step, at + len(step)
    seat = table.seat_at(lead >> 4)
    head = STEP | table.actions[seat] << 4 | seat
    if form in (_DRAW, _PASS):
        return bytes([head, DRAW if form == _DRAW else PASS]), at
    card = _JOKER_NUMBER
    if form & 7 != _JOKER:
        card, at = (table.suit + (form & 3)) % 4 * _RANKS + left[at], at + 1
    if not form & _MORE:
        table.follow(card, b"")
        return bytes([head, card]), at
    more = left[at : at + length_of_step(bytes([head, 0x80]) + left[at : at + 2], 0) - 2]
    table.follow(card, more)
    return bytes([head, 0x80 | card]) + more, at + len(more)
