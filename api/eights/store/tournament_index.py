"""The index of public tournaments: per status a sorted set of ``<created at>-<id>``, read from its end."""

from collections.abc import Sequence
from typing import Final, get_args

from eights.services.tournaments.index import TournamentIndex
from eights.services.tournaments.tournament import Status
from eights.store import keys
from eights.store.connection import Connection
from eights.store.servers import Word

LISTED_AT_MOST: Final = 10_000
"""How many tournaments the index keeps under one status; the oldest go first."""
_STATUSES: Final[tuple[Status, ...]] = get_args(Status)


class RedisTournamentIndex(TournamentIndex):
    """Public tournaments by status, as :class:`eights.services.tournaments.index.TournamentIndex` describes them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def enter(self, tournament_id: str, created_at_ms: int, status: Status) -> None:
        """List a tournament under a status, and under no other, in one round trip."""
        member, now = f"{created_at_ms:013}-{tournament_id}", keys.tournaments_key(status)
        commands: list[tuple[Word, ...]] = [
            ("ZADD", now, 0, member),
            ("ZREMRANGEBYRANK", now, 0, -LISTED_AT_MOST - 1),
            *(("ZREM", keys.tournaments_key(other), member) for other in _STATUSES if other != status),
        ]
        self._connection.call_all(commands)

    def listed(self, status: Status, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Return ids and cursors, newest first, from after a cursor on."""
        end, key = "+" if before is None else f"({before}", keys.tournaments_key(status)
        members = self._connection.call("ZRANGE", key, end, "-", "BYLEX", "REV", "LIMIT", 0, limit)
        return [(member.decode().partition("-")[2], member.decode()) for member in members]

    def strike(self, cursors: Sequence[str], status: Status) -> None:
        """Strike tournaments out that are no longer kept."""
        if cursors:
            self._connection.call("ZREM", keys.tournaments_key(status), *cursors)
