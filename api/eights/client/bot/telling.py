"""What a bot's author is told while the bot plays: on standard error, each kind of trouble once."""

import threading
from collections import Counter
from typing import Final

from eights.client.bot.failures import BotFailed
from eights.client.bot.losses import Loss
from eights.client.models import GameView
from eights.client.words import words_here
from eights.terminal import print_line, print_lines

WORD_FOR: Final = {Loss.TURN: "bot.turns_lost", Loss.GAME: "bot.games_lost"}
"""How the summary calls what is lost."""


class Telling:
    """Tells the author; may be used by several threads. Says nothing secret, as it is told nothing secret."""

    def __init__(self) -> None:
        self.words = words_here()
        self._lock = threading.Lock()
        self._troubles: Counter[str] = Counter()
        self._moves = 0
        self._forfeited: set[str] = set()
        self._unheard = 0

    def say(self, text: str) -> None:
        """Say something in one line."""
        print_line(text, err=True)

    def moved(self) -> None:
        """Count a move."""
        with self._lock:
            self._moves += 1

    def trouble(self, kind: str, *texts: str, trace: str = "") -> None:
        """Tell of a trouble, each text in a line, unless one of that kind was told of already."""
        with self._lock:
            self._troubles[kind] += 1
            first = self._troubles[kind] == 1
        if first:
            if trace:
                print_lines(trace, err=True)
            for text in (*texts, self.words("bot.more_of_a_kind")):
                self.say(text)

    def lost(self, loss: Loss, view: GameView, *, slow: bool = True) -> None:
        """Tell that a turn ran out before a move came, or that a game was given up for it; or for want of a move."""
        if loss is Loss.GAME:
            with self._lock:
                self._forfeited.add(view.id)
        late = "bot.game_lost" if loss is Loss.GAME else "bot.turn_lost"
        name = late if slow else "bot.game_left"
        self.trouble(self.words(WORD_FOR[loss]), self.words(name, version=view.version, game=view.id))

    def result(self, forfeits: int) -> None:
        """Take note of how many games of a match were forfeited in all, those that were over unheard of as well.

        A bot that starts too slowly, or whose line is too slow, may never hear of a turn that it has.
        """
        with self._lock:
            unheard = forfeits - self.forfeits
            self._unheard = max(unheard, 0)
        if unheard > 0:
            kind = self.words(WORD_FOR[Loss.GAME])
            self.trouble(kind, self.words("bot.games_lost_unheard", count=unheard))
            with self._lock:
                self._troubles[kind] = forfeits

    @property
    def forfeits(self) -> int:
        """How many games were given up since no move came in time."""
        return len(self._forfeited) + self._unheard

    def failed(self, failed: BotFailed) -> None:
        """Tell what a bot did that is no move, with the traceback of what it raised."""
        self.trouble(self._kind_of(failed), str(failed), trace=failed.trace)

    def conclude(self) -> None:
        """Say what there was in all."""
        self.say(self.words("bot.moves_made", count=self._moves))
        for kind, times in self._troubles.items():
            self.say(self.words("bot.counted", kind=kind, count=times))

    def _kind_of(self, failed: BotFailed) -> str:
        """Two exceptions are of a kind if the same line raises the same."""
        error = failed.__cause__
        if error is None:
            return self.words("bot.no_move")
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        name = type(error).__name__
        if trace is None:
            return name
        return self.words("bot.raised_at", error=name, place=f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
