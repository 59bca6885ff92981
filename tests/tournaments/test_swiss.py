import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.pairing import next_plan
from eights.tournaments.past import Past
from eights.tournaments.plan import Impossible, PairingRules, RoundPlan, RoundResult, Table, TableResult
from eights.tournaments.swiss import EXACT
from tournaments.fields import as_seated, everybody, field_of, pairs, played, won

SWISS = PairingRules("swiss")


def paired(field: Sequence[str], history: Sequence[RoundResult], withdrawn: Sequence[str] = ()) -> RoundPlan:
    return next_plan(SWISS, field, history, bye_points=1, withdrawn=withdrawn)


def rounds_of(entrants: int, rounds: int, seed: int = 1) -> tuple[list[RoundPlan], list[RoundResult]]:
    chance = random.Random(seed)
    plans: list[RoundPlan] = []
    history: list[RoundResult] = []
    for _ in range(rounds):
        plans.append(paired(field_of(entrants), history))
        history.append(played(plans[-1], chance))
    return plans, history


@st.composite
def histories(draw: st.DrawFn, most: int = 7) -> tuple[tuple[str, ...], list[RoundResult]]:
    """A small field and rounds that somebody made without rhyme or reason."""
    field = field_of(draw(st.integers(2, most)))
    history = []
    for _ in range(draw(st.integers(0, 6))):
        order = draw(st.permutations(field))
        tables = [
            (one, other) if draw(st.booleans()) else (other, one)
            for one, other in zip(order[::2], order[1::2], strict=False)
        ]
        history.append(as_seated(*tables, byes=order[len(order) - len(order) % 2 :]))
    return field, history


def all_pairings(names: Sequence[str]) -> Iterator[tuple[tuple[tuple[str, str], ...], str | None]]:
    """Every way to pair the names, with the one who has the bye."""
    if len(names) % 2:
        for left_out in names:
            rest = [name for name in names if name != left_out]
            yield from ((pairing, left_out) for pairing, _ in all_pairings(rest))
    elif not names:
        yield (), None
    else:
        for other in names[1:]:
            rest = [name for name in names[1:] if name != other]
            yield from ((((names[0], other), *pairing), None) for pairing, _ in all_pairings(rest))


def worth(pairing: Sequence[Sequence[str]], bye: str | None, field: Sequence[str], past: Past) -> tuple[int, ...]:
    """How bad a pairing is by the first three criteria, worst first."""
    standing = past.by_standing(field)
    scores = sorted({past.points[name] for name in field})
    groups = [sorted(scores.index(past.points[name]) for name in pair) for pair in pairing]
    return (
        sum(past.met[one][other] for one, other in pairing),
        past.byes[bye] if bye else 0,
        -standing.index(bye) if bye else 0,
        sum((high - low) ** 2 for low, high in groups),
    )


def test_the_first_round_is_the_top_half_against_the_bottom_half() -> None:
    plan = paired(field_of(8), [])
    assert [set(table.seats) for table in plan.tables] == [{"e0", "e4"}, {"e1", "e5"}, {"e2", "e6"}, {"e3", "e7"}]


def test_in_the_first_round_the_better_seed_plays_first_at_every_other_table() -> None:
    assert [table.seats[0] for table in paired(field_of(8), []).tables] == ["e0", "e5", "e2", "e7"]


def test_the_first_bye_is_the_last_seeds() -> None:
    plan = paired(field_of(7), [])
    assert plan.byes == ("e6",)
    assert [set(table.seats) for table in plan.tables] == [{"e0", "e3"}, {"e1", "e4"}, {"e2", "e5"}]


def test_winners_meet_winners() -> None:
    history = [as_seated(("e0", "e4"), ("e5", "e1"), ("e2", "e6"), ("e7", "e3"))]
    assert [set(table.seats) for table in paired(field_of(8), history).tables] == [
        {"e0", "e5"},
        {"e2", "e7"},
        {"e1", "e4"},
        {"e3", "e6"},
    ]


def test_who_has_sat_first_sits_second_next_time() -> None:
    assert paired(field_of(2), [as_seated(("e0", "e1"))]).tables == (Table(("e1", "e0")),)


def test_of_equals_those_who_sat_first_meet_those_who_sat_second() -> None:
    drawn = RoundResult(tuple(won(Table(seats), [5, 5]) for seats in (("e0", "e2"), ("e1", "e3"))))
    assert [table.seats for table in paired(field_of(4), [drawn]).tables] == [("e3", "e0"), ("e2", "e1")]


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    history = [as_seated(("e0", "e1"), byes=["e2"])]
    assert paired(field_of(3), history).byes == ("e1",)


def test_a_second_bye_is_given_rather_than_a_pair_repeated() -> None:
    history = [as_seated(("e0", "e1"), byes=["e2"]), as_seated(("e0", "e2"), byes=["e0"])]
    plan = paired(field_of(3), history)
    assert plan.byes == ("e0",)
    assert pairs(plan) == [{"e1", "e2"}]


def test_two_small_differences_in_score_are_better_than_a_large_one() -> None:
    """Those with 3 and 2 points have met, so either 3 meets 1 and 2 meets 0, or 3 meets 0 and 2 meets 1."""
    history = [
        RoundResult(
            (
                TableResult(("e0", "e1"), (3, 2), (0, 0), (1, 2)),
                TableResult(("e2", "e3"), (1, 0), (0, 0), (1, 2)),
            )
        )
    ]
    assert pairs(paired(field_of(4), history)) == [{"e0", "e2"}, {"e1", "e3"}]


def test_who_came_late_is_paired_from_the_bottom() -> None:
    history = [as_seated(("e0", "e2"), ("e1", "e3"))]
    plan = paired(field_of(6), history)
    assert everybody(plan) == sorted(field_of(6))
    assert {"e0", "e1"} in [set(table.seats) for table in plan.tables]


def test_who_has_withdrawn_is_not_paired() -> None:
    history = [as_seated(("e0", "e2"), ("e1", "e3"))]
    assert everybody(paired(field_of(4), history, withdrawn=["e1", "e2"])) == ["e0", "e3"]


def test_who_met_only_on_paper_can_still_meet() -> None:
    """e1 forfeited against e0, who else would have to meet e2 again."""
    forfeited = RoundResult((TableResult(("e0", "e1"), (1, 0), (0, 0), (1, 2), absent=("e1",)),))
    history = [forfeited, as_seated(("e0", "e2"), ("e3", "e1")), as_seated(("e0", "e3"), ("e2", "e1"))]
    assert {"e0", "e1"} in pairs(paired(field_of(4), history))


@given(histories())
def test_no_other_pairing_of_few_is_better_by_repetitions_byes_and_scores(
    given_history: tuple[tuple[str, ...], list[RoundResult]],
) -> None:
    field, history = given_history
    past = Past(history, 1)
    plan = paired(field, history)
    assert everybody(plan) == sorted(field)
    made = worth([table.seats for table in plan.tables], plan.byes[0] if plan.byes else None, field, past)
    assert made == min(worth(pairing, bye, field, past) for pairing, bye in all_pairings(field))


@given(st.integers(2, 40), st.integers(0, 1000))
def test_nobody_meets_anybody_twice_or_has_two_byes_in_a_tournament_of_half_as_many_rounds(
    entrants: int, seed: int
) -> None:
    plans, _ = rounds_of(entrants, min(6, entrants // 2), seed)
    for plan in plans:
        assert everybody(plan) == sorted(field_of(entrants))
    met = [pair for plan in plans for pair in pairs(plan)]
    assert len(met) == len(set(met))
    byes = [name for plan in plans for name in plan.byes]
    assert len(byes) == len(set(byes))


@given(st.integers(8, 30), st.integers(0, 1000))
def test_nobody_sits_first_more_than_twice_as_often_as_second_or_the_other_way_round(entrants: int, seed: int) -> None:
    _, history = rounds_of(entrants, 6, seed)
    past = Past(history, 1)
    assert max(abs(past.seats[name][0] - past.seats[name][1]) for name in field_of(entrants)) <= 2


@pytest.mark.parametrize("entrants", [EXACT + 1, 301])
def test_large_fields_are_paired_without_repetition_and_close_in_score(entrants: int) -> None:
    plans, history = rounds_of(entrants, 5)
    met = [pair for plan in plans for pair in pairs(plan)]
    assert len(met) == len(set(met))
    past = Past(history[:4], 1)
    apart = [abs(past.points[one] - past.points[other]) for one, other in (table.seats for table in plans[4].tables)]
    assert max(apart) <= 1
    assert sum(apart) <= 10


def test_where_all_near_each_other_have_met_a_large_field_is_paired_from_further_off() -> None:
    """All are level; who has met whom are those up to 8 places apart, or about as far as top and bottom half are."""
    field = field_of(EXACT + 2)
    half = len(field) // 2
    met = [
        (one, other)
        for (place, one), (further, other) in combinations(enumerate(field), 2)
        if further - place <= 8 or abs(further - place - half) <= 8
    ]
    history = [RoundResult((TableResult(pair, (0, 0), (0, 0), (1, 1)),)) for pair in met]
    assert not set(pairs(paired(field, history))) & set(map(frozenset, met))


def test_every_process_finds_the_same_pairing() -> None:
    program = "from tournaments.test_swiss import rounds_of\nprint(rounds_of(31, 4)[0])"
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {f"{rounds_of(31, 4)[0]}\n"}


def test_one_entrant_alone_cannot_be_paired() -> None:
    with pytest.raises(Impossible, match="too_few_entrants"):
        paired(field_of(1), [])
    assert paired(field_of(2), []) == RoundPlan((Table(("e0", "e1")),))
