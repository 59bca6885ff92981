"""The score sheet of a game that is over, range-coded (see :mod:`eights.store.range_coding`).

Line after line has the number of seats, the dealer, the winner, how the round ended, its multiplier and finishing card,
and then each seat's cards and points. A line's own number and totals are written only where they are not what follows
from the line before. The whole is a check value of four bytes, the number of lines in two, and the code.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final

from eights.rules.state import RoundScore
from eights.store.packed_cards import CARDS, NUMBERS
from eights.store.range_coding import Code, RangeReader, RangeWriter, code_whole
from eights.store.score_lines import BEFORE, ENDINGS, plain_sheet, totals_after

_HEAD: Final = struct.Struct(">IH")
_RANKS: Final = 13
_NO_CARD: Final = 15 * _RANKS


def coded_sheet(scores: Sequence[RoundScore]) -> bytes:
    """Return a whole sheet, coded."""
    writer = RangeWriter()
    for score, before in zip(scores, [BEFORE, *scores], strict=False):
        _line(writer.code, iter(_values(score, before)), before)
    return _HEAD.pack(zlib.crc32(plain_sheet(scores)), len(scores)) + writer.written()


def decoded_sheet(data: bytes) -> list[RoundScore]:
    """Return the sheet that was coded; raises LookupError or ValueError if it is damaged."""
    check, count = _HEAD.unpack(data[: _HEAD.size])
    reader = RangeReader(data[_HEAD.size :])
    scores: list[RoundScore] = []
    for _ in range(count):
        scores.append(_line(reader.code, repeat(0), scores[-1] if scores else BEFORE))
    reader.end()
    if zlib.crc32(plain_sheet(scores)) != check:
        raise ValueError("not what was written")
    return scores


def _values(score: RoundScore, before: RoundScore) -> Iterator[int]:
    """Yield a line as whole numbers, in the order in which they are coded."""
    yield from (len(score.hands), score.dealer, 0 if score.winner is None else 1 + score.winner)
    yield from (ENDINGS.index(score.ended_by), score.multiplier)
    yield _NO_CARD if score.finishing_card is None else NUMBERS[score.finishing_card]
    for hand, points in zip(score.hands, score.points, strict=True):
        yield from (len(hand), *map(NUMBERS.__getitem__, hand), points < 0, abs(points))
    follows = score.number == before.number + 1 and score.totals == totals_after(before, score.points)
    yield not follows
    if not follows:
        yield score.number
        for total in score.totals:
            yield from (total < 0, abs(total))


def _line(code: Code, values: Iterator[int], before: RoundScore) -> RoundScore:
    """Code a line and return it; a reader does not look at the values."""
    seats = code("seats", next(values))
    dealer = code_whole(code, ("dealer", before.dealer), next(values))
    winner = code_whole(code, "winner", next(values)) - 1
    ended_by = ENDINGS[code("ending", next(values))]
    multiplier = code_whole(code, "multiplier", next(values))
    finishing = _card(code, next(values))
    hands, points = [], []
    for seat in range(seats):
        count = code_whole(code, ("cards", seat == winner), next(values))
        hands.append(tuple(CARDS[_card(code, next(values))] for _ in range(count)))
        points.append(_signed(code, ("points", seat == winner), values))
    number, totals = before.number + 1, None
    if code("follows", next(values)):
        number = code_whole(code, "number", next(values))
        totals = tuple(_signed(code, "total", values) for _ in range(seats))
    return RoundScore(
        number=number,
        dealer=dealer,
        winner=None if winner < 0 else winner,
        ended_by=ended_by,
        finishing_card=None if finishing == _NO_CARD else CARDS[finishing],
        multiplier=multiplier,
        hands=tuple(hands),
        points=tuple(points),
        totals=totals_after(before, tuple(points)) if totals is None else totals,
    )


def _card(code: Code, card: int) -> int:
    return code("suit", card // _RANKS) * _RANKS + code("rank", card % _RANKS)


def _signed(code: Code, context: object, values: Iterator[int]) -> int:
    negative = code(("negative", context), next(values))
    size = code_whole(code, context, next(values))
    return -size if negative else size
