"""A store and servers for measurements, each with the same gunicorn settings."""

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from eights.config import Settings
from eights.serving.listening import listening_socket
from eights.serving.web_server import WebServer
from eights.store.embedded import EmbeddedStore

TESTS = Path(__file__).resolve().parents[1]


@contextmanager
def running_store() -> Iterator[str]:
    """Run an embedded store of its own; yield its URL."""
    with tempfile.TemporaryDirectory(prefix="eights-bench-") as folder:
        store = EmbeddedStore(Path(folder) / "store")
        store.start()
        try:
            store.wait_until_ready()
            yield store.url
        finally:
            store.stop()


class Running(NamedTuple):
    """A server that answers."""

    address: tuple[str, int]
    master: int

    def workers(self) -> list[int]:
        """Return the processes that answer requests."""
        tasks = Path(f"/proc/{self.master}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]


@contextmanager
def running_server(app: str, url: str, workers: int = 1, durability: str = "default") -> Iterator[Running]:
    """Serve an application from a free port; yield it once it answers."""
    os.environ["PYTHONPATH"] = str(TESTS)
    settings = Settings(
        redis_url=url,
        durability=durability,
        workers=workers,
        ratelimit_enabled=False,
        streams_per_caller=100_000,
        streams_per_address=100_000,
    )
    with listening_socket("127.0.0.1", 0) as listener:
        address = listener.getsockname()[:2]
        server = WebServer(settings, listener, app)
    try:
        _wait_for(address)
        yield Running(address, server.pid)
    finally:
        server.stop()


def _wait_for(address: tuple[str, int]) -> None:
    for _ in range(200):
        with socket.create_connection(address) as connection:
            connection.settimeout(60)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n")
            if connection.recv(1):
                return
        time.sleep(0.05)
