from collections import Counter

import pytest

from eights.tournaments.pairing import next_plan, own_rounds, takes_late_entries
from eights.tournaments.plan import BLOCKERS, Impossible, PairingRules, RoundResult
from tournaments.fields import as_seated, field_of, pairs

ROUND_ROBIN = PairingRules("round_robin")


def blocked(rules: PairingRules, entrants: int, history: list[RoundResult]) -> list[tuple[str, dict[str, int | str]]]:
    with pytest.raises(Impossible) as refused:
        next_plan(rules, field_of(entrants), history, bye_points=1)
    assert {blocker.code for blocker in refused.value.blockers} <= set(BLOCKERS)
    return [(blocker.code, blocker.details) for blocker in refused.value.blockers]


def all_rounds(entrants: int) -> list[RoundResult]:
    history: list[RoundResult] = []
    for _ in range(own_rounds(ROUND_ROBIN, entrants) or 0):
        plan = next_plan(ROUND_ROBIN, field_of(entrants), history, bye_points=1)
        history.append(as_seated(*(table.seats for table in plan.tables), byes=plan.byes))
    return history


def test_a_round_robin_ends_when_every_pair_has_met() -> None:
    history = all_rounds(5)
    met = Counter(frozenset(table.seats) for result in history for table in result.tables)
    assert (len(met), set(met.values())) == (10, {1})
    assert blocked(ROUND_ROBIN, 5, history) == [("all_rounds_played", {"rounds": 5})]


def test_a_swiss_ends_after_the_rounds_that_were_chosen() -> None:
    history = [as_seated(("e0", "e2"), ("e1", "e3"))]
    assert blocked(PairingRules("swiss", rounds=1), 4, history) == [("all_rounds_played", {"rounds": 1})]
    assert next_plan(PairingRules("swiss", rounds=2), field_of(4), history, bye_points=1).tables


@pytest.mark.parametrize("format_", ["round_robin", "knockout"])
def test_only_a_swiss_takes_late_entries(format_: str) -> None:
    rules = PairingRules("knockout" if format_ == "knockout" else "round_robin")
    history = [as_seated(("e0", "e3"), ("e1", "e2"))]
    assert not takes_late_entries(rules)
    assert blocked(rules, 6, history) == [
        ("late_entry_impossible", {"entrant": "e4"}),
        ("late_entry_impossible", {"entrant": "e5"}),
    ]
    assert takes_late_entries(PairingRules("swiss"))
    assert next_plan(PairingRules("swiss"), field_of(6), history, bye_points=1).tables


def test_a_history_of_others_is_refused() -> None:
    history = [as_seated(("e0", "x"), byes=["y"])]
    assert blocked(PairingRules("swiss"), 2, history) == [
        ("pairing_impossible", {"entrant": "x"}),
        ("pairing_impossible", {"entrant": "y"}),
    ]


def test_when_many_have_left_a_round_robin_goes_on_with_the_pairs_that_remain() -> None:
    history: list[RoundResult] = []
    met = []
    for _ in range(3):
        plan = next_plan(ROUND_ROBIN, field_of(4), history, bye_points=1, withdrawn=("e1", "e2"))
        met += pairs(plan)
        history.append(as_seated(*(table.seats for table in plan.tables), byes=plan.byes))
    assert met == [{"e0", "e3"}]
    with pytest.raises(Impossible, match="too_few_entrants"):
        next_plan(ROUND_ROBIN, field_of(4), history[:1], bye_points=1, withdrawn=("e1", "e2", "e3"))


def test_an_odd_round_robin_without_byes_is_impossible() -> None:
    assert blocked(PairingRules("round_robin", byes=False), 5, [])[0][0] == "tables_impossible"


@pytest.mark.parametrize(
    ("rules", "entrants", "rounds"),
    [
        (ROUND_ROBIN, 6, 5),
        (ROUND_ROBIN, 7, 7),
        (PairingRules("round_robin", table_size=4), 16, 5),
        (PairingRules("round_robin", table_size=4), 7, 3),
        (PairingRules("knockout"), 16, 4),
        (PairingRules("knockout"), 17, 5),
        (PairingRules("knockout", table_size=4), 16, 4),
        (PairingRules("swiss"), 16, None),
    ],
)
def test_a_format_says_how_many_rounds_it_has_by_itself(rules: PairingRules, entrants: int, rounds: int | None) -> None:
    assert own_rounds(rules, entrants) == rounds
