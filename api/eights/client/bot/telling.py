"""What a bot's author is told while the bot plays: on standard error, each kind of trouble once."""

import threading
from collections import Counter
from typing import Final

from eights.client.bot.failures import BotFailed
from eights.client.bot.losses import Loss
from eights.client.models import GameView
from eights.terminal import print_line

MORE_OF_A_KIND: Final = "(the same again is counted, not shown)"


class Telling:
    """Tells the author; may be used by several threads. Says nothing secret, as it is told nothing secret."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._troubles: Counter[str] = Counter()
        self._moves = 0
        self._forfeited: set[str] = set()
        self._unheard = 0

    def say(self, text: str) -> None:
        """Say something."""
        print_line(text, err=True)

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

    def lost(self, loss: Loss, view: GameView) -> None:
        """Tell that a turn ran out before a move came, or that a game was given up for it."""
        if loss is Loss.GAME:
            with self._lock:
                self._forfeited.add(view.id)
        what = "so the game was given up for the player" if loss is Loss.GAME else "so the clock played it"
        self.trouble(loss.value, f"too slow: the turn at version {view.version} of game {view.id} ran out, {what}")

    def result(self, forfeits: int) -> None:
        """Take note of how many games of a match were forfeited in all, those that were over unheard of as well.

        A bot that starts too slowly, or whose line is too slow, may never hear of a turn that it has.
        """
        with self._lock:
            unheard = forfeits - self.forfeits
            self._unheard = max(unheard, 0)
        if unheard > 0:
            kind = Loss.GAME.value
            self.trouble(kind, f"{unheard} games were forfeited before a move could be asked for: too slow to be there")
            with self._lock:
                self._troubles[kind] = forfeits

    @property
    def forfeits(self) -> int:
        """How many games were given up since no move came in time."""
        return len(self._forfeited) + self._unheard

    def failed(self, failed: BotFailed) -> None:
        """Tell what a bot did that is no move, with the traceback of what it raised."""
        self.trouble(_kind_of(failed), f"{failed.trace}\n{failed}" if failed.trace else str(failed))

    def conclude(self) -> None:
        """Say what there was in all."""
        self.say(f"moves made: {self._moves:,}")
        for kind, times in self._troubles.items():
            self.say(f"{kind}: {times:,}")


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
