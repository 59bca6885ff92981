"""An answer that takes its time, made once for all who wait for it: no limit counts how often they ask."""

import threading
from collections.abc import Callable


class SharedAnswer:
    """Makes one answer at a time; nobody hears one that was begun before asking."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asking = 0
        self._making = False
        self._begun = 0
        """Answers begun so far: they count from 1."""
        self._made = 0
        self._answer = b""

    def of(self, make: Callable[[], bytes]) -> bytes:
        """Return what is made from now on, by whoever comes first; raises as ``make``."""
        with self._changed:
            soonest = self._begun + 1
            self._asking += 1
            self._changed.wait_for(lambda: self._made >= soonest or not self._making)
            self._asking -= 1
            if self._made >= soonest:
                return self._answer
            self._making = True
            self._begun += 1
        return self._one_made(make)

    def _one_made(self, make: Callable[[], bytes]) -> bytes:
        try:
            answer = make()
            self._answer, self._made = answer, self._begun
            return answer
        finally:
            with self._changed:
                self._making = False
                self._changed.notify_all()

    def __len__(self) -> int:
        """Return how many wait."""
        return self._asking
