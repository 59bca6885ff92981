"""Matches and tournaments, as the clock sees them: each goes on by itself, a little at a time."""

from collections.abc import Mapping
from typing import Protocol

from eights.services.game import Game
from eights.services.outcomes import Step
from eights.services.ports import Clock, Timetable, Unreadable
from eights.services.subjects import id_of, kind_of


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
        """Do some of what is due in the competition that goes by ``<letter>:<id>``.

        Raises Unreadable for a kind that there is not: it is left to those who entered it.
        """
        kind = self._kinds.get(kind_of(subject))
        if kind is None:
            raise Unreadable("the timetable has something of a kind that this program does not know")
        return kind.advance(id_of(subject))


def due_when_over(timetable: Timetable, clock: Clock) -> Step:
    """Return what makes a match or tournament due as soon as one of its games is over: a step of ``Outcomes``."""

    def make_due(_: Game | None, game: Game) -> None:
        if game.part_of is not None and game.status in ("finished", "aborted"):
            timetable.enter(game.part_of, clock.now_ms())

    return make_due
