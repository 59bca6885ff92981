"""The move list of a game: a string that grows by two bytes with most steps, and is compressed now and then.

Each step is a byte ``0x80 | action << 4 | seat``, where actions are numbered as in :data:`_ACTIONS`; nothing follows
it where nobody moved. Else a byte tells the move: a card's number for one that is just played, or one of the numbers
below it for another move (plus suit or seat where there is one). A play with more to it has the high bit set, and
a byte ``announce << 5 | power << 3 | suit`` after it, each counted from one, then the target if there is a power.

A first byte below 0x80 is the length of a step as it was written before, in MessagePack. (0xFA to 0xFF do not begin a
step: see :mod:`eights.store.deflating`.)
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from eights.rules.cards import SUITS
from eights.rules.events import By
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.replay import Dealt, Left, Moved, Step
from eights.rules.ruleset import Power
from eights.store.packed_cards import CARDS, NUMBERS
from eights.store.rows import Kinds

_MOVES: Final[Kinds[AnyMove]] = Kinds((Play, DrawCard, Pass, NameSuit, Announce, Challenge))
_ACTIONS: Final[tuple[tuple[type[Step], By | None], ...]] = (
    (Dealt, None),
    (Moved, None),
    (Left, None),
    (Moved, "bot"),
    (Moved, "clock"),
    (Left, "clock"),
)
"""What a step can be and who brought it about, numbered by place: new ones go to the end."""
_NUMBERS: Final = {action: number for number, action in enumerate(_ACTIONS)}
_POWERS: Final[tuple[Power | None, ...]] = (None, "swap_hands", "choose_next")
_SUITS: Final = (None, *SUITS)

STEP, DRAW, PASS = 0x80, 64, 65
_MORE = 0x80
_MOVED: Final = frozenset(
    STEP | number << 4 | seat for number, (kind, _) in enumerate(_ACTIONS) if kind is Moved for seat in range(16)
)
"""The first bytes of steps that a move follows."""
_NO_STEP: Final = STEP | len(_ACTIONS) << 4
_FORMER = 1
_ANNOUNCE, _NAME, _CHALLENGE = 66, 67, 71
_PLAIN: Final[dict[AnyMove, int]] = {DrawCard(): DRAW, Pass(): PASS, Announce(): _ANNOUNCE}
_MOVES_BY_BYTE: Final[dict[int, AnyMove]] = {
    **{number: Play(card) for number, card in enumerate(CARDS)},
    **{number: move for move, number in _PLAIN.items()},
    **{_NAME + number: NameSuit(suit) for number, suit in enumerate(SUITS)},
    **{_CHALLENGE + seat: Challenge(seat) for seat in range(16)},
}
"""Every move that takes one byte."""

_decode_row: Final = msgspec.msgpack.Decoder(list[Any]).decode


def packed_steps(steps: Sequence[Step]) -> bytes:
    """Write steps, to be appended to those before."""
    return _packed(steps[0]) if len(steps) == 1 else b"".join(map(_packed, steps))


def unpacked_steps(data: bytes) -> Iterator[Step]:
    """Read all steps of a move list; raises LookupError, ValueError or MsgspecError if it is damaged."""
    at = 0
    while at < len(data):
        head = data[at]
        if head < STEP:
            step, end = _from_row(data[at + 1 : at + 1 + head]), at + 1 + head
        else:
            step, end = _unpacked(data, at)
        yield step
        at = end


def length_of_step(data: bytes | bytearray, at: int) -> int:
    """Return how many bytes the step at a place has; raises IndexError where it is cut short."""
    head = data[at]
    if head in _MOVED:
        if data[at + 1] < _MORE:
            return 2
        return 3 if _POWERS[data[at + 2] >> 3 & 3] is None else 4
    if head < STEP:
        return 1 + head
    if head >= _NO_STEP:
        raise IndexError("no step")
    return 1


def _packed(step: Step) -> bytes:
    if isinstance(step, Dealt):
        return bytes([STEP])
    head = STEP | _NUMBERS[type(step), step.by] << 4 | step.seat
    return bytes([head]) if isinstance(step, Left) else bytes([head, *_move_bytes(step.move)])


def _move_bytes(move: AnyMove) -> tuple[int, ...]:
    if isinstance(move, Play):
        card = NUMBERS[move.card]
        if move.suit is None and move.power is None and not move.announce:
            return (card,)
        more = move.announce << 5 | _POWERS.index(move.power) << 3 | _SUITS.index(move.suit)
        return (_MORE | card, more) if move.power is None else (_MORE | card, more, move.target or 0)
    if isinstance(move, NameSuit):
        return (_NAME + SUITS.index(move.suit),)
    return (_CHALLENGE + move.target,) if isinstance(move, Challenge) else (_PLAIN[move],)


def _unpacked(data: bytes, at: int) -> tuple[Step, int]:
    """Return the step at a place, and where the next one begins."""
    kind, by = _ACTIONS[(data[at] & 0x7F) >> 4]
    if kind is Dealt:
        return Dealt(), at + 1
    seat = data[at] & 0x0F
    if kind is Left:
        return Left(seat, by=by), at + 1
    first = data[at + 1]
    if first < _MORE:
        return Moved(seat, _MOVES_BY_BYTE[first], by=by), at + 2
    more = data[at + 2]
    power = _POWERS[more >> 3 & 3]
    target = None if power is None else data[at + 3]
    play = Play(CARDS[first & 0x7F], _SUITS[more & 7], power, target, bool(more >> 5))
    return Moved(seat, play, by=by), at + (3 if power is None else 4)


def _from_row(written: bytes) -> Step:
    if written[0] != _FORMER:
        raise ValueError("not a step")
    number, *rest = _decode_row(written[1:])
    kind, by = _ACTIONS[number]
    if kind is Moved:
        return Moved(seat=rest[0], move=_MOVES.value(rest[1:]), by=by)
    return Left(seat=rest[0], by=by) if kind is Left else Dealt()
