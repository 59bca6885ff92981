"""A game is computed again from its chance, its rules and its steps."""

import random

import msgspec
import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.moves import DrawCard, Play
from eights.rules.replay import Dealt, Left, Moved, Step, beginning, replayed, take
from eights.rules.state import Chance
from eights.rules.violations import RuleViolation
from rounds import laid, played_at_random

CHANCE = Chance(bytes(range(32)), "table", ("heads", "", "tails"))


@pytest.mark.parametrize("first_dealer", [None, 1])
def test_the_same_steps_lead_to_the_same_states(first_dealer: int | None) -> None:
    rules = resolve(variant("survivor"))
    played = list(played_at_random(beginning(rules, CHANCE, first_dealer), random.Random(3), most=300, leaving=0.01))
    written = msgspec.json.encode([step for step, _, _ in played])
    steps = msgspec.json.decode(written, type=list[Step])
    assert list(replayed(beginning(rules, CHANCE, first_dealer), steps)) == [state for _, state, _ in played]


def test_steps_are_told_apart_by_their_action() -> None:
    steps: list[Step] = [Dealt(), Moved(1, Play("8H", "S")), Left(2)]
    assert msgspec.to_builtins(steps) == [
        {"action": "deal"},
        {"action": "move", "seat": 1, "move": {"action": "play", "card": "8H", "suit": "S"}},
        {"action": "leave", "seat": 2},
    ]


def test_a_step_that_cannot_be_taken_says_so() -> None:
    state = laid("KC QC", "2C 2D")
    with pytest.raises(ValueError, match="playing"):
        take(state, Dealt())
    with pytest.raises(RuleViolation, match="not_your_turn"):
        take(state, Moved(1, DrawCard()))
