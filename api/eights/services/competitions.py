"""Matches and tournaments, as the clock sees them: each goes on by itself, a little at a time."""

from collections.abc import Mapping
from typing import Protocol

from eights.services.game import Game
from eights.services.outcomes import Step
from eights.services.ports import Clock, Timetable


class Competition(Protocol):
    """One kind of competition."""

    def advance(self, record_id: str) -> int | None:
        """Do some of what is due in a competition, and return when to look at it again, None for not before called.

        Every step may be repeated, at the same time as well. Raises
        :class:`~eights.services.ports.StoreUnavailable`.
        """


class Competitions:
    """All kinds, by the letter that stands before the id."""

    def __init__(self, kinds: Mapping[str, Competition]) -> None:
        self._kinds = kinds

    def advance(self, subject: str) -> int | None:
        """Do some of what is due in the competition that goes by ``<letter>:<id>``."""
        kind, _, record_id = subject.partition(":")
        return self._kinds[kind].advance(record_id)


def due_when_over(timetable: Timetable, clock: Clock) -> Step:
    """Return what makes a match or tournament due as soon as one of its games is over: a step of ``Outcomes``."""

    def make_due(_: Game | None, game: Game) -> None:
        if game.part_of is not None and game.status in ("finished", "aborted"):
            timetable.enter(game.part_of, clock.now_ms())

    return make_due


def is_competition(subject: str) -> bool:
    """Tell whether a subject of the timetable is a competition, not a game.

    >>> is_competition("m:mzxw6ytboi4dqmjt"), is_competition("mzxw6ytboi4dqmjt")
    (True, False)
    """
    return ":" in subject
