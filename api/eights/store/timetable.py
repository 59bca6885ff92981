"""When to look at what: for each lane a fixed number of sorted sets of subjects by time, which spread over a cluster.

An entry may come too early, never too late: a game is entered before it is written, and whoever looks at the game puts
its entry right. The games themselves hold the truth.

What an entry lacks to a whole millisecond says how it got there: nothing, it was entered; a half, it is lent until
then; a quarter, somebody looked at the game and put it right.
"""

import secrets
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from eights.services.ports import Due, Lane, StoreUnavailable, Timetable
from eights.services.subjects import lane_of
from eights.store import keys
from eights.store.connection import Connection, Script

SHARDS: Final[Mapping[Lane, int]] = {"people": 16, "programs": 4}
"""How many sorted sets a lane has."""
LENT: Final = 0.5
PUT_RIGHT: Final = 0.25

_ENTER: Final = Script(
    b"""-- KEYS 1 shard  ARGV 1 game  2 due at
local at, due = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1])), tonumber(ARGV[2])
if at and at % 1 ~= 0.5 then due = math.min(math.ceil(at), due) end
return redis.call('ZADD', KEYS[1], string.format('%.0f', due), ARGV[1])""",
    kept=True,
)
_TAKE: Final = Script(
    b"""-- KEYS 1 shard  ARGV 1 now  2 lent until  3 limit
local due = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3], 'WITHSCORES')
for place = 1, #due, 2 do
    redis.call('ZADD', KEYS[1], ARGV[2], due[place])
    due[place + 1] = tonumber(due[place + 1]) % 1 == 0.75 and 1 or 0
end
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
        self._first = secrets.randbelow(max(SHARDS.values()))

    def enter(self, subject: str, at_ms: int) -> None:
        """See to it that a game is due at that time or before."""
        self._connection.run(_ENTER, [shard_of(subject)], [subject, at_ms])

    def due(self, now_ms: int, lent_until_ms: int, limit: int, lane: Lane = "people") -> Sequence[Due]:
        """Take up to ``limit`` games that are due in a lane; in one round trip where none is.

        Shards that are away hold up no other. Raises StoreUnavailable where all are.
        """
        # Each process begins at another shard, and at the next one the next time: they do not take all from the same.
        self._first += 1
        shards = [_shard(lane, self._first + place) for place in range(SHARDS[lane])]
        peeks = [("ZRANGE", shard, "-inf", now_ms, "BYSCORE", "LIMIT", 0, 1) for shard in shards]
        taken: list[Due] = []
        away: list[StoreUnavailable] = []
        for shard, first in zip(shards, self._connection.call_each(peeks), strict=True):
            if isinstance(first, StoreUnavailable):
                away.append(first)
            elif first and len(taken) < limit:
                taken += self._taken(shard, now_ms, lent_until_ms, limit - len(taken), away)
        if len(away) == len(shards):
            raise away[0]
        return taken

    def _taken(
        self, shard: str, now_ms: int, lent_until_ms: int, limit: int, away: list[StoreUnavailable]
    ) -> Sequence[Due]:
        """Take what is due in a shard; note if it has gone away."""
        try:
            found = self._connection.run(_TAKE, [shard], [now_ms, _less(lent_until_ms, LENT), limit])
        except StoreUnavailable as failure:
            away.append(failure)
            return []
        entries = zip(found[::2], found[1::2], strict=True)
        return [Due(subject.decode(), lent_until_ms, entered=not right) for subject, right in entries]

    def settle(self, due: Due, at_ms: int | None) -> None:
        """Give a game back that was taken: due at that time, or not at all."""
        due_at = "" if at_ms is None else _less(at_ms, PUT_RIGHT)
        self._connection.run(_SETTLE, [shard_of(due.subject)], [due.subject, _less(due.lent_until_ms, LENT), due_at])


def _less(at_ms: int, fraction: float) -> str:
    return str(at_ms - fraction)


def shard_of(subject: str) -> str:
    """Return the key of the sorted set that a subject stands in."""
    return _shard(lane_of(subject), zlib.crc32(subject.encode()))


def _shard(lane: Lane, number: int) -> str:
    return keys.clock_key(lane, number % SHARDS[lane])
