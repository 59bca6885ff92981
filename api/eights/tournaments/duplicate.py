"""Duplicate scoring: a result is compared with those who held the same cards at the other tables.

In one deal of a round the same seat holds the same cards at every table. As in bridge clubs, a result is worth a point
for each of the others with these cards who did worse and half a point for each who did as well; divided by how many
there are, so that a deal is worth 0 to 1 whatever the number of tables. Beside it stands the difference of points to
the mean of all who held the cards.
"""

from collections.abc import Collection, Sequence
from statistics import fmean
from typing import Final, Literal

import msgspec

from eights.tournaments.past import total
from eights.tournaments.places import places
from eights.tournaments.plan import Table, TableResult

Outcome = float | Literal["void", "forfeit", "award"]
"""What a seat had in a deal: its points; or nothing that could be compared.

``void`` scores half a matchpoint, ``forfeit`` none, ``award`` (somebody else's forfeit spoilt the deal) a whole one.
"""
_WITHOUT_COMPARISON: Final = {"void": 0.5, "forfeit": 0.0, "award": 1.0}


class Comparison(msgspec.Struct, frozen=True, array_like=True):
    """What one seat's result in one deal is worth."""

    matchpoints: float
    """Share of those with the same cards who did worse, ties half: 0 to 1; 1/2 where nobody else had them."""
    difference: float
    """Points better than the mean of all who held these cards, oneself included."""


def compare_deal(outcomes: Sequence[Sequence[Outcome]], *, lowest_wins: bool) -> list[tuple[Comparison, ...]]:
    """Return the comparison of each table and seat in one deal; ``outcomes`` are by table and seat.

    Raises ValueError where the tables have different numbers of seats.
    """
    by_seat = [_compared(column, 1 if lowest_wins else -1) for column in zip(*outcomes, strict=True)]
    return list(zip(*by_seat, strict=True))


def duplicate_results(
    tables: Sequence[Table],
    deals: Sequence[Sequence[Sequence[Outcome]]],
    *,
    lowest_wins: bool,
    absent: Collection[str] = (),
) -> tuple[TableResult, ...]:
    """Return the results of a round's tables: matchpoints over all deals as points, and their differences.

    ``deals`` are by deal, table and seat. Places are by matchpoints among those at the table. ``absent`` are those
    who did not play at all, all of them last where nobody did; whoever had nothing but void deals is absent too.
    """
    compared = [compare_deal(outcomes, lowest_wins=lowest_wins) for outcomes in deals]
    return tuple(
        _result(table, [by_table[number] for by_table in compared], [rows[number] for rows in deals], absent)
        for number, table in enumerate(tables)
    )


def _compared(column: Sequence[Outcome], sign: int) -> list[Comparison]:
    """Return the comparison of all who held the same cards, by table."""
    comparable = [outcome for outcome in column if not isinstance(outcome, str)]
    return [
        Comparison(_WITHOUT_COMPARISON[outcome], 0.0) if isinstance(outcome, str) else _worth(outcome, comparable, sign)
        for outcome in column
    ]


def _worth(points: float, comparable: Sequence[float], sign: int) -> Comparison:
    others = len(comparable) - 1
    if not others:
        return Comparison(0.5, 0.0)
    worse = sum(sign * points < sign * other for other in comparable)
    equal = sum(points == other for other in comparable) - 1
    return Comparison((worse + equal / 2) / others, sign * (fmean(comparable) - points))


def _result(
    table: Table,
    deals: Sequence[Sequence[Comparison]],
    outcomes: Sequence[Sequence[Outcome]],
    absent: Collection[str],
) -> TableResult:
    seats = range(len(table.seats))
    matchpoints = tuple(total([deal[seat].matchpoints for deal in deals]) for seat in seats)
    all_lost = {*table.seats} <= {*absent}
    return TableResult(
        table.seats,
        points=matchpoints,
        difference=tuple(total([deal[seat].difference for deal in deals]) for seat in seats),
        places=(len(seats),) * len(seats) if all_lost else places(matchpoints, lowest_wins=False),
        absent=tuple(
            name
            for seat, name in enumerate(table.seats)
            if name in absent or {row[seat] for row in outcomes} == {"void"}
        ),
    )
