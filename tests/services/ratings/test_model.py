from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.services.ratings.model import shifts
from eights.services.ratings.rating import Rating, Shift

RATINGS = st.builds(Rating, st.floats(0, 60), st.floats(0.5, 9))
FINISHED = st.lists(st.tuples(RATINGS, st.integers(1, 6)), min_size=2, max_size=6)


def test_the_winner_rises_and_the_loser_falls_by_as_much_among_equals() -> None:
    won, lost = shifts([Rating(), Rating()], [1, 2])
    assert won.mu > 0
    assert won.mu == pytest.approx(-lost.mu)
    assert won.sigma_factor < 1


def test_a_tie_among_equals_moves_nobody() -> None:
    assert [shift.mu for shift in shifts([Rating(), Rating(), Rating()], [1, 1, 1])] == pytest.approx([0, 0, 0])


def test_who_loses_to_a_stronger_one_falls_less() -> None:
    _, to_equal = shifts([Rating(), Rating()], [1, 2])
    _, to_stronger = shifts([Rating(40.0, 2.0), Rating()], [1, 2])
    assert to_equal.mu < to_stronger.mu < 0


def test_a_rating_that_is_well_known_moves_less() -> None:
    known, new = shifts([Rating(25.0, 1.0), Rating()], [1, 2])
    assert 0 < known.mu < -new.mu


def orders(seats: int) -> Iterator[list[int]]:
    """Yield all orders of that many seats with ties, the seats by their places."""
    for ties in product((False, True), repeat=seats - 1):
        places = [1]
        for seat, tied in enumerate(ties, start=2):
            places.append(places[-1] if tied else seat)
        yield places


@pytest.mark.parametrize("seats", range(2, 13))
def test_among_equals_a_better_place_gains_no_less_and_an_equal_one_as_much(seats: int) -> None:
    for places in orders(seats):
        gains = [shift.mu for shift in shifts([Rating()] * seats, places)]
        for (place, gain), (next_place, next_gain) in pairwise(zip(places, gains, strict=True)):
            assert gain == pytest.approx(next_gain, abs=1e-9) if place == next_place else gain > next_gain


@given(FINISHED, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_makes_no_difference(finished: list[tuple[Rating, int]], chance: Random) -> None:
    order = list(range(len(finished)))
    chance.shuffle(order)
    straight = shifts(*map(list, zip(*finished, strict=True)))
    mixed = shifts(*map(list, zip(*(finished[seat] for seat in order), strict=True)))
    for place, seat in enumerate(order):
        assert mixed[place].mu == pytest.approx(straight[seat].mu, abs=1e-9)
        assert mixed[place].sigma_factor == pytest.approx(straight[seat].sigma_factor)


@given(FINISHED)
def test_first_never_falls_and_last_never_rises(finished: list[tuple[Rating, int]]) -> None:
    ratings, places = map(list, zip(*finished, strict=True))
    moved = shifts(ratings, places)
    for place, shift in zip(places, moved, strict=True):
        if places.count(place) == 1 and place == min(places):
            assert shift.mu >= 0
        if places.count(place) == 1 and place == max(places):
            assert shift.mu <= 0


@pytest.mark.parametrize(("mu", "factor"), [(float("nan"), 1.0), (float("inf"), 1.0), (0.0, 0.0), (0.0, -1.0)])
def test_what_is_no_shift_is_never_kept(mu: float, factor: float) -> None:
    with pytest.raises(ValueError, match="no rating can be shifted"):
        Shift(mu, factor)
