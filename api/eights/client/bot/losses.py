"""What became of a turn for which no move of the bot's was taken."""

from collections.abc import Iterable
from enum import Enum

from eights.client.models import Event, Update


class Loss(Enum):
    """What a seat lost by its clock."""

    TURN = "turn"
    GAME = "game"


def loss_in(updates: Iterable[Update], seat: int) -> Loss | None:
    """Return what the seat lost by its clock in these updates, the worst; None if others were just faster.

    >>> told = [Update(5, (Event("clock_ran_out", seat=1),)), Update(6, (Event("seat_left", seat=1, by="clock"),))]
    >>> loss_in(told, 1), loss_in(told[:1], 1), loss_in(told, 0)
    (<Loss.GAME: 'game'>, <Loss.TURN: 'turn'>, None)
    """
    own = [event for update in updates for event in update.events if event.seat == seat]
    if any(_is_forfeit(event) for event in own):
        return Loss.GAME
    return Loss.TURN if any(event.type == "clock_ran_out" for event in own) else None


def _is_forfeit(event: Event) -> bool:
    return event.type == "seat_left" and event.by == "clock"
