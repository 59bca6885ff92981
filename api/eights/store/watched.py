"""Calls to the store, with their time taken, their failures counted and, where wanted, their traces left."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from redis.exceptions import TimeoutError as Unanswered

from eights.services.ports import StoreUnavailable
from eights.store.connection import Connection, Script
from eights.store.games import COMMIT
from eights.store.records import COMMIT as RECORD_COMMIT
from eights.store.servers import Word
from eights.telemetry.families import CONFLICTS, STORE_ERRORS, STORE_TIME
from eights.telemetry.tally import Tally
from eights.telemetry.tracing import Tracing

T = TypeVar("T")

_WRITES: Final = {COMMIT.digest: "game", RECORD_COMMIT.digest: "record"}


class WatchedConnection(Connection):
    """Another connection, watched."""

    def __init__(self, inner: Connection, tally: Tally, tracing: Tracing | None) -> None:
        self._inner = inner
        self._tally = tally
        self._tracing = tracing

    def call(self, *command: Word) -> Any:
        """Send one command and return its answer."""
        return self._watched("command", self._inner.call, *command)

    def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """Send several commands and return their answers."""
        return self._watched("commands", self._inner.call_all, commands)

    def call_each(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """Send several commands and return their answers, or why there are none."""
        answers = self._watched("commands", self._inner.call_each, commands)
        failure = next((one for one in answers if isinstance(one, StoreUnavailable)), None)
        if failure is not None:
            self._tally.count(STORE_ERRORS.name, _reason(failure))
        return answers

    def run(self, script: Script, keys: Sequence[Word], arguments: Sequence[Word]) -> Any:
        """Run a script and return its answer."""
        answer = self._watched("script", self._inner.run, script, keys, arguments)
        if not answer and script.digest in _WRITES:
            self._tally.count(CONFLICTS.name, _WRITES[script.digest])
        return answer

    def keep(self, *command: Word) -> Any:
        """Send one command whose effect is to be kept, and return its answer."""
        return self._watched("command", self._inner.keep, *command)

    def vouched(self, answer: Any, *command: Word) -> Any:
        """Return what a command that reads was answered, once that is kept as surely as the settings ask."""
        return self._watched("command", self._inner.vouched, answer, *command)

    def ping(self) -> None:
        """Return if the store answers, and can be asked for what the settings ask for."""
        self._watched("command", self._inner.ping)

    def close(self) -> None:
        """Close all connections."""
        self._inner.close()

    def _watched(self, kind: str, call: Callable[..., T], *arguments: Any) -> T:
        begun = time.perf_counter()
        try:
            if self._tracing is None:
                return call(*arguments)
            with self._tracing.store_call(kind):
                return call(*arguments)
        except StoreUnavailable as failure:
            self._tally.count(STORE_ERRORS.name, _reason(failure))
            raise
        finally:
            self._tally.observe(STORE_TIME, time.perf_counter() - begun, kind)


def _reason(failure: StoreUnavailable) -> str:
    cause = failure.__cause__
    if cause is None:
        return "refused"
    return "unanswered" if isinstance(cause, Unanswered) else "unreachable"
