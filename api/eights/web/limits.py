"""Rate limits, kept in the memory of each process: no trip to the store, and nothing to lose that matters.

Each limit lets ``count`` requests through at once and gives them back evenly over ``per_s`` seconds (the generic cell
rate algorithm: one number per caller, the time at which all of its requests are there again). A token or address has a
bucket of its own per limit; the limits on everything and on creations go by address, so that made-up tokens gain
nothing.
"""

import heapq
import math
from ipaddress import IPv6Address, ip_address
from typing import Final

import msgspec

MAX_BUCKETS: Final = 20_000
"""Buckets kept per limit; beyond it, those are forgotten that have the least left to wait for."""


class RateLimit(msgspec.Struct, frozen=True):
    """So many requests in so many seconds."""

    count: int
    per_s: int


class Verdict(msgspec.Struct, frozen=True):
    """What a limit says to one request."""

    allowed: bool
    limit: int
    remaining: int
    reset_s: int
    """Seconds until all requests are there again."""
    retry_after_s: int = 0
    """Seconds until the next request, if this one was not allowed."""


class Limiter:
    """One limit and the buckets of its callers.

    >>> limiter = Limiter(RateLimit(count=2, per_s=10))
    >>> [limiter.hit("ana", now_s=0.0).remaining for _ in range(2)], limiter.hit("ana", now_s=1.0).retry_after_s
    ([1, 0], 4)
    """

    def __init__(self, limit: RateLimit) -> None:
        self.limit = limit
        self._interval_s = limit.per_s / limit.count
        self._full_again_s: dict[str | bytes, float] = {}

    def hit(self, key: str | bytes, now_s: float) -> Verdict:
        """Count a request, unless it is too many; ``now_s`` is a time that only rises."""
        debt_s = max(self._full_again_s.get(key, now_s) - now_s, 0.0) + self._interval_s
        over_s = debt_s - self.limit.per_s
        if over_s > 1e-6:
            waiting_s = math.ceil(debt_s - self._interval_s)
            return Verdict(False, self.limit.count, 0, waiting_s, max(math.ceil(over_s), 1))
        self._full_again_s[key] = now_s + debt_s
        if len(self._full_again_s) > MAX_BUCKETS:
            self._forget()
        remaining = int((self.limit.per_s - debt_s) / self._interval_s + 1e-6)
        return Verdict(True, self.limit.count, remaining, math.ceil(debt_s))

    def __len__(self) -> int:
        """Return how many buckets are kept."""
        return len(self._full_again_s)

    def _forget(self) -> None:
        longest = heapq.nlargest(MAX_BUCKETS // 2, self._full_again_s.items(), key=lambda item: item[1])
        self._full_again_s = dict(longest)


def network_of(address: str) -> str:
    """Return what stands for an address in the limits: itself, or the /64 of an IPv6 address, which is one household.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:aaaa::1"), network_of("")
    ('192.0.2.7', '2001:db8:1:2::', '')
    """
    if ":" not in address:
        return address
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
