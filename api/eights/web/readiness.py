"""Whether the store answers, asked once for all who want to know: no limit counts how often they ask."""

import threading
import time
from collections.abc import Callable
from typing import Final

from eights.services.ports import StoreUnavailable

SHARED_S: Final = 0.5


class Readiness:
    """Asks the store one question at a time, and shares the answer for a moment."""

    def __init__(self, ask: Callable[[], None], shared_s: float = SHARED_S) -> None:
        self._ask = ask
        self._shared_s = shared_s
        self._lock = threading.Lock()
        self._until_s = 0.0
        self._failure: StoreUnavailable | None = None

    def check(self) -> None:
        """Return if the store answers, or did a moment ago; raises StoreUnavailable."""
        with self._lock:
            if time.monotonic() >= self._until_s:
                self._failure = self._found()
                self._until_s = time.monotonic() + self._shared_s
            failure = self._failure
        if failure is not None:
            raise failure.with_traceback(None)

    def _found(self) -> StoreUnavailable | None:
        try:
            self._ask()
        except StoreUnavailable as failure:
            return failure
        return None
