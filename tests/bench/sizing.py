"""What a server and its store have to do for one of each: ``python -m bench.sizing`` in ``tests``, in a minute or two.

Processor time, so that it depends little on what else the machine does; the store writes to its disk once a second.
``deploy/sizing.md`` reckons with these figures.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench import load, streams
from bench.plan import PlannedGame, planned_game
from bench.server import Running, running_server
from eights.config import Settings
from eights.store.stores import stores_of
from machines.valkey_process import ValkeyProcess

MOVES = 1_500
READS = 3_000
FOLLOWED = 100
OURS = "eights.app:served_app()"


class Spent(NamedTuple):
    """Processor time so far, in seconds."""

    server: float
    store: float


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="eights-bench-") as folder:
        store = ValkeyProcess(Path(folder) / "store", {"appendonly": "yes", "appendfsync": "everysec"})
        url = f"redis://127.0.0.1:{store.port}"
        try:
            with running_server(OURS, url) as server:
                _report(server, store, url)
        finally:
            store.kill()


def _report(server: Running, store: ValkeyProcess, url: str) -> None:
    stores = stores_of(Settings(redis_url=url))
    played, listened = planned_game(stores, 1, 2 * MOVES), planned_game(stores, 2, streams.MOVES)
    ended = b"GET /v1/games/%b HTTP/1.1\r\nHost: b\r\n" % played.id.encode()
    print("Processor time of one, in microseconds; four seats, huit-americain")
    print(f"  {'':<40}{'server':>8}{'store':>8}")
    moves = iter(played.requests)

    def send(requests: list[bytes]) -> Callable[[], None]:
        return lambda: load.measure_once(server.address, requests)

    send([next(moves) for _ in range(MOVES // 2)])()  # so that all is warm
    _line("a move", MOVES, server, store, send([next(moves) for _ in range(MOVES)]))
    _line("a game read as a stranger sees it", READS, server, store, send([ended + b"\r\n"] * READS))
    _line(
        f"a move told to {streams.LISTENERS} streams, each",
        streams.MOVES * streams.LISTENERS,
        server,
        store,
        lambda: _tell(server, listened),
    )
    games = [planned_game(stores, 10 + number, 0) for number in range(FOLLOWED)]
    opened = streams.memory_of_open_streams(server.address, games, server.workers())
    print(f"\nBytes of a server's memory for an open stream: {opened.bytes_each:,.0f}")


def _tell(server: Running, game: PlannedGame) -> None:
    streams.lateness_of_updates(server.address, game)


def _line(what: str, count: int, server: Running, store: ValkeyProcess, act: Callable[[], None]) -> None:
    before = _spent(server, store)
    act()
    after = _spent(server, store)
    each = [1e6 * (late - early) / count for early, late in zip(before, after, strict=True)]
    print(f"  {what:<40}{each[0]:>8.1f}{each[1]:>8.1f}", flush=True)


def _spent(server: Running, store: ValkeyProcess) -> Spent:
    return Spent(sum(map(_processor_s, server.workers())), _processor_s(int(store.client.info("server")["process_id"])))


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
