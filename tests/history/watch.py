"""Keeping an eye on the machines of a store, for when another one may have taken over."""

import threading
import time
from typing import Final

from history.observations import Failover, History
from machines.cluster import RealCluster
from machines.sentinels import SentinelSet
from machines.valkey_process import NEVER_S

LOOK_EVERY_S: Final = 0.05


class Watch:
    """Notes from when to when a store was not whole, or what led it changed: by a test's doing, or by itself.

    Where machines are slow to answer, one is taken for dead that is not.
    """

    def __init__(self, store: RealCluster | SentinelSet, history: History) -> None:
        self._store = store
        self._history = history
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop, once the store is whole."""
        self._ending.set()
        self._thread.join(NEVER_S)

    def _watch(self) -> None:
        led_by, whole_at = self._store.leaders(), time.monotonic()
        while not self._ending.wait(LOOK_EVERY_S):
            looked_at, leaders = time.monotonic(), self._store.leaders()
            if leaders != led_by:
                led_by = leaders or self._whole_again()
                self._history.failovers.append(Failover(died=whole_at, replaced=time.monotonic()))
            whole_at = looked_at

    def _whole_again(self) -> list[int]:
        while not (leaders := self._store.leaders()):
            time.sleep(LOOK_EVERY_S)
        return leaders
