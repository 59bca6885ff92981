"""A whole game in a few lines: its chance, its rules and its steps, from which everything else is computed again."""

from collections.abc import Iterable, Iterator

import msgspec

from eights.rules.dealing import deal
from eights.rules.events import AnyEvent, By
from eights.rules.leaving import leave
from eights.rules.moves import AnyMove
from eights.rules.play import apply
from eights.rules.ruleset import Rules
from eights.rules.state import Chance, Seat, State


class Dealt(msgspec.Struct, frozen=True):
    """The next round was dealt."""


class Left(msgspec.Struct, frozen=True):
    """A seat left the match, by itself unless ``by`` says otherwise."""

    seat: Seat
    by: By | None = None


class Moved(msgspec.Struct, frozen=True):
    """A seat made a move, by itself unless ``by`` says otherwise."""

    seat: Seat
    move: AnyMove
    by: By | None = None


Step = Dealt | Moved | Left


def beginning(rules: Rules, chance: Chance, first_dealer: Seat | None) -> State:
    """Return the game before its first deal; without a first dealer the seed draws one."""
    return State(rules, chance, first_dealer, (0,) * len(chance.entropy))


def take(state: State, step: Step) -> tuple[State, list[AnyEvent]]:
    """Take one step; raises :class:`~eights.rules.violations.RuleViolation` or ValueError if it cannot be taken."""
    if isinstance(step, Dealt):
        return deal(state)
    if isinstance(step, Left):
        return leave(state, step.seat)
    return apply(state, step.seat, step.move)


def replayed(state: State, steps: Iterable[Step]) -> Iterator[State]:
    """Yield the state after each step, computed again from the beginning."""
    for step in steps:
        state, _ = take(state, step)
        yield state
