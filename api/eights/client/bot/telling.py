"""What a bot's author is told while the bot plays: on standard error, each kind of trouble once."""

import threading
from collections import Counter
from typing import Final

import click

from eights.client.bot.failures import BotFailed

MORE_OF_A_KIND: Final = "(the same again is counted, not shown)"


class Telling:
    """Tells the author; may be used by several threads. Says nothing secret, as it is told nothing secret."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._troubles: Counter[str] = Counter()
        self._moves = 0

    def say(self, text: str) -> None:
        """Say something."""
        click.echo(text, err=True)

    def moved(self) -> None:
        """Count a move."""
        with self._lock:
            self._moves += 1

    def trouble(self, kind: str, text: str) -> None:
        """Tell of a trouble, unless one of that kind was told of already."""
        with self._lock:
            self._troubles[kind] += 1
            first = self._troubles[kind] == 1
        if first:
            self.say(f"{text}\n{MORE_OF_A_KIND}")

    def failed(self, failed: BotFailed) -> None:
        """Tell what a bot did that is no move, with the traceback of what it raised."""
        self.trouble(_kind_of(failed), f"{failed.trace}\n{failed}" if failed.trace else str(failed))

    def conclude(self) -> None:
        """Say what there was in all."""
        self.say(f"moves made: {self._moves:,}")
        for kind, times in self._troubles.items():
            self.say(f"{kind}: {times:,} times")


def _kind_of(failed: BotFailed) -> str:
    """Two exceptions are of a kind if the same line raises the same."""
    error = failed.__cause__
    if error is None:
        return "no move returned"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__}{place}"
