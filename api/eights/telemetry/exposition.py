"""The numbers as Prometheus reads them."""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from itertools import accumulate
from typing import Any, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from eights.services.game import GameStatus
from eights.telemetry.families import BUILD, BY_NAME, FAMILIES, LISTED, Family
from eights.telemetry.tally import Snapshot

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_KINDS: Final[Mapping[str, Any]] = {
    "counter": CounterMetricFamily,
    "gauge": GaugeMetricFamily,
    "histogram": HistogramMetricFamily,
}


def exposed(snapshot: Snapshot, listed: Mapping[GameStatus, int]) -> bytes:
    """Return the numbers in the text format; ``listed`` is how many public games there are by status, if known."""
    snapshot.gauges[(BUILD.name, version("eights"))] = 1
    snapshot.gauges.update({(LISTED.name, status): count for status, count in listed.items()})
    registry = CollectorRegistry()
    registry.register(_Collected(snapshot))
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def collect(self) -> Iterable[Metric]:
        """Return all families, those included of which there is nothing yet."""
        families = {
            family.name: _KINDS[family.kind](family.name, family.meaning, labels=family.labels) for family in FAMILIES
        }
        for key, value in sorted((self._snapshot.counts | self._snapshot.gauges).items()):
            families[key[0]].add_metric(key[1:], value)
        for key, spread in sorted(self._snapshot.spreads.items()):
            families[key[0]].add_metric(key[1:], _buckets(BY_NAME[key[0]], spread), sum_value=spread[-1])
        return families.values()


def _buckets(family: Family, spread: list[float]) -> list[tuple[str, float]]:
    bounds = [*map(str, family.bounds), "+Inf"]
    return list(zip(bounds, accumulate(spread[:-1]), strict=True))
