"""A game is computed again from its chance, its rules and its steps."""

import random

import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.moves import DrawCard
from eights.rules.notation import read_step, step_text
from eights.rules.replay import Dealt, Moved, beginning, replayed, take
from eights.rules.state import Chance
from eights.rules.violations import RuleViolation
from rounds import laid, played_at_random

CHANCE = Chance(bytes(range(32)), "table", ("heads", "", "tails"))


@pytest.mark.parametrize("first_dealer", [None, 1])
def test_the_same_steps_lead_to_the_same_states(first_dealer: int | None) -> None:
    rules = resolve(variant("survivor"))
    played = list(played_at_random(beginning(rules, CHANCE, first_dealer), random.Random(3), most=300, leaving=0.01))
    written = [step_text(step) for step, _, _ in played]
    steps = map(read_step, written)
    assert list(replayed(beginning(rules, CHANCE, first_dealer), steps)) == [state for _, state, _ in played]


def test_a_step_that_cannot_be_taken_says_so() -> None:
    state = laid("KC QC", "2C 2D")
    with pytest.raises(ValueError, match="playing"):
        take(state, Dealt())
    with pytest.raises(RuleViolation, match="not_your_turn"):
        take(state, Moved(1, DrawCard()))
