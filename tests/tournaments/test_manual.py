from hypothesis import given
from hypothesis import strategies as st

from eights.tournaments.manual import PairingFault, pairing_faults
from eights.tournaments.pairing import next_plan
from eights.tournaments.plan import PairingRules
from tournaments.fields import field_of

FOUR = field_of(4)
PAIRS = PairingRules("swiss")


def codes(faults: list[PairingFault]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in faults]


def test_a_round_in_which_everybody_sits_once_is_in_order() -> None:
    assert pairing_faults([["e0", "e3"], ["e2", "e1"]], [], FOUR, PAIRS) == []
    assert pairing_faults([["e0", "e3"]], ["e1", "e2"], FOUR, PAIRS) == []


def test_who_is_named_twice_is_shown_where_it_is_named_again() -> None:
    faults = pairing_faults([["e0", "e1"], ["e2", "e0"]], ["e3", "e2"], FOUR, PAIRS)
    assert codes(faults) == [("entrant_named_twice", "tables.1.1"), ("entrant_named_twice", "byes.1")]
    assert faults[0].details == {"entrant": "e0"}


def test_who_is_not_in_the_tournament_is_unknown() -> None:
    faults = pairing_faults([["e0", "e1"], ["e2", "x"]], ["e3"], FOUR, PAIRS)
    assert codes(faults) == [("entrant_unknown", "tables.1.1")]


def test_who_is_named_nowhere_is_missing() -> None:
    faults = pairing_faults([["e0", "e1"]], ["e3"], FOUR, PAIRS)
    assert codes(faults) == [("entrant_missing", "tables")]
    assert faults[0].details == {"entrant": "e2"}


def test_tables_have_the_sizes_of_the_tournament() -> None:
    faults = pairing_faults([["e0"], ["e1", "e2", "e3"], []], [], FOUR, PAIRS)
    assert codes(faults) == [("table_size_wrong", f"tables.{number}") for number in range(3)]
    assert faults[1].details == {"size": 3, "smallest": 2, "largest": 2}


def test_in_duplicate_play_all_tables_have_the_size_of_the_first() -> None:
    rules = PairingRules("swiss", table_size=3, equal_tables=True)
    faults = pairing_faults([["e0", "e1", "e2"], ["e3", "e4"]], [], field_of(5), rules)
    assert codes(faults) == [("tables_unequal", "tables.1")]
    assert faults[0].details == {"size": 2, "first_size": 3}


def test_nobody_has_a_bye_where_there_are_none() -> None:
    faults = pairing_faults([["e0", "e1"]], ["e2"], field_of(3), PairingRules("swiss", byes=False))
    assert codes(faults) == [("byes_not_allowed", "byes.0")]


@given(st.integers(2, 20), st.integers(2, 6))
def test_what_is_paired_by_itself_is_in_order(entrants: int, size: int) -> None:
    rules = PairingRules("swiss", table_size=size)
    plan = next_plan(rules, field_of(entrants), [], bye_points=1)
    assert pairing_faults([table.seats for table in plan.tables], plan.byes, field_of(entrants), rules) == []
