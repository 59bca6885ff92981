import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.matchings import by_cost
from eights.tournaments.outlook import disjoint_matchings
from eights.tournaments.pairing import next_plan
from eights.tournaments.plan import PairingRules, RoundPlan, RoundResult, TableResult
from tournaments.fields import as_seated, field_of, pairs, played


def event(entrants: int, rounds: int, seed: int) -> list[RoundPlan]:
    chance = random.Random(seed)
    plans: list[RoundPlan] = []
    history: list[RoundResult] = []
    for _ in range(rounds):
        plans.append(next_plan(PairingRules("swiss", rounds=rounds), field_of(entrants), history, bye_points=1))
        history.append(played(plans[-1], chance))
    return plans


@given(st.integers(4, 20), st.data())
def test_no_round_up_to_the_last_possible_repeats_a_pairing_or_a_bye(entrants: int, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(1, entrants - 1 + entrants % 2))
    plans = event(entrants, rounds, data.draw(st.integers(0, 1000)))
    met = [pair for plan in plans for pair in pairs(plan)]
    byes = [name for plan in plans for name in plan.byes]
    assert len(met) == len(set(met))
    assert len(byes) == len(set(byes))
    assert not any(plan.warnings for plan in plans)


@pytest.mark.parametrize("seed", range(20))
def test_six_entrants_have_four_rounds_without_a_repeated_pairing(seed: int) -> None:
    met = [pair for plan in event(6, 4, seed) for pair in pairs(plan)]
    assert len(met) == len(set(met))


def test_more_rounds_than_there_are_opponents_are_told_from_the_first_round_on() -> None:
    first, _, _, fourth = event(4, 4, 1)
    assert [(warned.code, warned.details) for warned in first.warnings] == [
        ("rounds_run_out", {"left": 3, "possible": 2})
    ]
    assert [warned.code for warned in fourth.warnings] == ["pairing_repeated"] * 2
    assert all(warned.details["times"] == 2 for warned in fourth.warnings)


def test_a_second_bye_is_told() -> None:
    history = [as_seated(("e0", "e1"), byes=["e2"]), as_seated(("e0", "e2"), byes=["e0"])]
    plan = next_plan(PairingRules("swiss", rounds=3), field_of(3), history, bye_points=1)
    assert [(warned.code, warned.details) for warned in plan.warnings] == [
        ("second_bye", {"entrant": "e0", "times": 2})
    ]


def test_who_has_won_against_an_empty_chair_has_no_bye_while_another_can_have_it() -> None:
    """FIDE Handbook C.04.1, article 4. The lowest, e4, would have the bye, but e5 never came to meet it."""
    tables = [TableResult(pair, (3, 2), (0, 0), (1, 2)) for pair in (("e0", "e1"), ("e2", "e3"))]
    empty_chair = TableResult(("e4", "e5"), (1, 0), (0, 0), (1, 2), absent=("e5",))
    history = [RoundResult((*tables, empty_chair))]
    swiss = PairingRules("swiss", rounds=3)
    assert next_plan(swiss, field_of(6), history, bye_points=1, withdrawn=["e5"]).byes == ("e3",)


@given(st.integers(2, 12).map(lambda half: 2 * half))
def test_a_complete_graph_falls_into_as_many_rounds_as_there_are_opponents(nodes: int) -> None:
    full = [(1 << nodes) - 1 - (1 << node) for node in range(nodes)]
    found = disjoint_matchings(full, nodes - 1)
    assert found is not None
    assert sorted(pair for matching in found for pair in matching) == list(combinations(range(nodes), 2))


def test_two_triangles_have_no_round_at_all() -> None:
    assert disjoint_matchings([0b110, 0b101, 0b011, 0b110000, 0b101000, 0b011000], 1) is None


def test_matchings_come_in_order_of_cost_and_each_once() -> None:
    chance = random.Random(3)
    costs = {pair: chance.randrange(100) for pair in combinations(range(6), 2)}
    found = list(by_cost(costs, 6))
    totals = [sum(costs[pair] for pair in matching) for matching in found]
    assert totals == sorted(totals)
    assert len(set(found)) == len(found) == 15
