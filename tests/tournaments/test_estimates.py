import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.estimates import ThinkingTimes, estimate, mean_difference, thinking_times

finite = st.floats(-1000, 1000)


def test_deals_that_all_give_the_same_leave_no_doubt() -> None:
    certain = estimate([0.5] * 10)
    assert (certain.mean, certain.low, certain.high) == (0.5, 0.5, 0.5)


def test_four_times_the_deals_halve_the_interval() -> None:
    few, many = estimate([0.0, 1.0] * 500), estimate([0.0, 1.0] * 2000)
    assert few.margin == pytest.approx(2 * many.margin, rel=0.002)


@pytest.mark.parametrize("deals", [5, 400])
def test_about_95_of_100_intervals_include_the_truth(deals: int) -> None:
    chance = random.Random(1)
    intervals = [estimate([chance.gauss(1, 3) for _ in range(deals)]) for _ in range(1000)]
    including = sum(interval.includes(1) for interval in intervals)
    assert 930 < including < 970


@pytest.mark.parametrize(("deals", "quantile"), [(2, 12.7062), (3, 4.3027), (11, 2.2281), (121, 1.9799)])
def test_the_margin_is_the_tabulated_quantile_of_student_in_standard_errors(deals: int, quantile: float) -> None:
    by_deal = [float(number) for number in range(deals)]
    mean = sum(by_deal) / deals
    standard_error = (sum((value - mean) ** 2 for value in by_deal) / (deals - 1) / deals) ** 0.5
    assert estimate(by_deal).margin == pytest.approx(quantile * standard_error, rel=1e-4)


@pytest.mark.parametrize("by_deal", [[], [1.0]])
def test_fewer_than_two_deals_have_no_interval(by_deal: list[float]) -> None:
    with pytest.raises(ValueError, match="at least"):
        estimate(by_deal)


def test_what_the_cards_gave_to_both_falls_out_of_their_difference() -> None:
    cards = [random.Random(deal).uniform(-50, 50) for deal in range(40)]
    better, worse = [gift + 1 for gift in cards], cards
    assert estimate(better).includes(0)
    assert mean_difference(better, worse).low == pytest.approx(1)
    assert not mean_difference(better, worse).includes(0)


@given(st.lists(st.tuples(finite, finite), min_size=2, max_size=50))
def test_the_difference_seen_from_the_other_side_is_its_mirror_image(deals: list[tuple[float, float]]) -> None:
    one, other = zip(*deals, strict=True)
    there, back = mean_difference(one, other), mean_difference(other, one)
    assert there.mean == pytest.approx(-back.mean, abs=1e-9)
    assert there.margin == pytest.approx(back.margin, abs=1e-9)


def test_two_entrants_need_results_of_the_same_deals() -> None:
    with pytest.raises(ValueError, match="argument 2 is longer"):
        mean_difference([1, 2], [1, 2, 3])


def test_thinking_times_of_nothing_and_of_one_move() -> None:
    assert thinking_times([]) is None
    assert thinking_times([7]) == ThinkingTimes(7, 7)


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=300))
def test_half_and_99_of_100_moves_took_no_longer(times: list[int]) -> None:
    measured = thinking_times(times)
    assert measured is not None
    assert min(times) <= measured.p50 <= measured.p99 <= max(times)
    assert sum(time < measured.p50 for time in times) <= len(times) / 2
    assert sum(time > measured.p99 for time in times) <= 1 + len(times) / 100


def test_who_estimates_nothing_does_not_wait_for_scipy() -> None:
    program = "import sys, eights.tournaments.estimates; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
