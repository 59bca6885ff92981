from collections import Counter
from itertools import groupby

import pytest

from eights.tournaments.circle import circle_round, circle_rounds
from eights.tournaments.plan import RoundPlan
from tournaments.fields import everybody, field_of, pairs

SIZES = range(2, 33)


def cycle(entrants: int, times: int = 1) -> list[RoundPlan]:
    field = field_of(entrants)
    return [circle_round(field, number) for number in range(times * circle_rounds(entrants))]


def times_by_seat(plans: list[RoundPlan], seat: int) -> Counter[str]:
    return Counter(table.seats[seat] for plan in plans for table in plan.tables)


@pytest.mark.parametrize("entrants", SIZES)
def test_every_pair_meets_exactly_once(entrants: int) -> None:
    met = Counter(pair for plan in cycle(entrants) for pair in pairs(plan))
    assert set(met.values()) == {1}
    assert len(met) == entrants * (entrants - 1) // 2


@pytest.mark.parametrize("entrants", SIZES)
def test_everybody_sits_exactly_once_a_round_or_has_a_bye(entrants: int) -> None:
    for plan in cycle(entrants):
        assert everybody(plan) == sorted(field_of(entrants))
        assert len(plan.byes) == entrants % 2


@pytest.mark.parametrize("entrants", [3, 5, 9, 31])
def test_with_an_odd_number_each_has_one_bye_in_turn(entrants: int) -> None:
    assert Counter(name for plan in cycle(entrants) for name in plan.byes) == Counter(field_of(entrants))


@pytest.mark.parametrize("entrants", SIZES)
def test_nobody_plays_first_more_than_once_more_than_second(entrants: int) -> None:
    first, second = (times_by_seat(cycle(entrants), seat) for seat in (0, 1))
    assert {abs(first[name] - second[name]) for name in field_of(entrants)} == {1 - entrants % 2}


@pytest.mark.parametrize("entrants", SIZES)
def test_a_second_cycle_evens_the_seats_out(entrants: int) -> None:
    plans = cycle(entrants, times=2)
    assert times_by_seat(plans, 0) == times_by_seat(plans, 1)
    assert set(Counter(pair for plan in plans for pair in pairs(plan)).values()) == {2}


def test_whoever_was_to_meet_somebody_who_left_has_a_bye() -> None:
    field = field_of(6)
    for number in range(5):
        whole, thinned = circle_round(field, number), circle_round(field, number, withdrawn={"e2"})
        met = next(pair for pair in pairs(whole) if "e2" in pair)
        assert set(thinned.byes) == met - {"e2"}
        assert set(thinned.tables) == {table for table in whole.tables if "e2" not in table.seats}


@pytest.mark.parametrize("entrants", SIZES)
def test_nobody_plays_first_or_second_more_than_twice_on_end(entrants: int) -> None:
    plans = cycle(entrants)
    for name in field_of(entrants):
        taken = [table.seats.index(name) for plan in plans for table in plan.tables if name in table.seats]
        assert max(len(list(run)) for _, run in groupby(taken)) <= 2
