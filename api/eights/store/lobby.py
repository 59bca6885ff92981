"""The index of public games: per status a sorted set of ``<created at>-<id>``, read from its end.

It lies in a slot of its own, so it may be ahead of or behind the games for a moment. Games that have expired leave it
when somebody comes across them.
"""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from eights.services.game import Game, GameStatus
from eights.store import keys
from eights.store.connection import Connection

LISTED_AT_MOST: Final = 10_000
"""How many games the index keeps under one status; the oldest go first."""


class Lobby:
    """Public games by status, newest first."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def listed(self, status: GameStatus, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Return ids and cursors of games that exist, newest first, from after a cursor on."""
        found: list[tuple[str, str]] = []
        while len(found) < limit:
            members = self._page(status, before, limit)
            if not members:
                break
            before = members[-1]
            found += [(_id(member), member) for member in self._living(status, members)]
        return found[:limit]

    def oldest(self, status: GameStatus, limit: int) -> Sequence[str]:
        """Return ids of games entered under a status that exist, oldest first."""
        key = keys.lobby_key(status)
        found: list[str] = []
        while len(found) < limit:
            # The next page begins after those that were found: those that have expired are gone from the index.
            members = [member.decode() for member in self._connection.call("ZRANGE", key, len(found), limit - 1)]
            if not members:
                break
            found += map(_id, self._living(status, members))
        return found

    def relist(self, game: Game, was: GameStatus | None) -> None:
        """Enter a public game under its status, and strike it out where it was."""
        if game.visibility != "public":
            return
        member, now = f"{game.created_at_ms:013}-{game.id}", keys.lobby_key(game.status)
        commands: list[tuple[str | int, ...]] = [
            ("ZADD", now, 0, member),
            ("ZREMRANGEBYRANK", now, 0, -LISTED_AT_MOST - 1),
        ]
        if was is not None and was != game.status:
            commands.append(("ZREM", keys.lobby_key(was), member))
        self._connection.call_all(commands)

    def counts(self) -> Mapping[GameStatus, int]:
        """Count the games under each status, those included that have expired and nobody came across since."""
        statuses: tuple[GameStatus, ...] = get_args(GameStatus)
        found = self._connection.call_all([("ZCARD", keys.lobby_key(status)) for status in statuses])
        return dict(zip(statuses, found, strict=True))

    def _page(self, status: GameStatus, before: str | None, limit: int) -> list[str]:
        end = "+" if before is None else f"({before}"
        members = self._connection.call("ZRANGE", keys.lobby_key(status), end, "-", "BYLEX", "REV", "LIMIT", 0, limit)
        return [member.decode() for member in members]

    def _living(self, status: GameStatus, members: list[str]) -> list[str]:
        exist = self._connection.call_all([("EXISTS", keys.state_key(_id(member))) for member in members])
        expired = [member for member, exists in zip(members, exist, strict=True) if not exists]
        if expired:
            self._connection.call("ZREM", keys.lobby_key(status), *expired)
        return [member for member, exists in zip(members, exist, strict=True) if exists]


def _id(member: str) -> str:
    return member.partition("-")[2]
