"""Fields of entrants, and rounds as if they had been played."""

import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from eights.tournaments.places import default_points, table_result
from eights.tournaments.plan import RoundPlan, RoundResult, Table, TableResult


def field_of(entrants: int) -> tuple[str, ...]:
    return tuple(f"e{number}" for number in range(entrants))


def played(plan: RoundPlan, chance: random.Random, table_size: int = 2) -> RoundResult:
    """A result in which the lowest points win."""
    return RoundResult(
        tuple(won(table, chance.choices(range(40), k=6), table_size) for table in plan.tables), plan.byes
    )


def won(table: Table, points: Sequence[float], table_size: int = 2) -> TableResult:
    return table_result(table, points[: len(table.seats)], default_points(table_size), lowest_wins=True)


def everybody(plan: RoundPlan) -> list[str]:
    """Everybody who sits or has a bye, as often as they do."""
    return sorted([name for table in plan.tables for name in table.seats] + list(plan.byes))


def pairs(plan: RoundPlan) -> list[AbstractSet[str]]:
    """Who meet at its tables."""
    return [
        frozenset((one, other))
        for table in plan.tables
        for place, one in enumerate(table.seats)
        for other in table.seats[place + 1 :]
    ]


def as_seated(*tables: Sequence[str], byes: Sequence[str] = ()) -> RoundResult:
    """A round in which everybody finished in the order of the seats."""
    return RoundResult(tuple(won(Table(tuple(seats)), range(6), len(seats)) for seats in tables), tuple(byes))
