"""What callers have used of their limits, on Redis or Valkey: one number for each caller and limit, which expires."""

from collections.abc import Sequence
from typing import Final

from eights.services.ports import Allotted, Buckets
from eights.store import keys
from eights.store.connection import Connection, Script

_TAKE: Final = Script(
    b"""-- KEYS buckets: when all is there again, in microseconds  ARGV 1 used  2 wanted  3 size, all in microseconds
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local taken = {}
for number, key in ipairs(KEYS) do
    local debt = math.max((tonumber(redis.call('GET', key)) or 0) - now, 0) + ARGV[1]
    local allowed = debt + ARGV[2] <= tonumber(ARGV[3])
    if allowed then
        debt = debt + ARGV[2]
    end
    if allowed or ARGV[1] ~= '0' then
        redis.call('SET', key, string.format('%.0f', now + debt), 'PX', string.format('%.0f', debt / 1000 + 1))
    end
    taken[number] = {allowed and 1 or 0, debt}
end
return taken"""
)


class RedisBuckets(Buckets):
    """Buckets as :class:`eights.services.ports.Buckets` describes them; the store's clock is everybody's."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def take(self, limit: str, caller: str | bytes, used_us: int, wanted_us: int, within_us: int) -> Allotted:
        """Note what was used, and take what is wanted, with one script."""
        (allotted,) = self._taken([keys.bucket_key(limit, caller)], used_us, wanted_us, within_us)
        return allotted

    def take_each(
        self, limit: str, caller: str, others: Sequence[str], wanted_us: int, within_us: int
    ) -> Sequence[Allotted]:
        """Take what is wanted from the buckets of a caller for several others, with one script."""
        return self._taken(keys.bucket_keys(limit, caller, others), 0, wanted_us, within_us)

    def _taken(self, buckets: Sequence[str], *sizes_us: int) -> Sequence[Allotted]:
        taken = self._connection.run(_TAKE, buckets, sizes_us)
        return [Allotted(bool(allowed), debt_us) for allowed, debt_us in taken]
