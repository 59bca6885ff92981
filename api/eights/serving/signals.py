"""Signals as something to wait for, so that none interrupts anything half-way."""

import os
import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

WATCHED: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)


class Signals:
    """The signals that came since one last looked."""

    def __init__(self, reader: int) -> None:
        self._reader = reader

    def within(self, seconds: float) -> list[signal.Signals]:
        """Return the next signals, in order; none if none comes within that time."""
        ready, _, _ = select.select([self._reader], [], [], seconds)
        return [signal.Signals(number) for number in os.read(self._reader, 4096)] if ready else []


@contextmanager
def watched_signals() -> Iterator[Signals]:
    """Take the watched signals from their usual handlers; in the main thread alone."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    former_writer = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    former = {number: signal.signal(number, lambda *_: None) for number in WATCHED}
    try:
        yield Signals(reader)
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(former_writer)
        os.close(reader)
        os.close(writer)
