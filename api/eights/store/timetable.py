"""When to look at which game: a fixed number of sorted sets of game ids by time, so that they spread over a cluster.

An entry may come too early, never too late: it is entered before the game that it is for is written, and whoever looks
at the game puts it right. The games themselves hold the truth.
"""

import zlib
from collections.abc import Sequence
from typing import Final

from eights.services.ports import Timetable
from eights.store.connection import Connection, Script

SHARDS: Final = 16

LENT: Final = 0.5
"""Added to the time until which a game is lent, so that such an entry can be told from one that was entered."""

_ENTER: Final = Script(
    b"""-- KEYS 1 shard  ARGV 1 game  2 due at
local at = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]))
if not at or at > tonumber(ARGV[2]) or at % 1 ~= 0 then redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1]) end
return 1"""
)
_TAKE: Final = Script(
    b"""-- KEYS 1 shard  ARGV 1 now  2 lent until  3 limit
local due = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
for _, game in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], game) end
return due"""
)
_SETTLE: Final = Script(
    b"""-- KEYS 1 shard  ARGV 1 game  2 lent until  3 due at, or empty
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1])) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
return redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])"""
)


class RedisTimetable(Timetable):
    """The timetable as :class:`eights.services.ports.Timetable` describes it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def enter(self, game_id: str, at_ms: int) -> None:
        """See to it that a game is due at that time or before."""
        self._connection.run(_ENTER, [_shard_of(game_id)], [game_id, at_ms])

    def due(self, now_ms: int, lent_until_ms: int, limit: int) -> Sequence[str]:
        """Take up to ``limit`` games of each shard that are due; in one round trip where none is."""
        peeks = [("ZRANGE", _shard(shard), "-inf", now_ms, "BYSCORE", "LIMIT", 0, 1) for shard in range(SHARDS)]
        taken: list[str] = []
        for shard, first in enumerate(self._connection.call_all(peeks)):
            if first:
                games = self._connection.run(_TAKE, [_shard(shard)], [now_ms, _lent(lent_until_ms), limit])
                taken += (game.decode() for game in games)
        return taken

    def settle(self, game_id: str, lent_until_ms: int, at_ms: int | None) -> None:
        """Give a game back that was taken until then: due at that time, or not at all."""
        due_at = "" if at_ms is None else at_ms
        self._connection.run(_SETTLE, [_shard_of(game_id)], [game_id, _lent(lent_until_ms), due_at])


def _lent(until_ms: int) -> str:
    return str(until_ms + LENT)


def _shard(number: int) -> str:
    return f"{{clock:{number}}}"


def _shard_of(game_id: str) -> str:
    return _shard(zlib.crc32(game_id.encode()) % SHARDS)
