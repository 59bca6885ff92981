"""How players of matches and tournaments conduct themselves: the time they take, and the illegal moves they try."""

from collections.abc import Sequence
from typing import Final

import msgspec

from eights.rules.events import AnyEvent, ClockRanOut
from eights.rules.moves import Announce, Challenge
from eights.rules.replay import Moved, Step
from eights.rules.state import Seat
from eights.services.game import Game

_TOO_LATE: Final = ("clock_ran_out", "game_over", "round_over", "game_aborted")
"""Refusals that a caller who plays by the rules may meet, if somebody else's move or the clock was first."""


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """One move that a game waited for, and how long, by the server's clock."""

    seat: Seat
    milliseconds: int


class Conduct(msgspec.Struct, frozen=True):
    """How the seats of one game conducted themselves, by seat."""

    illegal: tuple[int, ...]
    """Moves tried that a rule forbids."""
    thought_ms: tuple[tuple[int, ...], ...]
    """For each move that the game waited for how long it took, oldest first; nothing for house bots."""


def thought(before: Game, events: Sequence[AnyEvent], steps: Sequence[Step], now_ms: int) -> tuple[Thought, ...]:
    """Return what a change tells of the time that the seat on turn took; nothing outside matches and tournaments.

    A turn is timed from when the seat got it, or from its move before where it has several; one that ran out counts
    with the whole time that it had. Events and steps are those of the change itself, without what follows.
    """
    laid = before.state.round
    if before.part_of is None or before.turn_since_ms is None or laid is None:
        return ()
    ran_out = any(isinstance(event, ClockRanOut) for event in events)
    if ran_out and before.deadline_ms is not None:
        return (Thought(laid.turn, before.deadline_ms - before.turn_since_ms),)
    for step in steps:
        if moves_on(step) and isinstance(step, Moved) and step.seat == laid.turn and step.by is None:
            return (Thought(step.seat, max(0, now_ms - before.turn_since_ms)),)
    return ()


def moves_on(step: Step) -> bool:
    """Tell whether a step takes the round on, so that the time of a turn begins anew: announcing does not."""
    return isinstance(step, Moved) and not isinstance(step.move, Announce | Challenge)


def counts_as_illegal(game: Game, code: str) -> bool:
    """Tell whether a move that was refused counts against its seat."""
    return game.part_of is not None and code not in _TOO_LATE
