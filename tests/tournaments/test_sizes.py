import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.plan import Impossible, PairingRules
from eights.tournaments.sizes import table_sizes

sizes_of_tables = st.integers(2, 6).flatmap(lambda largest: st.tuples(st.integers(2, largest), st.just(largest)))


def codes(rules: PairingRules, entrants: int) -> list[str]:
    with pytest.raises(Impossible) as refused:
        table_sizes(rules, entrants)
    return [blocker.code for blocker in refused.value.blockers]


def test_seven_sit_at_a_table_of_four_and_one_of_three() -> None:
    assert table_sizes(PairingRules("swiss", table_size=4, byes=False), 7) == ((4, 3), 0)


def test_seven_at_full_tables_of_four_without_byes_is_impossible() -> None:
    full = PairingRules("swiss", table_size=4, smallest_table=4, byes=False)
    with pytest.raises(Impossible) as refused:
        table_sizes(full, 7)
    (blocker,) = refused.value.blockers
    assert blocker.code == "tables_impossible"
    assert blocker.details == {"entrants": 7, "table_size": 4, "smallest_table": 4}


def test_seven_at_full_tables_of_four_give_three_of_them_a_bye() -> None:
    assert table_sizes(PairingRules("swiss", table_size=4, smallest_table=4), 7) == ((4,), 3)


def test_equal_tables_are_as_large_as_leaves_the_fewest_out() -> None:
    assert table_sizes(PairingRules("swiss", table_size=4, equal_tables=True), 7) == ((3, 3), 1)
    assert table_sizes(PairingRules("swiss", table_size=4, equal_tables=True), 9) == ((3, 3, 3), 0)
    assert codes(PairingRules("swiss", table_size=4, equal_tables=True, byes=False), 7) == ["tables_impossible"]


def test_an_odd_number_at_tables_of_two_needs_a_bye() -> None:
    assert table_sizes(PairingRules("swiss"), 5) == ((2, 2), 1)
    assert codes(PairingRules("swiss", byes=False), 5) == ["tables_impossible"]


@pytest.mark.parametrize("entrants", [0, 1])
def test_nobody_plays_alone(entrants: int) -> None:
    assert codes(PairingRules("swiss"), entrants) == ["too_few_entrants"]


def test_fewer_than_a_table_holds_play_on_in_a_knockout_only() -> None:
    assert codes(PairingRules("swiss", table_size=4, smallest_table=4), 3) == ["too_few_entrants"]
    assert table_sizes(PairingRules("knockout", table_size=4, smallest_table=4), 3) == ((3,), 0)


@given(sizes_of_tables, st.integers(2, 60), st.booleans(), st.booleans())
def test_everybody_is_seated_as_evenly_as_can_be(
    sizes: tuple[int, int], entrants: int, equal: bool, byes: bool
) -> None:
    smallest, largest = sizes
    rules = PairingRules("swiss", largest, smallest, equal_tables=equal, byes=byes)
    try:
        tables, left_out = table_sizes(rules, entrants)
    except Impossible:
        assert entrants < smallest or not byes
        return
    assert sum(tables) + left_out == entrants
    assert smallest <= min(tables) <= max(tables) <= largest
    assert max(tables) - min(tables) <= (0 if equal else 1)
    assert byes or not left_out
    assert (
        not left_out
        or equal
        or all(not smallest * count <= entrants <= largest * count for count in range(1, entrants))
    )
