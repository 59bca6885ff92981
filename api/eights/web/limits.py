"""Rate limits, and how a process keeps them by itself.

Each limit lets ``count`` requests through at once and gives them back evenly over ``per_s`` seconds (the generic cell
rate algorithm: one number per caller, the time at which all of its requests are there again). A token or address has a
bucket of its own per limit; the limits on everything and on creations go by address, and so does the one on joins
without a player's token, so that made-up tokens gain nothing. How processes keep a limit together is in
:mod:`eights.web.shared_limits`.
"""

import heapq
import math
from ipaddress import IPv6Address, ip_address
from typing import Final

import msgspec

MAX_BUCKETS: Final = 20_000
"""Buckets kept per limit; beyond it, those are forgotten that have the least left to wait for."""


class Verdict(msgspec.Struct, frozen=True):
    """What a limit says to one request."""

    allowed: bool
    limit: int
    remaining: int
    reset_s: int
    """Seconds until all requests are there again."""
    retry_after_s: int = 0
    """Seconds until the next request, if this one was not allowed."""
    asked: bool = False
    """Whether the store was asked."""


class RateLimit(msgspec.Struct, frozen=True):
    """So many requests in so many seconds."""

    count: int
    per_s: int

    @property
    def interval_s(self) -> float:
        """Seconds until a request is there again."""
        return self.per_s / self.count

    def has_room(self, debt_s: float) -> bool:
        """Tell whether a caller may ask once more to whom all requests are there again after so many seconds."""
        return debt_s + self.interval_s <= self.per_s + 1e-6

    def let_through(self, debt_s: float) -> Verdict:
        """Return the verdict on a request with which all of them are there again after so many seconds."""
        remaining = max(int((self.per_s - debt_s) / self.interval_s + 1e-6), 0)
        return Verdict(True, self.count, remaining, math.ceil(debt_s))

    def refused(self, debt_s: float) -> Verdict:
        """Return the verdict on a request too many, with all of them there again after so many seconds."""
        over_s = debt_s + self.interval_s - self.per_s
        return Verdict(False, self.count, 0, math.ceil(debt_s), max(math.ceil(over_s), 1))


class Limiter:
    """One limit and the buckets of its callers.

    >>> limiter = Limiter(RateLimit(count=2, per_s=10))
    >>> [limiter.hit("ana", now_s=0.0).remaining for _ in range(2)], limiter.hit("ana", now_s=1.0).retry_after_s
    ([1, 0], 4)
    """

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._full_again_s: dict[str | bytes, float] = {}

    def hit(self, key: str | bytes, now_s: float) -> Verdict:
        """Count a request, unless it is too many; ``now_s`` is a time that only rises."""
        debt_s = max(self._full_again_s.get(key, now_s) - now_s, 0.0)
        if not self._limit.has_room(debt_s):
            return self._limit.refused(debt_s)
        debt_s += self._limit.interval_s
        self._full_again_s[key] = now_s + debt_s
        if len(self._full_again_s) > MAX_BUCKETS:
            self._forget()
        return self._limit.let_through(debt_s)

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
