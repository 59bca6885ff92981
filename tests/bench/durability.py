"""What each durability costs: ``python -m bench.durability`` in ``tests``, in two minutes.

Moves over HTTP on servers that differ in nothing but their store and what they wait for, in turn, so that a slow moment
of the machine slows all; each as a share of the first.
"""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from bench import load
from bench.plan import planned_game
from bench.server import Running, running_server
from eights.config import Settings
from eights.store.stores import stores_of
from machines.cluster import RealCluster
from machines.valkey_process import ValkeyProcess, wait_until

CHUNKS = 5
CHUNK_S = 2.0
PLANNED_MOVES = 2500


class Case(NamedTuple):
    """A server to be measured."""

    name: str
    server: Running
    plans: list[Iterator[bytes]]
    chunks: list[load.Measured]


def main() -> None:
    """Measure all and print it."""
    with tempfile.TemporaryDirectory(prefix="eights-bench-") as folder, ExitStack() as ending:
        cases = list(_cases(Path(folder), ending))
        for _ in range(CHUNKS):
            for case in cases:
                case.chunks.append(load.measure(case.server.address, case.plans, CHUNK_S))
    print(f"Moves over HTTP, {load.CONNECTIONS} connections, one worker each, {CHUNKS} chunks of {CHUNK_S:.0f} s")
    print(f"  {'':<52}{'moves/s':>9}{'share':>8}{'p50 ms':>9}{'p99 ms':>9}")
    for case in cases:
        rates = [chunk.per_second for chunk in case.chunks]
        shares = [
            chunk.per_second / first.per_second for chunk, first in zip(case.chunks, cases[0].chunks, strict=True)
        ]
        p50, p99 = (statistics.median(chunk.percentile_ms(percent) for chunk in case.chunks) for percent in (50, 99))
        rate, share = statistics.median(rates), statistics.median(shares)
        print(f"  {case.name:<52}{rate:>9.0f}{share:>8.2f}{p50:>9.1f}{p99:>9.1f}")
        refused = sum(chunk.refused for chunk in case.chunks)
        if refused:
            print(f"    {refused} refused")


def _cases(folder: Path, ending: ExitStack) -> Iterator[Case]:
    memory = _kept(ending, ValkeyProcess(folder / "memory", {}))
    primary = _kept(ending, ValkeyProcess(folder / "primary", {}))
    for number in range(2):
        _kept(ending, ValkeyProcess(folder / f"replica{number}", {"replicaof": f'127.0.0.1" "{primary.port}'}))
    wait_until(lambda: primary.answers("WAIT", 2, 10) == 2)
    every_second = _kept(ending, ValkeyProcess(folder / "second", {"appendonly": "yes", "appendfsync": "everysec"}))
    always = _kept(ending, ValkeyProcess(folder / "always", {"appendonly": "yes", "appendfsync": "always"}))
    cluster = RealCluster(folder / "cluster")
    ending.callback(cluster.stop)
    cases = [
        ("default, no file, no replica", memory, "default"),
        ("default, 2 replicas", primary, "default"),
        ("default, appendfsync everysec", every_second, "default"),
        ("default, appendfsync always (as the embedded store)", always, "default"),
        ("always, appendfsync always", always, "always"),
        ("always, appendfsync everysec", every_second, "always"),
        ("wait:1, 2 replicas", primary, "wait:1"),
        ("wait:2, 2 replicas", primary, "wait:2"),
        ("default, cluster", cluster, "default"),
        ("wait:1, cluster", cluster, "wait:1"),
    ]
    for number, (name, store, durability) in enumerate(cases):
        url = store.url if isinstance(store, RealCluster) else f"redis://127.0.0.1:{store.port}"
        stores = stores_of(Settings(redis_url=url))
        games = [planned_game(stores, 1000 * number + game, PLANNED_MOVES) for game in range(load.CONNECTIONS)]
        server = ending.enter_context(running_server("eights.app:served_app()", url, durability=durability))
        yield Case(name, server, [iter(game.requests) for game in games], [])


def _kept(ending: ExitStack, process: ValkeyProcess) -> Any:
    ending.callback(process.kill)
    return process


if __name__ == "__main__":
    main()
