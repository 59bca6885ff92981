"""What a change of one game means outside it: players are told, ratings move, a match or tournament goes on.

None of this lies in the game's own slot of the store, so none of it is written with the game. Instead every step may be
repeated without harm, and is: after the commit by whoever made the change, and by the clock, which looks at the game
soon after, because somebody may have died in between.
"""

from collections.abc import Callable, Sequence
from typing import Final

from eights.services.game import Game
from eights.services.ports import Clock, StoreUnavailable, Timetable
from eights.services.subjects import subject_of_game

LOOK_AGAIN_AFTER_MS: Final = 2_000
"""How soon the clock sees to it that nothing was left undone."""
NOT_AGAIN_WITHIN_MS: Final = 1_500
"""An entry made so recently still stands, whatever has happened to the game since."""
ENTRIES_REMEMBERED: Final = 10_000

Step = Callable[[Game | None, Game], None]
"""Does one thing that follows from a game as it is now, however often it is called.

The first argument is the game before the change, None for a new game or where it is not known what was done already.
"""


class Outcomes:
    """Does what follows from changes of games."""

    def __init__(self, timetable: Timetable, clock: Clock, steps: Sequence[Step]) -> None:
        self._timetable = timetable
        self._clock = clock
        self._steps = tuple(steps)
        self._entered: dict[str, int] = {}

    def expect(self, game: Game) -> None:
        """Have the clock look at a game soon; before a change of it is written."""
        if not _concerns_others(game):
            return
        now_ms = self._clock.now_ms()
        if now_ms - self._entered.get(game.id, -NOT_AGAIN_WITHIN_MS) < NOT_AGAIN_WITHIN_MS:
            return
        self._timetable.enter(subject_of_game(game), now_ms + LOOK_AGAIN_AFTER_MS)
        if len(self._entered) >= ENTRIES_REMEMBERED:
            self._entered.clear()
        self._entered[game.id] = now_ms

    def recall(self, game: Game) -> None:
        """Have the clock look at a game now."""
        self._timetable.enter(subject_of_game(game), self._clock.now_ms())

    def follow(self, before: Game | None, game: Game) -> None:
        """Do what follows from a change that was written; what the store does not take now, the clock does later."""
        try:
            self.complete(before, game)
        except StoreUnavailable:
            return  # the change stands, and its writer is to be told so

    def complete(self, before: Game | None, game: Game) -> None:
        """Do what follows from a game as it is now; raises :class:`~eights.services.ports.StoreUnavailable`."""
        if _concerns_others(game):
            for step in self._steps:
                step(before, game)


def _concerns_others(game: Game) -> bool:
    """Tell whether a game is more than a table of its own: registered players or house bots alone sit at it, or it is
    part of something."""
    return (
        game.part_of is not None
        or any(holder.player or holder.invited or holder.former_player for holder in game.seats)
        or all(holder.bot for holder in game.seats)
    )
