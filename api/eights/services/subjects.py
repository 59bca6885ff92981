"""What stands in the timetable, by name: a game that people wait for by its id, all else behind a letter and a colon.

What has a colon is looked at apart from the rest: programs play it, in any number, and nobody's clock is to wait for
that.
"""

from typing import Final

from eights.services.game import Game
from eights.services.ports import Lane

PROGRAMS_GAME: Final = "g"
"""The letter of a game that house bots alone play; those of competitions are :class:`Competitions`' own."""


def subject_of_game(game: Game) -> str:
    """Return the name under which a game is entered: another one once the last person has left it."""
    return f"{PROGRAMS_GAME}:{game.id}" if all(holder.bot is not None for holder in game.seats) else game.id


def kind_of(subject: str) -> str:
    """Return the letter before the colon; for a game that people wait for there is none.

    >>> kind_of("m:mzxw6ytboi4dqmjt"), kind_of("mzxw6ytboi4dqmjt")
    ('m', '')
    """
    return subject.rpartition(":")[0]


def id_of(subject: str) -> str:
    """Return the id in a subject's name.

    >>> id_of("g:mzxw6ytboi4dqmjt"), id_of("mzxw6ytboi4dqmjt")
    ('mzxw6ytboi4dqmjt', 'mzxw6ytboi4dqmjt')
    """
    return subject.rpartition(":")[2]


def lane_of(subject: str) -> Lane:
    """Return in which part of the timetable a subject stands."""
    return "programs" if kind_of(subject) else "people"
