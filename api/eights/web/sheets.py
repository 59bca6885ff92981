"""Tables as CSV (RFC 4180), such that a spreadsheet takes every cell for what it says."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

MEDIA_TYPE: Final = "text/csv"
_RUN_BY_SPREADSHEETS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - wide forms run, too
# Where decimals have a comma, spreadsheets part cells at semicolons, quoted or not.
_RUN_BEHIND_SEMICOLONS: Final = re.compile(r"(;\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001 - as above

Cell = str | int | float | None


def csv_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return rows as CSV in UTF-8; a text that a spreadsheet might run as a formula is given an apostrophe in front,
    also where only a spreadsheet that parts cells at semicolons would run it.

    >>> csv_of([("name", "points"), ("=1+1", -2)]).decode().splitlines()
    ['name,points', "'=1+1,-2"]
    """
    written = io.StringIO(newline="")
    csv.writer(written).writerows([_harmless(cell) for cell in row] for row in rows)
    return written.getvalue().encode()


def _harmless(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    inside = _RUN_BEHIND_SEMICOLONS.sub(r"\1'", cell)
    # Spaces in front do not stop a spreadsheet that trims them.
    starts_it = cell.lstrip().startswith(_RUN_BY_SPREADSHEETS) or cell.startswith(_RUN_BY_SPREADSHEETS)
    return f"'{inside}" if starts_it else inside
