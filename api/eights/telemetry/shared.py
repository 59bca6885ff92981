"""The numbers of all workers together: each writes its own into a folder, and whoever is asked adds them up.

A worker that ended is added to those that ended before it, so that counters never fall and files do not pile up.
"""

import fcntl
import os
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from eights.telemetry.families import WORKERS
from eights.telemetry.tally import Snapshot, Tally

EVERY_S: Final = 0.5
"""How old the numbers of another worker may be."""

_ENDED: Final = "ended"
_LIVE: Final = "worker-"
_decode: Final = msgspec.msgpack.Decoder(Snapshot).decode


class Shared:
    """One worker's place among all; without a folder it counts alone."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._folder: Path | None = None
        self._own: Path | None = None

    def join(self, folder: Path) -> None:
        """Take a place in a folder, for this process alone."""
        self._folder = folder
        self._own = folder / f"{_LIVE}{os.getpid()}-{time.time_ns()}"
        self.publish()

    def keep_publishing(self) -> None:
        """Write this worker's numbers from now on, beside the requests; it ends with the process."""
        threading.Thread(target=self._keep_publishing, name="metrics", daemon=True).start()

    def publish(self) -> None:
        """Write this worker's numbers; without effect where that cannot be: a full folder must not end requests."""
        if self._own is None:
            return
        with suppress(OSError):
            new = self._own.with_name(f".{self._own.name}")
            new.write_bytes(msgspec.msgpack.encode(self._tally.snapshot()))
            new.replace(self._own)

    def together(self) -> Snapshot:
        """Return the numbers of all workers, those that have ended included."""
        if self._folder is None or not self._folder.is_dir():
            return _alone(self._tally.snapshot())
        self.publish()
        with _held(self._folder):
            total = _settled(self._folder)
            live = [path for paths in _by_process(self._folder).values() for path in paths]
            for path in live:
                total.add(_decode(path.read_bytes()))
        total.gauges[(WORKERS.name,)] = len(live)
        return total

    def _keep_publishing(self) -> None:
        while True:
            time.sleep(EVERY_S)
            self.publish()


def _alone(snapshot: Snapshot) -> Snapshot:
    snapshot.gauges[(WORKERS.name,)] = 1
    return snapshot


def _settled(folder: Path) -> Snapshot:
    """Add those that have ended since somebody last looked to those before them; return these all."""
    record = folder / _ENDED
    total = _decode(record.read_bytes()) if record.exists() else Snapshot()
    ended = [
        path
        for process, paths in _by_process(folder).items()
        # of a number that was given again, the last one is who has it now
        for path in (paths[:-1] if _lives(process) else paths)
    ]
    for path in ended:
        total.add(_decode(path.read_bytes()), ended=True)
    if ended:
        new = folder / f".{_ENDED}"
        new.write_bytes(msgspec.msgpack.encode(total))
        new.replace(record)
        for path in ended:
            path.unlink()
    return total


def _by_process(folder: Path) -> dict[int, list[Path]]:
    found: defaultdict[int, list[Path]] = defaultdict(list)
    for path in sorted(folder.glob(f"{_LIVE}*")):
        found[int(path.name.removeprefix(_LIVE).partition("-")[0])].append(path)
    return found


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Let one worker at a time look: what ended is added once. Nothing in here lets another greenlet run."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
