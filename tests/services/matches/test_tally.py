"""What complete deals say: each counts once, pairs are compared deal by deal."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.services.matches.tally import Difference, GameFact, complete_deals, tally_of


def game(*points: int, winner: int | None = 0, gave_up: tuple[int, ...] = (), times: int = 0) -> GameFact:
    thought = ((times,) * 3, *((),) * (len(points) - 1)) if times else ((),) * len(points)
    return GameFact(points, winner, gave_up, (1, *(0,) * (len(points) - 1)), thought)


def test_the_difference_is_taken_deal_by_deal_over_the_mean_of_its_games() -> None:
    deals = [[game(0, 10), game(4, 0)], [game(0, 2), game(0, 4)]]
    tally = tally_of(deals, 2)
    assert tally is not None
    [difference] = tally.differences
    # deal 1: 2 - 5; deal 2: 0 - 3
    assert (difference.one, difference.other, difference.mean, difference.margin) == (0, 1, -3.0, 0.0)
    assert not difference.includes_zero
    assert [entrant.points for entrant in tally.entrants] == [4, 16]
    assert [entrant.points_per_deal for entrant in tally.entrants] == [1.0, 4.0]


def test_the_interval_is_students_with_deals_as_the_unit() -> None:
    tally = tally_of([[game(0, 10)], [game(0, 2)], [game(3, 0)]], 2)
    assert tally is not None
    [difference] = tally.differences
    # -10, -2, 3: mean -3, standard deviation sqrt(43); Student's quantile for two degrees of freedom is 4.30265
    assert difference.mean == -3
    assert difference.margin == pytest.approx(4.302653 * math.sqrt(43 / 3), rel=1e-6)
    assert difference.includes_zero


def test_playing_a_deal_in_more_rotations_does_not_make_more_of_it() -> None:
    once = tally_of([[game(0, 10)], [game(0, 2)], [game(3, 0)]], 2)
    thrice = tally_of([[game(0, 10)] * 3, [game(0, 2)] * 3, [game(3, 0)] * 3], 2)
    assert once is not None
    assert thrice is not None
    assert once.differences == thrice.differences


def test_a_single_deal_gives_no_interval_and_shows_nothing() -> None:
    tally = tally_of([[game(0, 50), game(0, 50)]], 2)
    assert tally is not None
    assert (tally.differences[0].margin, tally.differences[0].includes_zero) == (None, True)
    assert tally.entrants[0].margin is None


def test_no_difference_at_all_includes_zero() -> None:
    assert Difference(0, 1, 0.0, 0.0).includes_zero


def test_wins_forfeits_attempts_and_times_are_counted() -> None:
    deals = [
        [game(0, 10, times=30), game(4, 0, winner=1, gave_up=(0,), times=50)],
        [game(0, 2, winner=None), game(1, 4)],
    ]
    tally = tally_of(deals, 2)
    assert tally is not None
    one, other = tally.entrants
    assert (one.wins, one.forfeits, one.illegal, one.p50_ms) == (2, 1, 4, 40.0)
    assert (other.wins, other.forfeits, other.illegal, other.p50_ms) == (1, 0, 0, None)
    assert (tally.deals, tally.games, tally.undecided) == (2, 4, 1)


def test_every_pair_is_compared() -> None:
    tally = tally_of([[game(0, 1, 2, 3)], [game(0, 2, 4, 6)]], 4)
    assert tally is not None
    assert [(one.one, one.other) for one in tally.differences] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert [one.mean for one in tally.differences] == [-1.5, -3.0, -4.5, -1.5, -3.0, -1.5]


def test_deals_that_lack_a_game_do_not_count_and_none_is_no_tally() -> None:
    facts = {0: game(0, 1), 1: game(0, 2), 3: game(0, 3)}
    assert complete_deals(facts, [(0, 1), (2, 3)]) == [[game(0, 1), game(0, 2)]]
    assert tally_of([], 2) is None


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=2, max_size=30))
def test_what_one_is_ahead_the_other_is_behind(points: list[tuple[int, int]]) -> None:
    there = tally_of([[game(*pair)] for pair in points], 2)
    back = tally_of([[game(*reversed(pair))] for pair in points], 2)
    assert there is not None
    assert back is not None
    [one], [other] = there.differences, back.differences
    assert one.mean == pytest.approx(-other.mean)
    assert one.margin == pytest.approx(other.margin)
    assert one.includes_zero == other.includes_zero
