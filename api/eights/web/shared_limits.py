"""Rate limits that all processes on a store keep together, with few trips to it.

A process lets a caller through by what it knows, and tells the store after every sixty-fourth of the limit; with the
answer it knows what the others have let through. So all together let through what is set, and each process at most a
sixty-fourth of it more; small limits are exact. Whoever is refused is remembered and costs no trip. (Libraries for
limits ask the store at every request.)

While the store is away, each process keeps its share of the limit by itself.
"""

import heapq
from collections.abc import Sequence
from typing import Final

import msgspec

from eights.services.ports import Allotted, Buckets, StoreUnavailable
from eights.web.limits import MAX_BUCKETS, Limiter, RateLimit, Verdict

UNTOLD_PART: Final = 64
"""The part of a limit that a process lets through before it tells: one 64th."""


Key = str | bytes | tuple[str, str]
"""Whose bucket: a caller's, or a caller's for somebody else."""


class _Bucket(msgspec.Struct):
    """What a process knows of a caller."""

    full_again_s: float = 0.0
    untold: int = 0
    """Requests let through that the store does not know of."""


class SharedLimiter:
    """One limit and the buckets of its callers."""

    def __init__(self, name: str, limit: RateLimit, share: int, buckets: Buckets) -> None:
        """``share`` is how many requests this process lets through while the store is away."""
        self._limit = limit
        # Where a setting was changed, what was counted towards another limit says nothing.
        self._name = f"{name}:{limit.count}/{limit.per_s}"
        self._told_at = max(limit.count // UNTOLD_PART, 1)
        self._alone = Limiter(RateLimit(share, limit.per_s))
        self._buckets = buckets
        self._known: dict[Key, _Bucket] = {}

    @property
    def exact(self) -> bool:
        """Whether the store is asked for each request."""
        return self._told_at == 1

    def hit(self, key: str | bytes, now_s: float, put_off: bool = False) -> Verdict:
        """Count a request, unless it is too many; ``now_s`` is a time that only rises.

        With ``put_off`` the store is told with the next one, unless the limit is exact: a request waits for it once.
        Not later: else those that wait for another limit, or are refused by it, would never be told of.
        """
        bucket = self._known.get(key) or self._new(key)
        debt_s = max(bucket.full_again_s - now_s, 0.0)
        if not self._limit.has_room(debt_s):
            return self._limit.refused(debt_s)
        due = bucket.untold + 1 - self._told_at
        if due > 0 or (due == 0 and (self.exact or not put_off)):
            return self._told(key, bucket, now_s)
        bucket.untold += 1
        return self._let_through(bucket, now_s, debt_s)

    def hit_each(self, caller: str, others: Sequence[str], now_s: float) -> Verdict | None:
        """Count a request of a caller towards each of several others; return the verdict against one, if there is any.

        The store is asked once for all of them, and not at all where one of them is known to be too many.
        """
        known = [self._known.get((caller, other)) or self._new((caller, other)) for other in others]
        debts_s = (max(bucket.full_again_s - now_s, 0.0) for bucket in known)
        refused = next((debt_s for debt_s in debts_s if not self._limit.has_room(debt_s)), None)
        if refused is not None:
            return self._limit.refused(refused)
        if not others:
            return None
        try:
            allotted = self._buckets.take_each(self._name, caller, others, *self._sizes_us)
        except StoreUnavailable:
            verdicts = [self._alone.hit(f"{caller} {other}", now_s) for other in others]
        else:
            verdicts = [self._settled(bucket, one, now_s) for bucket, one in zip(known, allotted, strict=True)]
        return next((verdict for verdict in verdicts if not verdict.allowed), None)

    def __len__(self) -> int:
        """Return how many buckets are kept."""
        return len(self._known)

    def _told(self, key: str | bytes, bucket: _Bucket, now_s: float) -> Verdict:
        """Tell the store of a caller, and let that decide; or decide alone."""
        untold, bucket.untold = bucket.untold, 0
        allotted = self._ask(key, untold)
        if allotted is None:
            bucket.untold = self._told_at - 1
            verdict = self._alone.hit(key, now_s)
            if verdict.allowed:
                self._let_through(bucket, now_s, max(bucket.full_again_s - now_s, 0.0))
        else:
            verdict = self._settled(bucket, allotted, now_s)
        return msgspec.structs.replace(verdict, asked=True)

    def _settled(self, bucket: _Bucket, allotted: Allotted, now_s: float) -> Verdict:
        debt_s = allotted.debt_us / 1e6
        # Meanwhile others may have been let through.
        bucket.full_again_s = now_s + debt_s + bucket.untold * self._limit.interval_s
        return self._limit.let_through(debt_s) if allotted.allowed else self._limit.refused(debt_s)

    @property
    def _sizes_us(self) -> tuple[int, int]:
        """What one request uses, and the size of a bucket, in microseconds."""
        return int(self._limit.interval_s * 1_000_000), self._limit.per_s * 1_000_000

    def _ask(self, key: str | bytes, untold: int) -> Allotted | None:
        try:
            return self._buckets.take(
                self._name, key, int(untold * self._limit.interval_s * 1_000_000), *self._sizes_us
            )
        except StoreUnavailable:
            return None

    def _let_through(self, bucket: _Bucket, now_s: float, debt_s: float) -> Verdict:
        debt_s += self._limit.interval_s
        bucket.full_again_s = now_s + debt_s
        return self._limit.let_through(debt_s)

    def _new(self, key: Key) -> _Bucket:
        if len(self._known) >= MAX_BUCKETS:
            longest = heapq.nlargest(MAX_BUCKETS // 2, self._known.items(), key=lambda item: item[1].full_again_s)
            self._known = dict(longest)
        bucket = self._known[key] = _Bucket()
        return bucket
