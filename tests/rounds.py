"""Rounds laid out by hand, and matches played at random, for tests of the rules."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.dealing import new_game
from eights.rules.events import AnyEvent
from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove, Play
from eights.rules.replay import Dealt, Left, Moved, Step, take
from eights.rules.ruleset import Rules
from eights.rules.scenario import lay
from eights.rules.scenario_file import Table
from eights.rules.state import Round, RoundScore, Seat, State
from eights.rules.unfolding import players_in


def laid(
    *hands: str,
    top: str = "9H",
    stock: str = "3C 4C 5C 6C 7C 9C",
    plays: str = "crazy-eights",
    options: Sequence[str] = (),
    rules: dict[str, Any] | None = None,
    **table: Any,
) -> State:
    """Return a game with these hands on the table, cards as ``"8H KS"``; ``top`` is the discard pile, its top last."""
    resolved = resolve(variant(plays), options, rules or {})
    table.setdefault("dealer", len(hands) - 1)
    on_it = Table(
        hands=tuple(tuple(hand.split()) for hand in hands),
        stock=tuple(stock.split()),
        discard=tuple(top.split()),
        **table,
    )
    return lay(begun(resolved, len(hands)), on_it)


def begun(rules: Rules, seats: int, seed: int = 0) -> State:
    """Return a game before its first deal, its chance derived from a small number."""
    return new_game(rules, seats, seed.to_bytes(32, "big"), "table")


def on_the_table(state: State) -> Round:
    """Return the round of a game that has been dealt."""
    assert state.round is not None
    return state.round


def newest_score(state: State) -> RoundScore:
    """Return the newest line of the score sheet of a game that has ended a round."""
    assert state.last_score is not None
    return state.last_score


def possible(state: State) -> list[tuple[Seat, AnyMove]]:
    """Return every legal move of every seat, as listed."""
    return [(seat, move) for seat in range(state.seats) for move in legal_moves(state, seat)]


def played_at_random(
    state: State, chance: random.Random, *, most: int, leaving: float = 0.0
) -> Iterator[tuple[Step, State, list[AnyEvent]]]:
    """Yield random steps with the state after each and its events, until the match or ``most`` steps are over.

    Any seat with a legal move may be next, on turn or not, and forgets every other announcement; before each step a
    seat leaves with the probability ``leaving``.
    """
    for _ in range(most):
        if state.status == "finished":
            return
        step = _random_step(state, chance, leaving)
        state, events = take(state, step)
        yield step, state, events


def _random_step(state: State, chance: random.Random, leaving: float) -> Step:
    if state.status != "ready" and chance.random() < leaving:
        return Left(chance.choice(players_in(state)))
    if state.status != "playing":
        return Dealt()
    seat, move = chance.choice(possible(state))
    if isinstance(move, Play) and chance.random() < 0.5:
        move = replace(move, announce=False)
    return Moved(seat, move)
