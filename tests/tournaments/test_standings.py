import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.pairing import next_plan
from eights.tournaments.places import void_result
from eights.tournaments.plan import PairingRules, RoundResult, Table, TableResult
from eights.tournaments.standings import Standing, standings
from eights.tournaments.tie_breaks import TIE_BREAK_TEXTS, TIE_BREAKS
from tournaments.fields import as_seated, field_of, played, won


def ranked(history: list[RoundResult], entrants: int = 4) -> dict[str, Standing]:
    return {line.entrant: line for line in standings(field_of(entrants), history, bye_points=1)}


def places_of(lines: dict[str, Standing]) -> dict[str, int]:
    return {name: line.place for name, line in lines.items()}


def tie_break(line: Standing, name: str) -> float | None:
    return dict(zip(TIE_BREAKS, line.tie_breaks, strict=True))[name]  # type: ignore[index]


def forfeit(winner: str, absent: str) -> RoundResult:
    return RoundResult((TableResult((winner, absent), (1, 0), (0, 0), (1, 2), absent=(absent,)),))


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[tuple[str, ...], list[RoundResult]]:
    size = draw(st.integers(2, 4))
    field = field_of(draw(st.integers(size, 12)))
    chance = draw(st.randoms(use_true_random=False))
    history: list[RoundResult] = []
    for _ in range(draw(st.integers(0, 4))):
        plan = next_plan(PairingRules("swiss", size), field, history, bye_points=1)
        history.append(played(plan, random.Random(chance.randrange(1000)), size))
    return field, history


def test_before_the_first_round_everybody_shares_the_first_place_in_seeding_order() -> None:
    lines = standings(field_of(3), [], bye_points=1)
    assert [(line.entrant, line.place, line.points) for line in lines] == [("e0", 1, 0), ("e1", 1, 0), ("e2", 1, 0)]


def test_more_points_come_first() -> None:
    lines = ranked([as_seated(("e2", "e0"), ("e1", "e3")), as_seated(("e2", "e1"), ("e3", "e0"))])
    assert (lines["e2"].points, lines["e2"].place) == (2, 1)
    assert lines["e0"].place == 4


def test_of_two_with_equal_points_the_one_who_beat_the_other_comes_first() -> None:
    history = [as_seated(("e1", "e0"), ("e2", "e3")), as_seated(("e0", "e2"), ("e3", "e1"))]
    lines = ranked([history[0], RoundResult((won(Table(("e2", "e3")), [1, 9]),), ("e0",))], 4)
    assert (tie_break(lines["e1"], "direct_encounter"), tie_break(lines["e0"], "direct_encounter")) == (1, 0)
    assert lines["e1"].place < lines["e0"].place


def test_a_direct_encounter_decides_nothing_unless_all_have_met() -> None:
    """All four have one point, and e0 has beaten e1, but neither has met e2."""
    lines = ranked([as_seated(("e0", "e1"), ("e2", "e3")), as_seated(("e1", "e2"), ("e3", "e0"))])
    assert {line.points for line in lines.values()} == {1}
    assert {tie_break(line, "direct_encounter") for line in lines.values()} == {None}


def test_buchholz_adds_up_the_final_points_of_the_opponents() -> None:
    lines = ranked([as_seated(("e0", "e1"), ("e2", "e3")), as_seated(("e0", "e2"), ("e1", "e3"))])
    assert {name: tie_break(line, "buchholz") for name, line in lines.items()} == {"e0": 2, "e1": 2, "e2": 2, "e3": 2}
    assert {name: tie_break(line, "sonneborn_berger") for name, line in lines.items()} == {
        "e0": 2,
        "e1": 0,
        "e2": 0,
        "e3": 0,
    }


def test_the_stronger_opponents_decide() -> None:
    """e0 and e3 have a win each and never met; e0's opponent has won its other game, e3's has lost it."""
    history = [
        as_seated(("e0", "e1"), ("e3", "e2"), byes=["e4"]),
        as_seated(("e1", "e2"), byes=[]),
    ]
    lines = ranked(history, 5)
    assert lines["e0"].points == lines["e3"].points == 1
    assert tie_break(lines["e0"], "buchholz") == 2
    assert tie_break(lines["e3"], "buchholz") == 1
    assert lines["e0"].place < lines["e3"].place


def test_the_points_difference_is_the_last_before_a_shared_place() -> None:
    history = [RoundResult((won(Table(("e0", "e1")), [0, 10]), won(Table(("e2", "e3")), [0, 30])))]
    assert places_of(ranked(history)) == {"e2": 1, "e0": 2, "e1": 3, "e3": 4}
    level = [RoundResult((won(Table(("e0", "e1")), [0, 10]), won(Table(("e2", "e3")), [0, 10])))]
    assert places_of(ranked(level)) == {"e0": 1, "e2": 1, "e1": 3, "e3": 3}


def test_a_bye_counts_as_a_draw_against_ones_own_points() -> None:
    line = ranked([RoundResult((), ("e0",))], 1)["e0"]
    assert (line.points, line.byes, line.played) == (1, 1, 0)
    assert (tie_break(line, "buchholz"), tie_break(line, "sonneborn_berger")) == (1, 0.5)


def test_a_forfeit_counts_against_ones_own_points_and_nobody_has_met() -> None:
    lines = ranked([forfeit("e0", "e1")], 2)
    assert (tie_break(lines["e0"], "buchholz"), tie_break(lines["e0"], "sonneborn_berger")) == (1, 1)
    assert (tie_break(lines["e1"], "buchholz"), tie_break(lines["e1"], "sonneborn_berger")) == (0, 0)
    assert {line.played for line in lines.values()} == {0}


def test_a_void_table_gives_nothing_to_anybody() -> None:
    lines = ranked([RoundResult((void_result(Table(("e0", "e1"))),))], 2)
    assert {(line.points, line.place, line.played) for line in lines.values()} == {(0, 1, 0)}


def test_who_came_late_or_left_has_a_line() -> None:
    history = [as_seated(("e0", "e1")), as_seated(("e0", "e2"))]
    lines = {line.entrant: line for line in standings(field_of(4), history, bye_points=1, withdrawn={"e1"})}
    assert [lines[name].withdrawn for name in field_of(4)] == [False, True, False, False]
    assert (lines["e3"].points, lines["e3"].played) == (0, 0)
    assert [lines[name].played for name in field_of(3)] == [2, 1, 1]


def test_at_a_table_of_four_all_others_are_opponents() -> None:
    lines = ranked([as_seated(("e0", "e1", "e2", "e3"))])
    assert [lines[name].points for name in field_of(4)] == [3, 2, 1, 0]
    assert tie_break(lines["e0"], "buchholz") == 1
    assert tie_break(lines["e1"], "buchholz") == pytest.approx(4 / 3, abs=1e-6)
    assert tie_break(lines["e1"], "sonneborn_berger") == pytest.approx(1 / 3, abs=1e-6)


def test_in_a_knockout_who_got_further_comes_first_whatever_byes_gave() -> None:
    history = [as_seated(("e3", "e4"), byes=["e0", "e1", "e2"]), as_seated(("e3", "e0"), ("e1", "e2"))]
    lines = {line.entrant: line for line in standings(field_of(5), history, bye_points=9, knockout=True)}
    assert {name: line.survived for name, line in lines.items()} == {"e0": 1, "e1": 2, "e2": 1, "e3": 2, "e4": 0}
    assert lines["e3"].points < lines["e0"].points
    assert lines["e3"].place < lines["e0"].place


def test_every_tie_break_is_explained_in_both_languages() -> None:
    assert set(TIE_BREAK_TEXTS) == set(TIE_BREAKS)
    assert all(text.en != text.fr for text in TIE_BREAK_TEXTS.values())


@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_is_the_same_whatever_order_the_entrants_are_given_in(
    tournament: tuple[tuple[str, ...], list[RoundResult]], chance: random.Random
) -> None:
    field, history = tournament
    shuffled = list(field)
    chance.shuffle(shuffled)
    one, other = (standings(names, history, bye_points=1) for names in (field, shuffled))
    assert sorted(one, key=lambda line: line.entrant) == sorted(other, key=lambda line: line.entrant)


@given(tournaments())
def test_the_places_are_a_total_preorder_that_follows_the_points(
    tournament: tuple[tuple[str, ...], list[RoundResult]],
) -> None:
    field, history = tournament
    lines = standings(field, history, bye_points=1)
    assert sorted(line.entrant for line in lines) == sorted(field)
    assert lines[0].place == 1
    for number, (better, worse) in enumerate(pairwise(lines), start=2):
        assert worse.place in (better.place, number)
        assert better.points >= worse.points
        if better.place == worse.place:
            assert (better.points, better.tie_breaks) == (worse.points, worse.tie_breaks)
        elif better.points == worse.points:
            assert better.tie_breaks != worse.tie_breaks


@given(tournaments())
def test_all_points_that_were_given_are_in_the_standings(
    tournament: tuple[tuple[str, ...], list[RoundResult]],
) -> None:
    field, history = tournament
    given_out = sum(sum(table.points) for result in history for table in result.tables)
    byes = sum(len(result.byes) for result in history)
    assert sum(line.points for line in standings(field, history, bye_points=1)) == pytest.approx(
        given_out + byes, abs=1e-4
    )
