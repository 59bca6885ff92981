"""Lines of the score sheet as they are stored: rows of their fields, with the cards apart as bytes.

A line of format 3 is ``[[row], cards]``, and a whole sheet ``[[row, row, ...], cards]``, deflated. The cards are those
that each seat was left with, seat after seat, line after line. Where a number or a total is what follows from the line
before, a whole sheet leaves it out. (Once a game is over, its sheet is written otherwise: see
:mod:`eights.store.coded_sheet`.)
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec.structs import astuple, fields

from eights.rules.cards import Card
from eights.rules.state import RoundEnding, RoundScore
from eights.store.deflating import deflated_apart
from eights.store.packed_cards import CARDS, NUMBERS, packed, unpacked

_HANDS: Final = RoundScore.__struct_fields__.index("hands")
ENDINGS: Final[tuple[RoundEnding, ...]] = ("emptied_hand", "blocked", "turn_limit", "last_one_left")
"""How rounds end, by the number that is stored: new ones go to the end."""

StoredLine: Final[Any] = msgspec.defstruct(
    "StoredLine",
    [(info.name, tuple[bytes, ...] if info.name == "hands" else info.type) for info in fields(RoundScore)],
    array_like=True,
)
"""A line with its hands as bytes, as it stands in a state, in an update, and in sheets of format 2."""


class _Row(msgspec.Struct, frozen=True, array_like=True):
    dealer: int
    winner: int | None
    ending: int
    multiplier: int
    finishing: int | None
    counts: tuple[int, ...]
    points: tuple[int, ...]
    number: int | None = None
    totals: tuple[int, ...] | None = None


BEFORE: Final = RoundScore(0, 0, None, "emptied_hand", None, 1, (), (), ())
"""What the first line follows."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(tuple[tuple[_Row, ...], bytes]).decode
_decode_line: Final = msgspec.msgpack.Decoder(StoredLine).decode


def line_row(score: RoundScore) -> list[Any]:
    """Return the row of a line as a state and an update have it."""
    row = list(astuple(score))
    row[_HANDS] = [packed(hand) for hand in score.hands]
    return row


def line_from(stored: Any) -> RoundScore:
    """Return the line of such a row, once it was read as a :data:`StoredLine`."""
    values = list(astuple(stored))
    values[_HANDS] = tuple(map(unpacked, values[_HANDS]))
    return RoundScore(*values)


def line_of(body: memoryview) -> RoundScore:
    """Return a line of format 2; raises MsgspecError, or IndexError where a byte stands for no card."""
    return line_from(_decode_line(body))


def packed_line(score: RoundScore) -> bytes:
    """Write one line."""
    return _encode([[_row(score)], _cards([score])])


def packed_sheet(scores: Sequence[RoundScore]) -> bytes:
    """Write a whole sheet, deflated."""
    cards = _cards(scores)
    return deflated_apart(plain_sheet(scores).removesuffix(cards), cards)


def plain_sheet(scores: Sequence[RoundScore]) -> bytes:
    """Return what is deflated of a whole sheet."""
    return _encode(
        [[_row(score, before) for score, before in zip(scores, [BEFORE, *scores], strict=False)], _cards(scores)]
    )


def unpacked_line(body: memoryview) -> RoundScore:
    """Read one line; raises MsgspecError or LookupError if it is damaged."""
    (score,) = unpacked_sheet(body)
    return score


def unpacked_sheet(body: bytes | memoryview) -> list[RoundScore]:
    """Read a sheet, once it is inflated; raises MsgspecError or LookupError if it is damaged."""
    rows, cards = _decode(body)
    scores: list[RoundScore] = []
    hands = iter(unpacked(cards))
    for row in rows:
        scores.append(_score(row, hands, scores[-1] if scores else BEFORE))
    return scores


def _row(score: RoundScore, before: RoundScore | None = None) -> list[Any]:
    """Return the row of a line, without what follows from the line before if that is given."""
    number = None if before and score.number == before.number + 1 else score.number
    totals = None if before and score.totals == totals_after(before, score.points) else score.totals
    row = [
        score.dealer, score.winner, ENDINGS.index(score.ended_by), score.multiplier,
        None if score.finishing_card is None else NUMBERS[score.finishing_card],
        [len(hand) for hand in score.hands], score.points,
    ]  # fmt: skip
    return row if number is None and totals is None else [*row, number, totals]


def _cards(scores: Iterable[RoundScore]) -> bytes:
    return b"".join(packed(hand) for score in scores for hand in score.hands)


def _score(row: _Row, hands: Iterator[Card], before: RoundScore) -> RoundScore:
    return RoundScore(
        number=before.number + 1 if row.number is None else row.number,
        dealer=row.dealer,
        winner=row.winner,
        ended_by=ENDINGS[row.ending],
        finishing_card=None if row.finishing is None else CARDS[row.finishing],
        multiplier=row.multiplier,
        hands=tuple(tuple(islice(hands, count)) for count in row.counts),
        points=row.points,
        totals=totals_after(before, row.points) if row.totals is None else row.totals,
    )


def totals_after(before: RoundScore, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the totals that points lead to; raises ValueError if the line before has another number of seats."""
    return tuple(total + added for total, added in zip(before.totals or (0,) * len(points), points, strict=True))
