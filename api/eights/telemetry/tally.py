"""Counting within one process: plain numbers in memory, cheap enough for every request.

(A file that all processes map, as prometheus-client offers, costs twenty times as much for each number counted. Here
the files are written twice a second, see :mod:`eights.telemetry.shared`.)

Counted without a lock: a worker's greenlets do not interrupt each other here.
"""

import time
from bisect import bisect_left
from collections.abc import Callable

import msgspec

from eights.telemetry.families import PROCESSOR_TIME, STREAMS, Family

Key = tuple[str, ...]
"""A family's name, and the values of its labels."""


class Snapshot(msgspec.Struct, array_like=True):
    """All numbers of a process, or of several."""

    counts: dict[Key, float] = msgspec.field(default_factory=dict)
    spreads: dict[Key, list[float]] = msgspec.field(default_factory=dict)
    """Of histograms: how many fell into each bucket, and at last the sum of what was observed."""
    gauges: dict[Key, float] = msgspec.field(default_factory=dict)

    def add(self, other: "Snapshot", *, ended: bool = False) -> None:
        """Add another process's numbers; of one that has ended, what it had open is open no longer."""
        for key, value in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + value
        for key, spread in other.spreads.items():
            mine = self.spreads.get(key, [0.0] * len(spread))
            self.spreads[key] = [one + another for one, another in zip(mine, spread, strict=True)]
        if not ended:
            for key, value in other.gauges.items():
                self.gauges[key] = self.gauges.get(key, 0) + value


class Tally:
    """What a process counts."""

    def __init__(self) -> None:
        self._counts: dict[Key, float] = {}
        self._spreads: dict[Key, list[float]] = {}
        self._open_streams: Callable[[], int] = int

    def count(self, *key: str) -> None:
        """Count one more of a family, named first, under the values of its labels."""
        self._counts[key] = self._counts.get(key, 0) + 1

    def begin(self, *key: str) -> None:
        """Show that there was none yet: what first shows as one has not risen, to who looks for a rise."""
        self._counts.setdefault(key, 0)

    def observe(self, family: Family, value: float, *labels: str) -> None:
        """Observe a value of a histogram."""
        key = (family.name, *labels)
        spread = self._spreads.get(key)
        if spread is None:
            spread = self._spreads[key] = _empty(family)
        spread[bisect_left(family.bounds, value)] += 1
        spread[-1] += value

    def watch_streams(self, open_streams: Callable[[], int]) -> None:
        """Take the number of open streams from here, whenever it is wanted."""
        self._open_streams = open_streams

    def snapshot(self) -> Snapshot:
        """Return the numbers as they are now."""
        return Snapshot(
            {**self._counts, (PROCESSOR_TIME.name,): time.process_time()},
            {key: spread.copy() for key, spread in self._spreads.items()},
            {(STREAMS.name,): self._open_streams()},
        )


def _empty(family: Family) -> list[float]:
    return [0.0] * (len(family.bounds) + 2)
