"""``eights serve`` as a user runs it: a process of its own, known by what it prints."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

import httpx


class ServerProcess:
    """A server on a free port, with its data in a folder."""

    def __init__(self, data_dir: Path, *options: str, settings: Mapping[str, str] | None = None) -> None:
        environment = {name: text for name, text in os.environ.items() if not name.startswith("EIGHTS_")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "eights", "serve", "--data-dir", str(data_dir), *(options or ("--port", "0"))],
            env={**environment, "EIGHTS_WORKERS": "1", **(settings or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.printed = ""
        self._greeted = threading.Event()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def url(self) -> str:
        """Where it says that it listens; waits until it says so."""
        self._greeted.wait()
        found = re.search(r"listens on (\S+)", self.printed)
        assert found is not None, self.printed
        return found[1]

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.url + path, timeout=30)

    def send(self, signal_number: int) -> None:
        self._process.send_signal(signal_number)

    def ended(self) -> int:
        """Wait for its end, and return its exit code."""
        code = self._process.wait()
        self._reader.join()
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                self.printed += line
                if "Ctrl-C" in line:
                    self._greeted.set()
        self._greeted.set()
