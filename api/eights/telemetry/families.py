"""The numbers that ``/metrics`` gives: their names, what they mean, what they are broken down by.

What they are broken down by takes few values, all known beforehand: never an id, a name, an address or a path.
"""

from typing import Final, Literal

import msgspec

_REQUEST_S: Final = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_STORE_S: Final = (0.00025, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5)
_LATE_S: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 30.0, 120.0)


class Family(msgspec.Struct, frozen=True):
    """Numbers of one name."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    meaning: str
    labels: tuple[str, ...] = ()
    bounds: tuple[float, ...] = ()
    """Of a histogram: the upper bounds of its buckets but the last, which has none."""


REQUESTS: Final = Family(
    "eights_http_requests_total", "counter", "Requests answered, by operation and status.", ("operation", "status")
)
REQUEST_TIME: Final = Family(
    "eights_http_request_duration_seconds",
    "histogram",
    "Time until a request's answer began. Of what may be waited for, waiting is a part.",
    ("operation",),
    _REQUEST_S,
)
PROBLEMS: Final = Family(
    "eights_http_problems_total", "counter", "Requests refused or failed, by the problem's code.", ("code",)
)
MOVES: Final = Family(
    "eights_moves_total",
    "counter",
    "Moves asked for, by variant and what came of it: ok, or the refusal's code.",
    ("variant", "code"),
)
GAMES: Final = Family(
    "eights_games_total", "counter", "Games that came into a status, by variant and status.", ("variant", "status")
)
LISTED: Final = Family(
    "eights_games_listed", "gauge", "Public games in the index by status, at most 10,000 of each.", ("status",)
)
STREAMS: Final = Family("eights_streams_open", "gauge", "Streams and waiting requests, in all workers.")
CLOCKS: Final = Family(
    "eights_clock_lateness_seconds",
    "histogram",
    "How long after its deadline the server acted; in games of people, or of programs alone.",
    ("lane",),
    _LATE_S,
)
COMPETITIONS: Final = Family(
    "eights_competition_steps_total", "counter", "Times that a match or tournament was looked after.", ("kind",)
)
STORE_TIME: Final = Family(
    "eights_store_call_duration_seconds",
    "histogram",
    "Time that calls to the store took, repeats included.",
    ("kind",),
    _STORE_S,
)
STORE_ERRORS: Final = Family(
    "eights_store_errors_total", "counter", "Calls to the store that failed for good.", ("reason",)
)
CONFLICTS: Final = Family(
    "eights_commit_conflicts_total",
    "counter",
    "Writes that another writer forestalled, so that the change was judged again.",
    ("kind",),
)
PROCESSOR_TIME: Final = Family(
    "eights_cpu_seconds_total", "counter", "Processor time of the workers, those included that have ended."
)
WORKERS: Final = Family("eights_workers", "gauge", "Processes that answer requests.")
BUILD: Final = Family("eights_build_info", "gauge", "Always 1; the server's version.", ("version",))

FAMILIES: Final = (
    *(REQUESTS, REQUEST_TIME, PROBLEMS, MOVES, GAMES, LISTED, STREAMS, CLOCKS, COMPETITIONS),
    *(STORE_TIME, STORE_ERRORS, CONFLICTS, PROCESSOR_TIME, WORKERS, BUILD),
)
BY_NAME: Final = {family.name: family for family in FAMILIES}
