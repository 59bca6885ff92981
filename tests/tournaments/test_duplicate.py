import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.duplicate import Outcome, compare_deal, duplicate_results
from eights.tournaments.plan import Table

outcome = st.one_of(st.integers(0, 30).map(float), st.sampled_from(["void", "forfeit", "award"]))
deals = st.tuples(st.integers(1, 8), st.integers(2, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(outcome, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)
TWO = (Table(("a", "b")), Table(("c", "d")))


def matchpoints(outcomes: list[list[Outcome]], *, lowest_wins: bool = True) -> list[list[float]]:
    return [[one.matchpoints for one in table] for table in compare_deal(outcomes, lowest_wins=lowest_wins)]


def test_who_did_better_with_the_same_cards_has_beaten_the_other() -> None:
    """Seat 0 lost at both tables, but less at the first."""
    assert matchpoints([[20, 0], [35, 0]]) == [[1, 0.5], [0, 0.5]]
    assert matchpoints([[20, 0], [35, 0]], lowest_wins=False) == [[0, 0.5], [1, 0.5]]


def test_with_more_tables_it_is_the_share_of_those_beaten_ties_half() -> None:
    column = [[5], [10], [10], [40], [2]]
    assert [row[0] for row in matchpoints([[*row, 0] for row in column])] == [0.75, 0.375, 0.375, 0, 1]


def test_the_difference_is_to_the_mean_of_all_who_held_the_cards() -> None:
    first, second = compare_deal([[10, 0], [30, 0]], lowest_wins=True)
    assert (first[0].difference, second[0].difference) == (10, -10)
    first, second = compare_deal([[10, 0], [30, 0]], lowest_wins=False)
    assert (first[0].difference, second[0].difference) == (-10, 10)


def test_with_nobody_to_compare_with_it_is_a_half() -> None:
    assert matchpoints([[12, 0]]) == [[0.5, 0.5]]
    assert matchpoints([[12, 0], ["forfeit", "award"]]) == [[0.5, 0.5], [0, 1]]


def test_what_was_not_played_out_is_compared_with_nobody() -> None:
    assert matchpoints([[12, 0], [30, 5], ["void", "void"]]) == [[1, 1], [0, 0], [0.5, 0.5]]


def test_tables_of_different_sizes_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="shorter"):
        compare_deal([[1, 2, 3], [1, 2]], lowest_wins=True)


@given(deals, st.booleans())
def test_the_matchpoints_of_those_with_the_same_cards_sum_to_half_their_number(
    outcomes: list[list[Outcome]], lowest_wins: bool
) -> None:
    compared = compare_deal(outcomes, lowest_wins=lowest_wins)
    for seat in range(len(outcomes[0])):
        played = [table for table, row in enumerate(outcomes) if not isinstance(row[seat], str)]
        assert sum(compared[table][seat].matchpoints for table in played) == pytest.approx(len(played) / 2)
        assert sum(row[seat].difference for row in compared) == pytest.approx(0, abs=1e-9)
        assert all(0 <= row[seat].matchpoints <= 1 for row in compared)


@given(deals)
def test_the_other_scoring_turns_everything_round(outcomes: list[list[Outcome]]) -> None:
    lowest, highest = (compare_deal(outcomes, lowest_wins=lowest_wins) for lowest_wins in (True, False))
    for row, one, other in zip(outcomes, lowest, highest, strict=True):
        for had, low, high in zip(row, one, other, strict=True):
            if not isinstance(had, str):
                assert low.matchpoints + high.matchpoints == pytest.approx(1)
                assert low.difference == -high.difference


def test_a_table_has_the_sums_of_its_deals() -> None:
    first, second = duplicate_results(TWO, [[[20, 0], [35, 0]], [[0, 8], [0, 4]]], lowest_wins=True)
    assert (first.points, first.places, first.difference) == ((1.5, 0.5), (1, 2), (7.5, -2))
    assert (second.points, second.places, second.difference) == ((0.5, 1.5), (2, 1), (-7.5, 2))
    assert first.absent == second.absent == ()


def test_who_had_nothing_but_void_deals_was_not_there() -> None:
    first, second = duplicate_results(TWO, [[["void"] * 2, [35, 0]], [["void"] * 2, [0, 4]]], lowest_wins=True)
    assert (first.absent, first.points) == (("a", "b"), (1, 1))
    assert second.absent == ()


def test_who_did_not_come_is_absent_and_who_gave_up_is_not() -> None:
    deal: list[list[Outcome]] = [["award", "forfeit"], ["forfeit", "award"]]
    first, second = duplicate_results(TWO, [deal], lowest_wins=True, absent={"b"})
    assert (first.absent, first.places) == (("b",), (1, 2))
    assert (second.absent, second.places) == ((), (2, 1))
