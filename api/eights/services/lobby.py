"""The lobby: public games by status, newest first."""

from collections.abc import Sequence

import msgspec

from eights.services.access import STRANGER
from eights.services.game import Game, GameStatus
from eights.services.ports import GameStore
from eights.services.scanning import page_of_games
from eights.services.views import GameView, game_view


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

        def look(after: str | None, wanted: int) -> Sequence[tuple[str, Game | None]]:
            entries = self._store.list_public(status, after, wanted)
            games = self._store.read_many([game_id for game_id, _ in entries])
            return [
                (own, game if game and _belongs(game, status, variant) else None)
                for game, (_, own) in zip(games, entries, strict=True)
            ]

        found, next_cursor = page_of_games(look, cursor, limit)
        return LobbyPage([game_view(game, STRANGER) for game in found], next_cursor)


def _belongs(game: Game, status: GameStatus, variant: str | None) -> bool:
    """The index may be behind or ahead: what counts is the game itself."""
    return game.visibility == "public" and game.status == status and variant in (None, game.variant)
