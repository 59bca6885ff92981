"""Several who work on one store at once, each command in an order that a test lays down; any may be killed."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

from eights.store.connection import Connection, Script
from eights.store.servers import Word
from timed import Killed

T = TypeVar("T")


class Counted(Connection):
    """A connection whose owner is killed after so many commands."""

    def __init__(self, url: str, commands: int) -> None:
        super().__init__(url)
        self._left = commands

    def call(self, *command: Word) -> Any:
        """Send one command."""
        return self._last(super().call(*command))

    def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """Send several commands in one round trip, which count as one."""
        return self._last(super().call_all(commands))

    def run(self, script: Script, keys: Sequence[Word], arguments: Sequence[Word]) -> Any:
        """Run a script."""
        return self._last(super().run(script, keys, arguments))

    def _last(self, answer: T) -> T:
        self._left -= 1
        if self._left <= 0:
            raise Killed
        return answer


class Paused(Connection):
    """A connection whose owner waits for its turn before each command."""

    def call(self, *command: Word) -> Any:
        """Send one command."""
        _wait()
        return super().call(*command)

    def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """Send several commands in one round trip."""
        _wait()
        return super().call_all(commands)

    def run(self, script: Script, keys: Sequence[Word], arguments: Sequence[Word]) -> Any:
        """Run a script."""
        _wait()
        return super().run(script, keys, arguments)


def _wait() -> None:
    turn = getcurrent().parent
    if turn is not None:
        turn.switch()


def interleaved(works: Sequence[Callable[[], object]], turns: Sequence[tuple[int, bool]]) -> None:
    """Let works go on by a command each in the order of their turns; in a turn with True the work is killed."""
    going = [greenlet(work) for work in works]
    for number, dies in turns:
        work = going[number % len(going)]
        if work.dead:
            continue
        try:
            if dies:
                work.throw(Killed)
            else:
                work.switch()
        except Killed:
            pass
    for work in going:
        if not work.dead:
            work.throw()  # leaves quietly, where it is
