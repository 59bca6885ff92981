"""Registered players over HTTP: oneself, others, and what oneself is told."""

from collections.abc import Iterator
from typing import Final

import msgspec

from eights.client.answers import read
from eights.client.connection import Connection
from eights.client.following import ANEW, Lost, follow
from eights.client.models import GameView
from eights.client.paging import Page, listed
from eights.client.player_models import (
    InboxPage,
    InboxSnapshot,
    InboxUpdate,
    Leader,
    NewToken,
    Profile,
    RatedGame,
    Registered,
)

KEPT_UPDATES: Final = 256
"""How far back an inbox reaches, in updates."""


class Players:
    """What there is about players; where it says "own", the caller's token has to be a player's (``ep_...``)."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def register(self, name: str, kind: str = "bot", *, parallel_games: int | None = None) -> Registered:
        """Register a player, of kind ``"bot"`` or ``"human"``; anybody may."""
        return read(self._connection.post("/v1/players", _wishes(name, parallel_games, kind=kind)), Registered)

    def me(self) -> Profile:
        """Return the own profile."""
        return read(self._connection.get("/v1/players/me"), Profile)

    def profile(self, player_id: str) -> Profile:
        """Return anybody's profile; a house bot's id is ``bot:`` and its name."""
        return read(self._connection.get(f"/v1/players/{player_id}"), Profile)

    def change(self, *, name: str | None = None, parallel_games: int | None = None) -> Profile:
        """Change the own name, or how many games of one match are played at once; returns the profile after it."""
        return read(self._connection.patch("/v1/players/me", _wishes(name, parallel_games)), Profile)

    def take_new_token(self) -> str:
        """Return a new token, which ends the one that this client has: go on with a new client."""
        return read(self._connection.post("/v1/players/me/token", b"{}"), NewToken).token

    def games(self, status: str | None = None) -> Iterator[GameView]:
        """Yield the own games, the newest first: also those that a seat is kept in, and those left to a house bot."""
        return listed(self._connection, "/v1/players/me/games", Page[GameView], status=status)

    def games_on_turn(self) -> Iterator[GameView]:
        """Yield the own games that wait for a move, with the legal ones, the longest waiting first."""
        return listed(self._connection, "/v1/players/me/games", Page[GameView], turn="mine")

    def leaderboard(self, variant: str) -> Iterator[Leader]:
        """Yield everybody who was rated at a variant, the best first."""
        return listed(self._connection, "/v1/leaderboard", Page[Leader], variant=variant)

    def rated_games(self, player_id: str, variant: str) -> Iterator[RatedGame]:
        """Yield the games that made a rating, the newest first."""
        return listed(self._connection, f"/v1/players/{player_id}/ratings/{variant}", Page[RatedGame])

    def told(self, after: int | str | None = None) -> InboxPage:
        """Return what the player was told after a version or revision, at once; without one, the games that wait."""
        query = "" if after is None else f"?after={after}"
        return read(self._connection.get(f"/v1/players/me/events{query}"), InboxPage)

    def inbox(
        self, after: int | str | None = None, *, lost: Lost = lambda _: None
    ) -> Iterator[InboxSnapshot | InboxUpdate]:
        """Follow the inbox, for ever: yield the games that wait now, then all that is told, once each and in order.

        Goes on after any version that was seen before, without the games. Survives a server that is away; ``lost`` is
        told why, each time. Another :class:`InboxSnapshot` comes where updates are missing: start anew from it. Raises
        :class:`~eights.client.problems.StreamClosed` (``token_revoked``) once the player took another token, and
        :class:`~eights.client.problems.ProblemError` where the server does not know it.
        """
        for sent in follow(self._connection, "/v1/players/me/events", after, lost=lost):
            if sent.event in ANEW:
                yield msgspec.json.decode(sent.data, type=InboxSnapshot)
            elif sent.event == "update":
                yield msgspec.json.decode(sent.data, type=InboxUpdate)

    def open_match_invitations(self, version: int) -> tuple[str, ...]:
        """Return the matches that the player was invited to and that have not begun, as the inbox was at a version.

        As far as it reaches back. Whether the player has entered there already, this does not tell.
        """
        told = (notice for update in self.told(max(0, version - KEPT_UPDATES)).items for notice in update.events)
        invited: dict[str, str] = {}
        for notice in told:
            if notice.match_id is not None:
                invited[notice.match_id] = notice.type
        return tuple(match_id for match_id, last in invited.items() if last == "match_invited")


def _wishes(name: str | None, parallel_games: int | None, **others: str) -> bytes:
    wishes = {"name": name, "parallel_games": parallel_games, **others}
    return msgspec.json.encode({field: value for field, value in wishes.items() if value is not None})
