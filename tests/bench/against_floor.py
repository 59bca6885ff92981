"""Moves and reads of games over HTTP, beside a bare Flask route that asks the store for as much.

Server and floor take turns, so that a slow moment of the machine slows both. The answers' times that count are those at
half of what the server can do, each from the moment at which its request was due: at full speed, a request waits for
all others. They are taken with the server on a processor of its own, where it waits for nobody but itself and the
store.
"""

import itertools
import statistics
from collections.abc import Iterator, Sequence

import msgspec
from redis import Redis

from bench import load
from bench.plan import PlannedGame
from bench.processors import kept_apart
from bench.server import Running, running_server

CHUNKS = 6
CHUNK_S = 3.0
OURS, FLOOR = "eights.app:served_app()", "bench.floor:create_app()"

Plans = Sequence[Iterator[bytes]]


class Compared(msgspec.Struct):
    """What was measured of one kind of request, chunk by chunk."""

    ours: list[load.Measured]
    floor: list[load.Measured]
    at_half: list[load.Measured]
    """The server's answers at half its speed."""

    @property
    def ratio(self) -> float:
        """How much of the floor's speed the server has."""
        return statistics.median(
            ours.per_second / floor.per_second for ours, floor in zip(self.ours, self.floor, strict=True)
        )


def report(url: str, games: Sequence[PlannedGame]) -> None:
    """Measure and print; there are two games for each connection."""
    played, asked_of_the_floor = games[: load.CONNECTIONS], games[load.CONNECTIONS :]
    store = int(Redis.from_url(url).info("server")["process_id"])
    with running_server(OURS, url) as ours, running_server(FLOOR, url) as floor:
        moves = _compared(ours, _moves(played), floor, _moves(asked_of_the_floor), store)
        reads = _compared(ours, _reads(played), floor, _reads(asked_of_the_floor), store)
    print(f"\nOver HTTP, {load.CONNECTIONS} connections, one gevent worker (aims: moves at 0.65 of the floor's speed,")
    print("reads of a game at 0.75; at half the speed p99 within 3 times p50)")
    for name, compared in (("moves", moves), ("reads", reads)):
        _print(name, compared)


def _compared(ours: Running, ours_plans: Plans, floor: Running, floor_plans: Plans, store: int) -> Compared:
    load.measure(ours.address, ours_plans, 1.0)
    load.measure(floor.address, floor_plans, 1.0)
    compared = Compared([], [], [])
    for _ in range(CHUNKS):
        compared.ours.append(load.measure(ours.address, ours_plans, CHUNK_S))
        compared.floor.append(load.measure(floor.address, floor_plans, CHUNK_S))
        half = compared.ours[-1].per_second / 2
        with kept_apart(ours.workers(), [store]):
            compared.at_half.append(load.measure(ours.address, ours_plans, CHUNK_S, per_second=half))
    return compared


def _moves(games: Sequence[PlannedGame]) -> Plans:
    return [iter(game.requests) for game in games]


def _reads(games: Sequence[PlannedGame]) -> Plans:
    return [itertools.repeat(game.look) for game in games]


def _print(name: str, compared: Compared) -> None:
    print(f"  {name:<14}{'a second':>10}{'p50 ms':>10}{'p99 ms':>10}")
    for row, chunks in (("Eights", compared.ours), ("floor", compared.floor), ("at half speed", compared.at_half)):
        assert not any(chunk.refused for chunk in chunks), "a request was refused"
        rate = statistics.median(chunk.per_second for chunk in chunks)
        p50, p99 = (statistics.median(chunk.percentile_ms(percent) for chunk in chunks) for percent in (50, 99))
        print(f"  {row:<14}{rate:>10,.0f}{p50:>10.2f}{p99:>10.2f}")
    spread = statistics.median(chunk.percentile_ms(99) / chunk.percentile_ms(50) for chunk in compared.at_half)
    print(f"  {'ratio':<14}{compared.ratio:>10.2f}   p99 at half speed: {spread:.1f} times p50")
