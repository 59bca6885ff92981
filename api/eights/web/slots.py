"""How many streams and waiting requests there may be at once, kept in the memory of each process."""

import threading
from collections import Counter
from typing import Final

import msgspec

from eights.services.refusals import Refused

ASK_AGAIN_AFTER_S: Final = 5


class StreamLimits(msgspec.Struct, frozen=True):
    """What a process grants to those who follow games; waiting requests count as streams."""

    per_caller: int = 20
    per_process: int = 2000
    stall_s: int = 10
    """How long one write may wait for its reader."""


class Slots:
    """The places that streams take."""

    def __init__(self, limits: StreamLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._taken: Counter[str | bytes] = Counter()
        self._total = 0

    def take(self, who: str | bytes) -> None:
        """Take a place for a caller; raises ``Refused`` with ``too_many_streams`` or ``streams_full``."""
        with self._lock:
            if self._taken[who] >= self._limits.per_caller:
                raise _refused("too_many_streams", self._limits.per_caller)
            if self._total >= self._limits.per_process:
                raise _refused("streams_full", self._limits.per_process)
            self._taken[who] += 1
            self._total += 1

    def give_back(self, who: str | bytes) -> None:
        """Give a place back."""
        with self._lock:
            self._total -= 1
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]

    def __len__(self) -> int:
        """Return how many places are taken."""
        return self._total


def _refused(code: str, limit: int) -> Refused:
    return Refused(code, limit=limit, retry_after_s=ASK_AGAIN_AFTER_S)
