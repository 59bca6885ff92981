"""The folder that workers share their numbers in: in memory where that can be, made anew for each run."""

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

PREFIX: Final = "eights-metrics-"


class MetricsFolder:
    """A folder that goes with whoever made it: one that was left by a server that was killed, the next one removes.

    A lock on it shows that it is in use. Workers inherit the lock, and the last of them lets go.
    """

    def __init__(self, memory: Path) -> None:
        self._parent = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
        self._lock: int | None = None
        self.path: Path | None = None

    def make(self) -> None:
        """Make it; without one, each worker tells of itself alone."""
        for left in self._parent.glob(f"{PREFIX}*"):
            _remove_if_abandoned(left)
        with suppress(OSError):
            path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._parent))
            self._lock = _locked(path)
            self.path = path

    def remove(self) -> None:
        """Remove it."""
        if self.path is not None:
            shutil.rmtree(self.path, ignore_errors=True)


def _locked(folder: Path) -> int | None:
    lock = os.open(folder / "in-use", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def _remove_if_abandoned(folder: Path) -> None:
    """Whose folder is another user's cannot be locked, and stays."""
    with suppress(OSError):
        lock = _locked(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
