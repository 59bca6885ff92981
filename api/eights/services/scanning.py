"""Pages of games from an index that may list too much: what counts is the game itself."""

from collections.abc import Callable, Sequence
from typing import Final

from eights.services.game import Game

SCANNED_AT_MOST: Final = 500
"""Games looked at for one page; a page of what is rare may be short, and its cursor goes on from there."""
STEP: Final = 100
"""Games looked at at a time once a page's worth was not enough: few round trips, whatever the page's size."""

Look = Callable[[str | None, int], Sequence[tuple[str, Game | None]]]
"""Reads up to so many entries after a cursor: each one's own cursor, and its game if it belongs on the page."""


def page_of_games(look: Look, cursor: str | None, limit: int) -> tuple[list[Game], str | None]:
    """Return up to ``limit`` games after a cursor (None: from the start), and the cursor of the next page, if any."""
    found: list[tuple[str, Game]] = []
    scanned, wanted = 0, limit
    while scanned < SCANNED_AT_MOST:
        entries = look(cursor, wanted)
        belonging = [(after, game) for after, game in entries if game is not None]
        found += belonging[: limit - len(found)]
        if len(found) == limit:
            return [game for _, game in found], found[-1][0]
        if len(entries) < wanted:
            return [game for _, game in found], None
        cursor = entries[-1][0]
        scanned += len(entries)
        wanted = min(STEP, SCANNED_AT_MOST - scanned)
    return [game for _, game in found], cursor
