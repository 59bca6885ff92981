"""How a server of two workers does while its store is away, asked without pause by many clients.

``python -m bench.outage`` in ``tests``. The store is killed, stopped (it takes connections and says nothing), and cut
off by a proxy that passes nothing on; each for some seconds.
"""

import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import httpx

from bench.load import exchange
from bench.server import Running, running_server
from eights.store.embedded import EmbeddedStore
from store.losing_proxy import LosingProxy

CLIENTS: Final = 64
WELL_S: Final = 3.0
AWAY_S: Final = 8.0
AGAIN_S: Final = 4.0
FOUND_OUT_S: Final = 3.0
"""More than it takes until somebody's time has run out."""


def reads(address: tuple[str, int]) -> list[bytes]:
    """Set up a game, and return requests for it: a stranger's, and a player's, who has to be known first."""
    with httpx.Client(base_url=f"http://{address[0]}:{address[1]}") as http:
        seats = [{"name": "Ana"}, {"name": "Ben"}]
        path = http.post("/v1/games", json={"variant": "crazy-eights", "seats": seats}).headers["Location"]
        token = http.post("/v1/players", json={"name": "Ana", "kind": "bot"}).json()["token"]
    start = f"GET {httpx.URL(path).path} HTTP/1.1\r\nHost: bench\r\n"
    return [f"{start}\r\n".encode(), f"{start}Authorization: Bearer {token}\r\n\r\n".encode()]


Away = Callable[[EmbeddedStore, LosingProxy], AbstractContextManager[None]]


class Answered(NamedTuple):
    """One answer: when it came, how long it took, its status."""

    at_s: float
    took_s: float
    status: int


class Hammer:
    """Clients that ask one after the other, as fast as they are answered."""

    def __init__(self, address: tuple[str, int], requests: list[bytes]) -> None:
        self.answers: list[Answered] = []
        self._over = False
        self._threads = [threading.Thread(target=self._ask, args=(address, requests)) for _ in range(CLIENTS)]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._over = True
        for thread in self._threads:
            thread.join()

    def _ask(self, address: tuple[str, int], requests: list[bytes]) -> None:
        with socket.create_connection(address) as connection:
            while not self._over:
                for request in requests:
                    begun = time.perf_counter()
                    status = exchange(connection, request)
                    now = time.perf_counter()
                    self.answers.append(Answered(now, now - begun, status))


def size_of(server: Running) -> str:
    """Return threads and memory of the workers."""
    threads = memory_kb = 0
    for worker in server.workers():
        told = Path(f"/proc/{worker}/status").read_text()
        fields = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        threads += int(fields["Threads"])
        memory_kb += int(fields["VmRSS"].split()[0])
    return f"{threads} threads, {memory_kb / 1024:.0f} MB"


def told(name: str, answers: list[Answered]) -> None:
    """Print what a phase was like."""
    took = sorted(one.took_s for one in answers)
    statuses = {status: sum(one.status == status for one in answers) for status in {one.status for one in answers}}
    if took:
        print(f"  {name}: {statuses}, median {took[len(took) // 2] * 1000:.0f} ms, worst {took[-1] * 1000:.0f} ms")


@contextmanager
def killed(store: EmbeddedStore, _: LosingProxy) -> Iterator[None]:
    """Kill the store."""
    assert store.pid is not None
    os.kill(store.pid, signal.SIGKILL)
    yield
    store.start()
    store.wait_until_ready()


@contextmanager
def stopped(store: EmbeddedStore, _: LosingProxy) -> Iterator[None]:
    """Stop its process."""
    assert store.pid is not None
    os.kill(store.pid, signal.SIGSTOP)
    yield
    os.kill(store.pid, signal.SIGCONT)


@contextmanager
def cut_off(_: EmbeddedStore, proxy: LosingProxy) -> Iterator[None]:
    """Pass nothing on."""
    proxy.silent = True
    yield
    proxy.silent = False


def outage(server: Running, requests: list[bytes], away: Away, store: EmbeddedStore, proxy: LosingProxy) -> None:
    """Measure one outage."""
    hammer = Hammer(server.address, requests)
    time.sleep(WELL_S)
    before, begun = size_of(server), time.perf_counter()
    with away(store, proxy):
        time.sleep(AWAY_S)
        during, ended = size_of(server), time.perf_counter()
    back = time.perf_counter()
    time.sleep(AGAIN_S)
    hammer.stop()
    print(f"  before {before}; meanwhile {during}; afterwards {size_of(server)}")
    told("before", [one for one in hammer.answers if one.at_s < begun])
    refused = [one for one in hammer.answers if begun <= one.at_s < ended and one.status != 200]
    told("refused until the time ran out", [one for one in refused if one.at_s < begun + FOUND_OUT_S])
    told("refused after that", [one for one in refused if one.at_s >= begun + FOUND_OUT_S])
    well = [one.at_s for one in hammer.answers if one.at_s > back and one.status == 200]
    ill = [one.at_s for one in hammer.answers if one.at_s > back and one.status != 200]
    last_s = max(ill, default=back) - back
    print(f"  back: first 200 after {min(well, default=back + 99) - back:.2f} s, last 503 after {last_s:.2f} s")


def main() -> None:
    """Measure each kind of outage."""
    with tempfile.TemporaryDirectory(prefix="eights-bench-") as folder:
        store = EmbeddedStore(Path(folder) / "store")
        store.start()
        try:
            store.wait_until_ready()
            proxy = LosingProxy(store.url, Path(folder))
            for name, away, url in (
                ("killed", killed, store.url),
                ("stopped", stopped, store.url),
                ("cut off", cut_off, proxy.url),
            ):
                print(f"{name}:")
                with running_server("eights.app:served_app()", url, workers=2) as server:
                    outage(server, reads(server.address), away, store, proxy)
        finally:
            store.stop()


if __name__ == "__main__":
    main()
