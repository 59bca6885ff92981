"""What breaks under a server with a store of its own: its workers, its store, and the way between them."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Final

from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore
from serving.processes import descendants, named, wait_until, workers_of
from serving.server_process import ServerProcess
from store.losing_proxy import LosingProxy

WORKERS: Final = 2
SETTINGS: Final = {
    "EIGHTS_WORKERS": str(WORKERS),
    "EIGHTS_RATELIMIT_ENABLED": "false",
    "EIGHTS_STREAMS_PER_CALLER": "100",
    "EIGHTS_LOG_LEVEL": "debug",
}
PAUSE_S: Final = 5.0
A_WORKER_IS_KILLED: Final = "a worker is killed"
THE_SERVER_RELOADS: Final = "the server reloads"
OF_WORKERS: Final = (A_WORKER_IS_KILLED, THE_SERVER_RELOADS)

Fault = Callable[[], AbstractContextManager[None]]
"""Begins when it is entered, and is over when it is left."""


class Breakable:
    """A server, a proxy and a store that writes all to its disk; call it from the main thread."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._chance = chance
        self._store = EmbeddedStore(folder / "store")
        self._store.start()
        self._store.wait_until_ready()
        self._proxy = LosingProxy(self._store.url, folder)
        self._server = ServerProcess(
            folder / "server", "--port", "0", "--redis-url", self._proxy.url, settings=SETTINGS
        )
        self.url = self._server.url
        wait_until(lambda: self._server.get("/readyz").is_success)
        self._master = named(descendants(self._server.pid), "gunicorn")
        self._all_work()

    @property
    def lost(self) -> int:
        """How many answers of the store got lost on their way."""
        return self._proxy.lost

    @property
    def faults(self) -> Mapping[str, Fault]:
        """All that can break, by name."""
        return {
            A_WORKER_IS_KILLED: self._killed_worker,
            THE_SERVER_RELOADS: self._reload,
            "the store is killed": self._killed_store,
            "the store is paused": self._paused_store,
            "answers of the store get lost": self._losing,
            "answers of the store are late": self._late,
            "the store forgets its scripts": self._without_scripts,
        }

    def printed(self) -> str:
        """End the server, and return all that it printed."""
        self._server.send(signal.SIGTERM)
        self._server.ended()
        return self._server.printed

    def close(self) -> None:
        """End all."""
        self.printed()
        self._proxy.close()
        self._store.stop()

    @contextmanager
    def _killed_worker(self) -> Iterator[None]:
        wait_until(lambda: bool(workers_of(self._master)))
        os.kill(self._chance.choice(sorted(workers_of(self._master))), signal.SIGKILL)
        yield
        self._all_work()

    @contextmanager
    def _reload(self) -> Iterator[None]:
        before = workers_of(self._master)
        self._server.send(signal.SIGHUP)
        yield
        wait_until(lambda: not before & workers_of(self._master))
        self._all_work()

    @contextmanager
    def _killed_store(self) -> Iterator[None]:
        os.kill(self._pid_of_store, signal.SIGKILL)
        wait_until(lambda: self._store.ended)
        yield
        self._store.start()
        self._store.wait_until_ready()

    @contextmanager
    def _paused_store(self) -> Iterator[None]:
        os.kill(self._pid_of_store, signal.SIGSTOP)
        until = time.monotonic() + PAUSE_S
        try:
            yield
            time.sleep(max(0.0, until - time.monotonic()))
        finally:
            os.kill(self._pid_of_store, signal.SIGCONT)

    @contextmanager
    def _losing(self) -> Iterator[None]:
        self._proxy.to_lose = self._chance.randint(1, 40)
        yield
        self._proxy.to_lose = 0

    @contextmanager
    def _late(self) -> Iterator[None]:
        self._proxy.hold_s = self._chance.choice((0.1, 0.4, 3.0))  # the last is longer than anybody waits
        yield
        self._proxy.hold_s = 0.0

    @contextmanager
    def _without_scripts(self) -> Iterator[None]:
        connection = Connection(self._store.url)
        connection.call("SCRIPT", "FLUSH")
        connection.close()
        yield

    @property
    def _pid_of_store(self) -> int:
        assert self._store.pid is not None
        return self._store.pid

    def _all_work(self) -> None:
        wait_until(lambda: len(workers_of(self._master)) == WORKERS)


class Schedule:
    """In which order things break, and what at the same time: drawn from a seed."""

    def __init__(self, faults: Mapping[str, Fault], chance: random.Random) -> None:
        self._faults = faults
        self._chance = chance
        self.happened: list[str] = []

    def once_each(self) -> Iterator[str]:
        """Have every fault happen, some while workers go as well; yield what happened after each."""
        for name in self._chance.sample(sorted(self._faults), len(self._faults)):
            further = self._chance.choice((None, None, *(other for other in OF_WORKERS if other != name)))
            self.happened.append(name if further is None else f"{name}, and meanwhile {further}")
            with self._faults[name](), self._faults[further]() if further else nullcontext():
                time.sleep(self._chance.uniform(0.1, 1.5))
            yield name
