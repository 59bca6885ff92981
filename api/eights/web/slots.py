"""How many streams and waiting requests there may be at once, kept in the memory of each process."""

import threading
from collections import Counter
from typing import Final

import msgspec

from eights.services.access import Caller
from eights.services.refusals import Refused
from eights.web.limits import network_of

ASK_AGAIN_AFTER_S: Final = 5


class StreamLimits(msgspec.Struct, frozen=True):
    """What a process grants to those who follow games; waiting requests count as streams."""

    per_caller: int = 20
    per_process: int = 2000
    per_address: int = 500
    """Of all callers from one network address together: tokens are easy to come by."""
    stall_s: int = 10
    """How long one write may wait for its reader."""


class Slots:
    """The places that streams take."""

    def __init__(self, limits: StreamLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._by_caller: Counter[str | bytes] = Counter()
        self._by_network: Counter[str] = Counter()
        self._total = 0

    def take(self, caller: Caller) -> None:
        """Take a place for a caller; raises ``Refused`` with ``too_many_streams`` or ``streams_full``."""
        limits, network = self._limits, network_of(caller.address)
        with self._lock:
            if self._by_caller[_who(caller)] >= limits.per_caller:
                raise _refused("too_many_streams", limits.per_caller)
            if self._by_network[network] >= limits.per_address:
                raise _refused("too_many_streams", limits.per_address)
            if self._total >= limits.per_process:
                raise _refused("streams_full", limits.per_process)
            self._by_caller[_who(caller)] += 1
            self._by_network[network] += 1
            self._total += 1

    def give_back(self, caller: Caller) -> None:
        """Give a place back."""
        with self._lock:
            self._total -= 1
            # Taking the difference as counters drops those that come to nothing.
            self._by_caller -= Counter({_who(caller): 1})
            self._by_network -= Counter({network_of(caller.address): 1})

    def __len__(self) -> int:
        """Return how many places are taken."""
        return self._total


def _who(caller: Caller) -> str | bytes:
    return caller.token_hash or network_of(caller.address)


def _refused(code: str, limit: int) -> Refused:
    return Refused(code, limit=limit, retry_after_s=ASK_AGAIN_AFTER_S)
