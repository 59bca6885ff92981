import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.places import (
    default_points,
    places,
    points_for_places,
    shared_points,
    table_result,
    void_result,
)
from eights.tournaments.plan import Table, TableResult

game_points = st.lists(st.integers(0, 60), min_size=2, max_size=6)
FOUR = Table(("a", "b", "c", "d"))


def result_of(points: list[float], **rest: set[str]) -> TableResult:
    return table_result(FOUR, points, default_points(4), lowest_wins=True, **rest)


def test_the_fewest_points_win_where_losers_keep_their_own() -> None:
    assert places([5, 0, 12], lowest_wins=True) == (2, 1, 3)
    assert places([5, 0, 12], lowest_wins=False) == (2, 3, 1)


def test_equal_points_share_a_place_and_the_mean_of_what_both_places_give() -> None:
    result = result_of([10, 4, 10, 30])
    assert result.places == (2, 1, 2, 4)
    assert result.points == (1.5, 3, 1.5, 0)


def test_the_difference_of_two_is_what_lies_between_them() -> None:
    result = table_result(Table(("a", "b")), [7, 40], [1, 0], lowest_wins=True)
    assert list(result.difference) == [33, -33]
    result = table_result(Table(("a", "b")), [7, 40], [1, 0], lowest_wins=False)
    assert list(result.difference) == [-33, 33]


def test_who_gives_up_is_last_whatever_the_points_and_has_met_the_others() -> None:
    result = result_of([0, 4, 10, 30], forfeited={"a"})
    assert result.places == (4, 1, 2, 3)
    assert result.absent == ()


def test_who_never_came_is_last_and_counts_in_nobodys_difference() -> None:
    result = result_of([0, 4, 10, 30], absent={"a"})
    assert list(result.places) == [4, 1, 2, 3]
    assert list(result.difference) == [0, 16, 7, -23]
    assert result.absent == ("a",)


def test_who_wins_because_nobody_came_wins_by_nothing() -> None:
    result = table_result(Table(("a", "b")), [0, 0], [1, 0], lowest_wins=True, absent={"a"})
    assert (result.points, result.difference) == ((0, 1), (0, 0))


def test_a_void_table_gives_nothing_and_nobody_was_there() -> None:
    result = void_result(FOUR)
    assert set(result.points) == {0}
    assert result.absent == FOUR.seats


def test_a_smaller_table_gives_its_first_and_its_last_what_a_full_one_does() -> None:
    assert points_for_places([5, 3, 1, 0], 4) == (5, 3, 1, 0)
    assert points_for_places([5, 3, 1, 0], 3) == (5, 2, 0)
    assert points_for_places([5, 3, 1, 0], 2) == (5, 0)
    with pytest.raises(ValueError, match="cannot serve a table of 3"):
        points_for_places([1, 0], 3)


@given(st.integers(2, 6).flatmap(lambda full: st.tuples(st.just(full), st.integers(2, full))))
def test_by_default_the_mean_is_the_same_at_tables_of_all_sizes(sizes: tuple[int, int]) -> None:
    full, seats = sizes
    assert sum(points_for_places(default_points(full), seats)) / seats == pytest.approx((full - 1) / 2)


@given(game_points, st.booleans(), st.data())
def test_a_table_shares_out_neither_more_nor_less_than_its_places_give(
    points: list[int], lowest_wins: bool, data: st.DataObject
) -> None:
    by_place = data.draw(st.lists(st.integers(0, 100), min_size=len(points), max_size=len(points)))
    taken = places(points, lowest_wins=lowest_wins)
    assert sum(shared_points(by_place, taken)) == pytest.approx(sum(by_place))


@given(game_points, st.booleans())
def test_the_better_points_have_the_better_place(points: list[int], lowest_wins: bool) -> None:
    taken = places(points, lowest_wins=lowest_wins)
    for one, place in zip(points, taken, strict=True):
        assert place == 1 + sum((other < one) if lowest_wins else (other > one) for other in points)


@given(game_points, st.booleans())
def test_the_differences_of_a_table_cancel(points: list[int], lowest_wins: bool) -> None:
    table = Table(tuple("abcdef"[: len(points)]))
    result = table_result(table, points, default_points(6), lowest_wins=lowest_wins)
    assert sum(result.difference) == pytest.approx(0, abs=1e-9)
