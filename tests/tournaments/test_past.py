from eights.tournaments.past import Past, total
from eights.tournaments.places import void_result
from eights.tournaments.plan import RoundResult, Table
from tournaments.fields import as_seated


def test_sums_of_thirds_and_sixths_that_are_equal_are_equal_as_numbers() -> None:
    assert total([1, 2 / 3, 2 / 3, 1]) == total([2, 1 / 2, 1 / 6, 2 / 3])


def test_points_are_those_of_tables_and_byes() -> None:
    past = Past([as_seated(("e0", "e1"), byes=["e2"]), as_seated(("e2", "e1"), byes=["e0"])], bye_points=0.5)
    assert {name: past.points[name] for name in ("e0", "e1", "e2")} == {"e0": 1.5, "e1": 0, "e2": 1.5}
    assert past.byes == {"e0": 1, "e2": 1}


def test_standing_is_by_points_and_then_by_seeding() -> None:
    past = Past([as_seated(("e2", "e0"), ("e3", "e1"))], bye_points=1)
    assert past.by_standing(["e0", "e1", "e2", "e3"]) == ["e2", "e3", "e0", "e1"]


def test_at_a_void_table_nobody_sat_anywhere_or_met_anybody() -> None:
    past = Past([RoundResult((void_result(Table(("e0", "e1"))),))], bye_points=1)
    assert (past.seats["e0"], past.last_seat, past.met["e0"]) == ([0] * 6, {}, {})


def test_who_met_twice_has_met_twice() -> None:
    past = Past([as_seated(("e0", "e1", "e2")), as_seated(("e1", "e0"))], bye_points=1)
    assert past.met["e0"] == {"e1": 2, "e2": 1}
    assert past.seats["e0"][:2] == [1, 1]
    assert past.last_seat == {"e0": 1, "e1": 0, "e2": 2}
