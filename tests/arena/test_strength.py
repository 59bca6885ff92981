"""``steady`` is stronger than ``random``: shown on few deals of one seed; ``eights arena`` measures by how much."""

import pytest

from eights.arena.duplicate import Contest, play_deals
from eights.arena.standings import standings
from eights.rules.catalogue import Variant, variants


@pytest.mark.parametrize("variant", variants().values(), ids=lambda variant: variant.id)
def test_steady_does_clearly_better_than_three_random_bots(variant: Variant) -> None:
    entrants = ("steady", "random", "random", "random")
    steady, *_ = standings(entrants, play_deals(Contest(variant.rules, entrants, "strength"), range(60)))
    assert steady.won.low > 0.25
    assert steady.beaten.low > 0.5
