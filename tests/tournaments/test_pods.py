import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.pairing import next_plan, own_rounds
from eights.tournaments.past import Past
from eights.tournaments.plan import PairingRules, RoundPlan, RoundResult
from eights.tournaments.pods import repeated_meetings
from tournaments.fields import as_seated, everybody, field_of, pairs, played

sizes = st.integers(3, 6)


def tournament(rules: PairingRules, entrants: int, rounds: int, seed: int = 1) -> tuple[list[RoundPlan], Past]:
    chance = random.Random(seed)
    plans: list[RoundPlan] = []
    history: list[RoundResult] = []
    for _ in range(rounds):
        plans.append(next_plan(rules, field_of(entrants), history, bye_points=rules.table_size - 1))
        history.append(played(plans[-1], chance, rules.table_size))
    return plans, Past(history, rules.table_size - 1)


def meetings(plans: list[RoundPlan], entrants: int) -> Counter[int]:
    """How many pairs met how often."""
    met = Counter(pair for plan in plans for pair in pairs(plan))
    return Counter(met[frozenset(pair)] for pair in combinations(field_of(entrants), 2))


def test_the_first_round_gives_each_table_its_share_of_the_seeding() -> None:
    plan = next_plan(PairingRules("swiss", table_size=4), field_of(8), [], bye_points=3)
    assert [set(table.seats) for table in plan.tables] == [{"e0", "e2", "e4", "e6"}, {"e1", "e3", "e5", "e7"}]


def test_the_next_tables_are_filled_by_standing_with_those_who_have_not_met() -> None:
    """The winners first: e0, e1 and e2; each with the best of those that it has not met."""
    history = [as_seated(("e0", "e3", "e6"), ("e1", "e4", "e7"), ("e2", "e5", "e8"))]
    plan = next_plan(PairingRules("swiss", table_size=3), field_of(9), history, bye_points=2)
    assert set(plan.tables[0].seats) == {"e0", "e1", "e2"}
    assert set(plan.tables[1].seats) == {"e3", "e4", "e5"}
    assert repeated_meetings([table.seats for table in plan.tables], Past(history, 2)) == 0


@pytest.mark.parametrize(("entrants", "size"), [(9, 3), (16, 4), (25, 5)])
def test_a_round_robin_of_a_square_number_lets_every_pair_meet_exactly_once(entrants: int, size: int) -> None:
    rules = PairingRules("round_robin", table_size=size)
    plans, _ = tournament(rules, entrants, own_rounds(rules, entrants) or 0)
    assert meetings(plans, entrants) == {1: entrants * (entrants - 1) // 2}


@given(sizes, st.integers(3, 14))
def test_a_round_robin_lets_no_pair_meet_more_than_three_times(size: int, entrants: int) -> None:
    rules = PairingRules("round_robin", table_size=size)
    plans, _ = tournament(rules, entrants, own_rounds(rules, entrants) or 0)
    assert max(meetings(plans, entrants)) <= 3


@given(sizes, st.integers(3, 40), st.sampled_from(["swiss", "round_robin"]), st.booleans(), st.integers(0, 99))
def test_everybody_sits_exactly_once_or_has_a_bye(
    size: int, entrants: int, format_: str, equal: bool, seed: int
) -> None:
    rules = PairingRules("swiss" if format_ == "swiss" else "round_robin", size, equal_tables=equal, rounds=4)
    plans, past = tournament(rules, entrants, 3, seed)
    for plan in plans:
        assert everybody(plan) == sorted(field_of(entrants))
        taken = {len(table.seats) for table in plan.tables}
        assert max(taken) <= size
        assert max(taken) - min(taken) <= (0 if equal else 1)
        assert equal or not plan.byes
    had = [past.byes[name] for name in field_of(entrants)]
    assert max(had) - min(had) <= 1


@given(sizes, st.integers(6, 24), st.integers(0, 99))
def test_no_exchange_of_two_would_repeat_less(size: int, entrants: int, seed: int) -> None:
    rules = PairingRules("swiss", table_size=size)
    chance = random.Random(seed)
    history: list[RoundResult] = []
    for _ in range(3):
        history.append(played(next_plan(rules, field_of(entrants), history, bye_points=0), chance, size))
    past = Past(history, 0)
    plan = next_plan(rules, field_of(entrants), history, bye_points=0)
    groups = [list(table.seats) for table in plan.tables]
    made = repeated_meetings(groups, past)
    for one, other in combinations(field_of(entrants), 2):
        swapped = [[{one: other, other: one}.get(name, name) for name in group] for group in groups]
        assert repeated_meetings(swapped, past) >= made


@given(sizes, st.integers(1, 5), st.integers(0, 99))
def test_nobody_has_a_seat_far_more_often_than_another(size: int, tables: int, seed: int) -> None:
    _, past = tournament(PairingRules("swiss", table_size=size), size * tables, 2 * size, seed)
    for name in field_of(size * tables):
        counts = past.seats[name][:size]
        assert max(counts) - min(counts) <= 3


def test_the_first_byes_at_full_tables_go_to_the_lowest() -> None:
    rules = PairingRules("swiss", table_size=4, smallest_table=4)
    assert set(next_plan(rules, field_of(7), [], bye_points=3).byes) == {"e4", "e5", "e6"}


def test_who_is_left_over_at_full_tables_has_had_the_fewest_byes() -> None:
    rules = PairingRules("swiss", table_size=4, smallest_table=4)
    plans, past = tournament(rules, 7, 7)
    assert {len(plan.byes) for plan in plans} == {3}
    assert {past.byes[name] for name in field_of(7)} == {3}
