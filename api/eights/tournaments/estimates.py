"""Means with 95 % intervals, computed on deals as the independent unit.

The rounds of one deal share their cards and are no independent trials, but the deals are: no seed tells another. So
each deal counts once, with its mean over the rotations. The interval is Student's, which is right for any number of
deals where a deal's results are as good as normal, and by the central limit theorem for many deals whatever they are
(:data:`FEW`).
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

FEW: Final = 30
"""With fewer deals an interval is a rough one, since the result of a single deal is far from normal."""
_CONFIDENCE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and how far its 95 % interval reaches to either side."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin

    def includes(self, value: float) -> bool:
        """Tell whether the interval includes a value: whether the deals leave it open that it is the true mean."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class ThinkingTimes:
    """How long an entrant took over its moves, in milliseconds."""

    p50: float
    """Half of the moves took no longer."""
    p99: float
    """99 of 100 moves took no longer."""


def estimate(by_deal: Sequence[float]) -> Estimate:
    """Return the mean of what at least two deals gave, with its interval; raises ValueError for fewer.

    >>> estimate([1, 2, 3, 4])
    Estimate(mean=2.5, margin=2.05...)
    """
    deals = len(by_deal)
    return Estimate(statistics.fmean(by_deal), _quantile(deals - 1) * statistics.stdev(by_deal) / deals**0.5)


def mean_difference(one: Sequence[float], other: Sequence[float]) -> Estimate:
    """Return by how much one entrant's results a deal exceed another's, both given by deal in the same order.

    The results of one deal are compared with each other, so what the cards gave to both falls out. Where the interval
    includes zero, the deals do not show that the two differ. Raises ValueError for fewer than two deals.

    >>> mean_difference([3, 5, 9], [2, 4, 8])
    Estimate(mean=1.0, margin=0.0)
    """
    return estimate([first - second for first, second in zip(one, other, strict=True)])


def thinking_times(milliseconds: Sequence[float]) -> ThinkingTimes | None:
    """Return the median and the 99th percentile, between two values in proportion; None where nothing was measured.

    >>> thinking_times(range(101))
    ThinkingTimes(p50=50.0, p99=99.0)
    """
    if not milliseconds:
        return None
    if len(milliseconds) == 1:
        return ThinkingTimes(float(milliseconds[0]), float(milliseconds[0]))
    hundredths = statistics.quantiles(milliseconds, n=100, method="inclusive")
    return ThinkingTimes(float(hundredths[49]), float(hundredths[98]))


@lru_cache(maxsize=256)
def _quantile(degrees: int) -> float:
    """Return how many standard errors an interval reaches to either side."""
    if degrees < 1:
        raise ValueError("an interval needs at least two deals")
    # scipy takes half a second to import, and most processes that import this module never estimate anything
    from scipy.special import stdtrit  # noqa: PLC0415

    return float(stdtrit(degrees, (1 + _CONFIDENCE) / 2))
