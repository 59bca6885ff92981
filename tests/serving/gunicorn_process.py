"""gunicorn with the server's own settings and no store: what lies below the application, met by raw sockets."""

import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from serving.processes import descendants

TESTS: Final = Path(__file__).parent.parent


class GunicornProcess:
    """gunicorn on a free port of this machine; ``config`` is the module of its settings."""

    def __init__(self, config: str = "eights.serving.gunicorn_settings", **settings: str) -> None:
        kept = {name: text for name, text in os.environ.items() if not name.startswith("EIGHTS_")}
        needed = {"EIGHTS_WORKERS": "1", "EIGHTS_REDIS_URL": "unix:///nonexistent/store.sock", "PYTHONPATH": str(TESTS)}
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by stop
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._address = listener.getsockname()
            command = [sys.executable, "-m", "gunicorn", "--config", f"python:{config}"]
            self._process = subprocess.Popen(
                [*command, "--bind", f"fd://{listener.fileno()}", "eights.app:create_app()"],
                env={**kept, **needed, **settings}, pass_fds=[listener.fileno()],
                stdout=self._log, stderr=subprocess.STDOUT, cwd=TESTS,
            )  # fmt: skip

    @property
    def worker(self) -> int:
        """The process that answers requests."""
        return max(descendants(self._process.pid))

    def connect(self) -> socket.socket:
        """Return a new connection."""
        return socket.create_connection(self._address)

    def ask(self, sent: bytes, *, half_close: bool = False) -> bytes:
        """Send bytes on a connection of their own, and return all that comes back until the server ends it."""
        with self.connect() as connection:
            connection.sendall(sent)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            return rest_of(connection)

    def terminate(self) -> None:
        """Tell it to end."""
        self._process.terminate()

    def stop(self) -> str:
        """End it; return what it logged."""
        self.terminate()
        self._process.wait()
        self._log.seek(0)
        logged = self._log.read()
        self._log.close()
        return logged


def rest_of(connection: socket.socket) -> bytes:
    """Return what comes on a connection until its end."""
    received = b""
    while data := connection.recv(65536):
        received += data
    return received


def status_of(answer: bytes) -> int:
    """Return the status of an answer that is complete, and the only one."""
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    assert length is not None, answer
    assert len(body) == int(length[1]), answer
    return int(head.split()[1])
