import random

import pytest

from eights.arena.estimates import estimate


def test_deals_that_all_give_the_same_leave_no_doubt() -> None:
    certain = estimate([0.5] * 10)
    assert (certain.mean, certain.low, certain.high) == (0.5, 0.5, 0.5)


def test_four_times_the_deals_halve_the_interval() -> None:
    few, many = estimate([0.0, 1.0] * 500), estimate([0.0, 1.0] * 2000)
    assert few.margin == pytest.approx(2 * many.margin, rel=0.001)


def test_about_95_of_100_intervals_include_the_truth() -> None:
    chance = random.Random(1)
    intervals = [estimate([chance.choice((0.0, 0.25, 1.0)) for _ in range(400)]) for _ in range(1000)]
    including = sum(interval.includes(1.25 / 3) for interval in intervals)
    assert 930 < including < 970
