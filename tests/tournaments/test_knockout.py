import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.knockout import going_on, still_in, tied_at_the_cut
from eights.tournaments.pairing import next_plan, own_rounds
from eights.tournaments.places import void_result
from eights.tournaments.plan import Impossible, PairingRules, RoundPlan, RoundResult, Table
from tournaments.fields import as_seated, everybody, field_of, pairs, played, won

KNOCKOUT = PairingRules("knockout")
tables_of = st.integers(2, 6).flatmap(lambda size: st.tuples(st.just(size), st.integers(2, size)))


def paired(
    entrants: int, history: list[RoundResult], rules: PairingRules = KNOCKOUT, withdrawn: tuple[str, ...] = ()
) -> RoundPlan:
    return next_plan(rules, field_of(entrants), history, bye_points=1, withdrawn=withdrawn)


def blockers(
    entrants: int, history: list[RoundResult], rules: PairingRules = KNOCKOUT, withdrawn: tuple[str, ...] = ()
) -> list[tuple[str, dict[str, int | str]]]:
    with pytest.raises(Impossible) as refused:
        paired(entrants, history, rules, withdrawn)
    return [(blocker.code, blocker.details) for blocker in refused.value.blockers]


def to_the_end(rules: PairingRules, entrants: int, chance: random.Random) -> tuple[list[RoundResult], str]:
    """All rounds, each checked for being complete, and the winner."""
    history: list[RoundResult] = []
    while True:
        try:
            plan = paired(entrants, history, rules)
        except Impossible as over:
            (blocker,) = over.blockers
            assert blocker.code == "decided"
            return history, str(blocker.details["winner"])
        assert everybody(plan) == sorted(still_in(field_of(entrants), history))
        history.append(played(plan, chance, rules.table_size))


def test_the_first_plays_the_last_and_the_first_two_are_in_different_halves() -> None:
    assert [set(table.seats) for table in paired(8, []).tables] == [
        {"e0", "e7"},
        {"e3", "e4"},
        {"e1", "e6"},
        {"e2", "e5"},
    ]


def test_winners_meet_their_neighbours() -> None:
    history = [as_seated(("e7", "e0"), ("e3", "e4"), ("e1", "e6"), ("e5", "e2"))]
    assert [set(table.seats) for table in paired(8, history).tables] == [{"e7", "e3"}, {"e1", "e5"}]


def test_byes_go_to_the_first_seeds_in_the_first_round_only() -> None:
    plan = paired(5, [])
    assert set(plan.byes) == {"e0", "e1", "e2"}
    assert pairs(plan) == [{"e3", "e4"}]
    after = paired(5, [as_seated(("e4", "e3"), byes=plan.byes)])
    assert (pairs(after), after.byes) == ([{"e0", "e4"}, {"e1", "e2"}], ())


@pytest.mark.parametrize("entrants", range(2, 41))
def test_if_the_better_seed_always_wins_the_first_two_meet_in_the_last_round(entrants: int) -> None:
    history: list[RoundResult] = []
    for _ in range(own_rounds(KNOCKOUT, entrants) or 0):
        plan = paired(entrants, history)
        history.append(as_seated(*(sorted(t.seats, key=lambda n: int(n[1:])) for t in plan.tables), byes=plan.byes))
    assert pairs(plan) == [{"e0", "e1"}]
    assert blockers(entrants, history) == [("decided", {"winner": "e0"})]


@given(tables_of, st.integers(2, 40), st.randoms(use_true_random=False))
def test_one_is_left_after_as_many_rounds_as_was_said(
    sizes: tuple[int, int], entrants: int, chance: random.Random
) -> None:
    rules = PairingRules("knockout", sizes[1], min(sizes))
    history, winner = to_the_end(rules, entrants, chance)
    assert winner in field_of(entrants)
    assert len(history) == own_rounds(rules, entrants)


def test_at_tables_of_four_two_go_on_and_the_seeds_are_dealt_to_and_fro() -> None:
    rules = PairingRules("knockout", table_size=4)
    plan = paired(8, [], rules)
    assert [set(table.seats) for table in plan.tables] == [{"e0", "e3", "e4", "e7"}, {"e1", "e2", "e5", "e6"}]
    history = [as_seated(("e7", "e4", "e3", "e0"), ("e1", "e2", "e5", "e6"))]
    assert everybody(paired(8, history, rules)) == ["e1", "e2", "e4", "e7"]


@pytest.mark.parametrize(("seats", "on"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_of_a_table_goes_on_rounded_down(seats: int, on: int) -> None:
    (result,) = as_seated(field_of(6)[:seats]).tables
    assert going_on(result, field_of(6)) == field_of(6)[:on]
    assert not tied_at_the_cut(result)


def test_on_a_remaining_tie_the_higher_seed_goes_on() -> None:
    result = won(Table(("e3", "e2", "e0", "e1")), [4, 9, 9, 30], 4)
    assert tied_at_the_cut(result)
    assert going_on(result, field_of(4)) == ("e3", "e0")


def test_a_tie_among_those_who_go_on_decides_nothing() -> None:
    assert not tied_at_the_cut(won(Table(("e0", "e1", "e2", "e3")), [4, 4, 9, 9], 4))


def test_who_is_absent_does_not_go_on_while_somebody_else_can() -> None:
    (result,) = as_seated(("e0", "e1")).tables
    forfeited = type(result)(result.seats, (0, 1), (0, 0), (1, 1), absent=("e0",))
    assert going_on(forfeited, field_of(2)) == ("e1",)
    assert not tied_at_the_cut(forfeited)
    assert going_on(void_result(Table(("e1", "e0"))), field_of(2)) == ("e0",)


def test_whoever_was_to_meet_somebody_who_left_goes_on_without_playing() -> None:
    history = [as_seated(("e0", "e7"), ("e3", "e4"), ("e1", "e6"), ("e2", "e5"))]
    plan = paired(8, history, withdrawn=("e3",))
    assert (pairs(plan), plan.byes) == ([{"e1", "e2"}], ("e0",))
    final = paired(8, [*history, as_seated(("e2", "e1"), byes=["e0"])], withdrawn=("e3",))
    assert pairs(final) == [{"e0", "e2"}]


def test_when_both_opponents_left_the_two_who_remain_meet_at_once() -> None:
    history = [as_seated(("e0", "e3"), ("e1", "e2"))]
    assert blockers(4, history, withdrawn=("e1",)) == [("decided", {"winner": "e0"})]
    history = [as_seated(("e0", "e7"), ("e3", "e4"), ("e1", "e6"), ("e2", "e5"))]
    assert pairs(paired(8, history, withdrawn=("e3", "e2"))) == [{"e0", "e1"}]


def test_everybody_left() -> None:
    codes = [code for code, _ in blockers(2, [], withdrawn=("e0", "e1"))]
    assert codes == ["too_few_entrants"]


def test_a_round_made_by_hand_is_followed_by_a_new_bracket() -> None:
    history = [as_seated(("e0", "e1"), ("e7", "e2"), ("e3", "e5"), ("e6", "e4"))]
    assert pairs(paired(8, history)) == [{"e0", "e7"}, {"e3", "e6"}]


def test_without_byes_the_numbers_have_to_come_out_even() -> None:
    strict = PairingRules("knockout", byes=False)
    assert blockers(6, [], strict) == [("tables_impossible", {"entrants": 6, "table_size": 2, "smallest_table": 2})]
    assert len(paired(8, [], strict).tables) == 4
    with pytest.raises(Impossible, match="tables_impossible"):
        own_rounds(strict, 6)
