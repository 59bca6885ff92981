"""A store that a test pauses and kills."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eights.store.embedded import EmbeddedStore


class MortalStore(EmbeddedStore):
    """An embedded store that takes signals."""

    def send(self, signal_number: int) -> None:
        """Send its process a signal."""
        assert self.pid is not None
        os.kill(self.pid, signal_number)


@contextmanager
def mortal_store_in(folder: Path) -> Iterator[MortalStore]:
    """Run one in a folder; also a paused one is stopped in the end."""
    store = MortalStore(folder)
    store.start()
    store.wait_until_ready()
    yield store
    store.send(signal.SIGCONT)
    store.stop()
