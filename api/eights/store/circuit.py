"""A circuit breaker before each of the store's servers: while one does not answer, nobody waits for it.

Whoever first finds out has waited for its time to run out. Until the server answers a probe, all others are refused at
once: they hold neither connections nor memory, and their callers hear so in time to do something else.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Final

from redis.exceptions import BusyLoadingError, RedisError

PROBE_EVERY_S: Final = 0.1
FORGOTTEN_AFTER_S: Final = 10.0
"""Nobody wanted anything of the server for so long: it is probed no more, and the next one finds out anew."""

_log = logging.getLogger(__name__)


class Away(RedisError):  # noqa: N818 - a state of the world, named as such
    """The server is known not to answer, and was not asked."""


class Circuit:
    """Knows whether a server answers; ``probe`` asks it, and raises if it does not."""

    def __init__(self, name: str, probe: Callable[[], None]) -> None:
        self._name = name
        self._probe = probe
        self._lock = threading.Lock()
        self._open = False
        self._answered_s = -math.inf
        self._wanted_s = -math.inf

    def check(self) -> None:
        """Return if there is sense in asking the server; raises Away."""
        if self._open:
            self._wanted_s = time.monotonic()
            raise Away(f"{self._name} does not answer")

    def answered(self) -> None:
        """Note that the server has answered somebody."""
        self._answered_s = time.monotonic()

    def failed(self, since_s: float, failure: Exception) -> None:
        """Note that somebody who asked at that time was not answered.

        It may have been the one connection. Nobody asks any more if the server has answered no one else since then, or
        says itself that it is not ready.
        """
        ready = self._answered_s >= since_s and not isinstance(failure, BusyLoadingError)
        with self._lock:
            if self._open or ready:
                return
            self._open = True
            self._wanted_s = time.monotonic()
        _log.warning("%s does not answer: %s", self._name, failure)
        threading.Thread(target=self._keep_probing, name="probe", daemon=True).start()

    def _keep_probing(self) -> None:
        try:
            while time.monotonic() < self._wanted_s + FORGOTTEN_AFTER_S and not self._answers():
                time.sleep(PROBE_EVERY_S)
        finally:
            self._open = False

    def _answers(self) -> bool:
        try:
            self._probe()
        except (RedisError, OSError):
            return False
        _log.warning("%s answers again", self._name)
        return True
