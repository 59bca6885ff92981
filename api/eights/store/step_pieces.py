"""A move list taken to pieces: what is likely to come next gets the same byte each time.

Each step has a lead: ``turn << 4 | form``. The turn tells its seat: 0 the seat of the step before, 1 the next one in
the direction that turns have taken, and from 2 on, clockwise from that same seat, those 0, 1, 2, ... places further on.
Forms 0 to 3 are plays of a card whose suit is that many places behind the suit last played or named; 4 is a joker, 5 a
draw and 6 a pass. Forms 8 to 12 are plays with more to them, 13 is a deal. What is left of them comes apart, step after
step: the rank of a card, and the bytes that a play has more. Form 7 is any other step, as it stands in the move list
(see :mod:`eights.store.move_list`): also the first of a seat that somebody else moves for from now on, or no longer.

The whole is the number of seats in a byte, the number of steps in four, all leads, and then what was left. To a list
that still grows, steps are added without a look at those before: in front of it stands what they let expect.
"""

import zlib
from collections.abc import Iterator
from typing import Final

from eights.store.deflating import deflated_apart, inflated
from eights.store.move_list import DRAW, PASS, STEP, length_of_step

_HEAD: Final = 5
_CHECK: Final = 4
JOKER, DRAWN, PASSED, AS_IT_STANDS, MORE, DEALT = 4, 5, 6, 7, 8, 13
"""Forms of steps that do not tell a suit, and what those have more that are plays with more to them."""
_RANKS: Final = 13
_JOKER_NUMBER: Final = 52
_RANK_BYTES: Final = (*(bytes([card % _RANKS]) for card in range(_JOKER_NUMBER)), b"")
"""What a card's rank takes, by its number."""
_EXPECTED: Final = frozenset({*range(_JOKER_NUMBER + 1), DRAW, PASS, *range(0x80, 0x80 + _JOKER_NUMBER + 1)})
_MOVED: Final = 1
_MOST_SEATS: Final = 12
_ROW: Final = 3 + 16
"""The bytes of what steps let expect."""


class _Table:
    """What the steps so far let expect of the next one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.seat = 0
        self.direction = 1
        self.suit = 0
        self.actions = [_MOVED] * 16
        """By seat: who moves for it, as in the move list."""

    @classmethod
    def of(cls, row: bytes, seats: int) -> "_Table":
        """Return the table of a row."""
        table = cls(seats)
        table.seat, table.direction, table.suit, *table.actions = row
        return table

    def row(self) -> bytes:
        """Return all but the number of seats."""
        return bytes([self.seat, self.direction, self.suit, *self.actions])

    def turn_to(self, seat: int) -> int:
        """Return the turn that leads to a seat."""
        steps = (seat - self.seat) % self.seats
        self.seat = seat
        if steps in (0, self.direction):
            return 1 if steps else 0
        if steps in (1, self.seats - 1):
            self.direction = steps
        return 2 + steps

    def seat_at(self, turn: int) -> int:
        """Return the seat that a turn leads to."""
        steps = turn - 2 if turn > 1 else turn * self.direction
        self.seat = (self.seat + steps) % self.seats
        if steps in (1, self.seats - 1):
            self.direction = steps
        return self.seat

    def expects(self, step: bytes) -> bool:
        """Tell whether a step is a play, a draw or a pass by whom it was the last time."""
        head = step[0]
        return len(step) > 1 and step[1] in _EXPECTED and head > STEP and self.actions[head & 15] == (head & 0x7F) >> 4

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


class Pieces:
    """A move list in pieces, to which steps can be added."""

    def __init__(self) -> None:
        self._table = _Table(1)
        self._leads, self._left = bytearray(), bytearray()

    def __len__(self) -> int:
        return len(self._leads)

    def add(self, steps: bytes) -> None:
        """Add steps as they stand in a move list; raises LookupError if they are damaged."""
        parts = list(_parts(steps))
        heads = {step[0] for step in parts}
        seats = 1 + max((head & 15 for head in heads if head > STEP), default=0)
        if seats > self._table.seats:
            parts[:0] = _parts(rejoined(self.whole()))
            self._table = _Table(seats)
            self._leads, self._left = bytearray(), bytearray()
        table, leads, left = self._table, self._leads, self._left
        for step in parts:
            lead, rest = _taken(step, table)
            leads.append(lead)
            left += rest

    def whole(self) -> bytes:
        """Return all pieces."""
        return self._head() + self._leads + self._left

    def growing(self) -> bytes:
        """Return all pieces with what they let expect, deflated behind a check value."""
        front = self._table.row() + self._head() + self._leads
        check = zlib.crc32(front + self._left)
        return check.to_bytes(_CHECK, "big") + deflated_apart(front, bytes(self._left))

    @classmethod
    def grown(cls, data: bytes) -> "Pieces":
        """Return the pieces that were growing; raises LookupError or ValueError if they are damaged."""
        inner = inflated(data[_CHECK:])
        if zlib.crc32(inner) != int.from_bytes(data[:_CHECK], "big"):
            raise ValueError("not what was written")
        pieces, whole = cls(), inner[_ROW:]
        pieces._table = _Table.of(inner[:_ROW], seats=whole[0])
        pieces._leads, pieces._left = map(bytearray, leads_and_left(whole))
        return pieces

    def _head(self) -> bytes:
        return bytes([self._table.seats]) + len(self._leads).to_bytes(_HEAD - 1, "big")


def _parts(steps: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(steps):
        end = at + length_of_step(steps, at)
        if end > len(steps):
            raise IndexError("cut short")
        yield steps[at:end]
        at = end


def _taken(step: bytes, table: _Table) -> tuple[int, bytes]:
    """Return the lead of a step, and what is left of it."""
    head = step[0]
    if head == STEP:
        return DEALT, b""
    seat = head & 15
    if not table.expects(step) or table.seats > _MOST_SEATS:
        table.note(step)
        return AS_IT_STANDS, step
    card, more, turn = step[1] & 0x7F, step[2:], table.turn_to(seat) << 4
    if card > _JOKER_NUMBER:
        return turn | (DRAWN if card == DRAW else PASSED), b""
    form, rank = (card // _RANKS - table.suit) % 4, _RANK_BYTES[card]
    if card == _JOKER_NUMBER:
        form = JOKER
    table.follow(card, more)
    return (turn | form | MORE, rank + more) if more else (turn | form, rank)


def rejoined(pieces: bytes) -> bytes:
    """Return the move list that was taken to pieces; raises LookupError or ValueError if they are damaged."""
    if not pieces[0]:
        raise ValueError("a table without seats")
    leads, left = leads_and_left(pieces)
    table, steps, at = _Table(pieces[0]), bytearray(), 0
    for lead in leads:
        step, at = _put_back(lead, left, at, table)
        steps += step
    return bytes(steps)


def leads_and_left(pieces: bytes) -> tuple[bytes, bytes]:
    """Return the leads of some pieces, and what was left."""
    end = _HEAD + int.from_bytes(pieces[1:_HEAD], "big")
    return pieces[_HEAD:end], pieces[end:]


def _put_back(lead: int, left: bytes, at: int, table: _Table) -> tuple[bytes, int]:
    """Return a step from its lead and what was left, and where that of the next one begins."""
    form = lead & 15
    if form == DEALT:
        return bytes([STEP]), at
    if form == AS_IT_STANDS:
        step = left[at : at + length_of_step(left, at)]
        table.note(step)
        return step, at + len(step)
    seat = table.seat_at(lead >> 4)
    head = STEP | table.actions[seat] << 4 | seat
    if form in (DRAWN, PASSED):
        return bytes([head, DRAW if form == DRAWN else PASS]), at
    card = _JOKER_NUMBER
    if form & 7 != JOKER:
        card, at = (table.suit + (form & 3)) % 4 * _RANKS + left[at], at + 1
    if not form & MORE:
        table.follow(card, b"")
        return bytes([head, card]), at
    more = left[at : at + length_of_step(bytes([head, 0x80]) + left[at : at + 2], 0) - 2]
    table.follow(card, more)
    return bytes([head, 0x80 | card]) + more, at + len(more)
