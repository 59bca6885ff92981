import pytest

from eights.arena.duplicate import DealResult
from eights.arena.standings import standings

RESULTS = [
    DealResult(2, 0, wins=(2, 0), beaten=(2.0, 0.0), points=(0, 30), choices=(10, 10), nanoseconds=(5000, 1000)),
    DealResult(2, 1, wins=(1, 0), beaten=(1.5, 0.5), points=(10, 30), choices=(10, 30), nanoseconds=(5000, 1000)),
]


def test_standings_are_means_over_deals() -> None:
    first, second = standings(("steady", "random"), RESULTS)
    assert (first.entrant, second.entrant) == ("steady", "random")
    assert (first.won.mean, second.won.mean) == (0.75, 0.0)
    assert (first.beaten.mean, second.beaten.mean) == (0.875, 0.125)
    assert (first.points.mean, second.points.mean) == (2.5, 15.0)
    assert second.points.margin == 0.0
    assert first.seconds_a_move == pytest.approx(5e-7)
