"""The lobby: public games by status, newest first."""

from typing import Final

import msgspec

from eights.services.access import STRANGER
from eights.services.game import Game, GameStatus
from eights.services.ports import GameStore
from eights.services.views import GameView, game_view

SCANNED_AT_MOST: Final = 500
"""Games looked at for one page; a page of a rare variant may be short, and its cursor goes on from there."""

STEP: Final = 100
"""Games looked at at a time once a page's worth was not enough: few round trips, whatever the page's size."""


class LobbyPage(msgspec.Struct, frozen=True):
    """One page of the lobby, as a stranger sees the games; ``next_cursor`` is null on the last one."""

    items: list[GameView]
    next_cursor: str | None


class Lobby:
    """Lists public games."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def page(self, status: GameStatus, variant: str | None, cursor: str | None, limit: int) -> LobbyPage:
        """Return up to ``limit`` games of a status, and of a variant if one is named.

        ``cursor`` is the ``next_cursor`` of the page before, None for the first page.
        """
        found: list[tuple[Game, str]] = []
        scanned, wanted = 0, limit
        while scanned < SCANNED_AT_MOST:
            entries = self._store.list_public(status, cursor, wanted)
            games = self._store.read_many([game_id for game_id, _ in entries])
            belonging = [
                (game, after)
                for game, (_, after) in zip(games, entries, strict=True)
                if game and _belongs(game, status, variant)
            ]
            found += belonging[: limit - len(found)]
            if len(found) == limit:
                return _page(found, found[-1][1])
            if len(entries) < wanted:
                return _page(found, None)
            cursor = entries[-1][1]
            scanned += len(entries)
            wanted = min(STEP, SCANNED_AT_MOST - scanned)
        return _page(found, cursor)


def _page(found: list[tuple[Game, str]], next_cursor: str | None) -> LobbyPage:
    return LobbyPage([game_view(game, STRANGER) for game, _ in found], next_cursor)


def _belongs(game: Game, status: GameStatus, variant: str | None) -> bool:
    """The index may be behind or ahead: what counts is the game itself."""
    return game.visibility == "public" and game.status == status and variant in (None, game.variant)
