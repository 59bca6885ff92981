"""What is past of a game: its steps, and behind them the lines of its score sheet, in less room than they grow in.

Each is a block (see :mod:`eights.store.deflating`). While the game is on, new steps are added to the pieces that those
before were taken to, and a sheet without new lines is left as it is. When it is over, both are range-coded, which takes
least room, and longest to write. Blocks of all kinds that ever were can be read: MsgspecError, struct.error,
LookupError or ValueError tells that they are damaged.
"""

from collections.abc import Iterator, Sequence

from eights.rules.state import RoundScore
from eights.store.coded_sheet import coded_sheet, decoded_sheet
from eights.store.coded_steps import LONGEST, coded_steps, decoded_steps
from eights.store.deflating import (
    APART,
    CODED,
    GROWING,
    SHEET,
    SHEET_CODED,
    WHOLE,
    block,
    blocks,
    inflated,
)
from eights.store.score_lines import packed_sheet, unpacked_sheet
from eights.store.step_pieces import Pieces, rejoined

_SHEETS = (SHEET, SHEET_CODED)


def steps_in(data: bytes) -> bytes:
    """Return all steps of a past and of newest steps behind it, as they stand in a move list."""
    return b"".join(_steps(mark, body) for mark, body in blocks(data) if mark not in _SHEETS)


def sheet_in(past: bytes) -> Iterator[RoundScore]:
    """Yield the lines in a past."""
    for mark, body in blocks(past):
        if mark == SHEET:
            yield from unpacked_sheet(inflated(body))
        elif mark == SHEET_CODED:
            yield from decoded_sheet(body)


def lines_in(newest: bytes) -> bytes:
    """Return newest lines, which may begin with some that were deflated, as sheets of games that were over did."""
    return b"".join(inflated(body) if mark else body for mark, body in blocks(newest))


def folded_steps(data: bytes, *, over: bool) -> bytes:
    """Return all steps of a past and of newest steps behind it as a block."""
    pieces = Pieces()
    for mark, body in blocks(data):
        if mark == GROWING and not pieces:
            pieces = Pieces.grown(body)
        elif mark not in _SHEETS:
            pieces.add(_steps(mark, body))
    if not pieces:
        return b""
    if over and len(pieces) <= LONGEST:
        return block(CODED, coded_steps(pieces.whole()))
    return block(GROWING, pieces.growing())


def folded_sheet(lines: Sequence[RoundScore], *, over: bool) -> bytes:
    """Return all lines as a block."""
    if not lines:
        return b""
    return block(SHEET_CODED, coded_sheet(lines)) if over else block(SHEET, packed_sheet(lines))


def sheet_as_it_is(past: bytes) -> bytes:
    """Return the lines in a past as the block that they are."""
    return b"".join(block(mark, body) for mark, body in blocks(past) if mark in _SHEETS)


def _steps(mark: int, body: bytes) -> bytes:
    if mark == WHOLE:
        return inflated(body)
    if mark == APART:
        return rejoined(inflated(body))
    if mark == GROWING:
        return rejoined(Pieces.grown(body).whole())
    return rejoined(decoded_steps(body)) if mark == CODED else body
