"""Two servers on one store, each with several workers, and ways to ask both."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Self

import httpx

from serving.processes import descendants
from serving.server_process import ServerProcess
from tables import Table

CREATIONS: Final = 60
JOINS: Final = 640
SETTINGS: Final = {
    "EIGHTS_WORKERS": "2",
    "EIGHTS_RATELIMIT_CREATIONS": f"{CREATIONS}/day",
    "EIGHTS_RATELIMIT_JOINS": f"{JOINS}/day",
}


class Pair:
    """Two servers, and a client of each."""

    def __init__(self, folder: Path, store_url: str) -> None:
        options = ("--port", "0", "--redis-url", store_url)
        self.servers = [ServerProcess(folder / str(n), *options, settings=SETTINGS) for n in range(2)]
        self.clients = [httpx.Client(base_url=server.url, timeout=60) for server in self.servers]

    def __iter__(self) -> Iterator[httpx.Client]:
        return iter(self.clients)

    def kill(self, number: int) -> None:
        """End all processes of a server without a word."""
        pid = self.servers[number].pid
        for one in (pid, *descendants(pid)):
            os.kill(one, signal.SIGKILL)

    def close(self) -> None:
        """End all."""
        for client, server in zip(self.clients, self.servers, strict=True):
            client.close()
            server.send(signal.SIGTERM)
            server.ended()


class TwoWays:
    """One table, and the way to it over each server."""

    def __init__(self, pair: Pair, table: Table) -> None:
        self.here = self._over(table, pair.clients[0])
        self.there = self._over(table, pair.clients[1])

    @classmethod
    def dealt(cls, pair: Pair, **wish: Any) -> Self:
        """Deal a game on the first server."""
        return cls(pair, Table.dealt(pair.clients[0], **wish))

    def __iter__(self) -> Iterator[Table]:
        return iter((self.here, self.there))

    @staticmethod
    def _over(table: Table, http: httpx.Client) -> Table:
        same = object.__new__(Table)
        same.http, same.id, same.path, same.tokens = http, table.id, table.path, table.tokens
        return same


def at_once(asking: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Return the answers to requests that are sent at the same time."""
    ready = threading.Barrier(len(asking))

    def ask(one: Callable[[], httpx.Response]) -> httpx.Response:
        ready.wait()
        return one()

    with ThreadPoolExecutor(len(asking)) as threads:
        return list(threads.map(ask, asking))
