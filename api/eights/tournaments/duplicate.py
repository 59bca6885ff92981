"""Duplicate scoring: a result is compared with those who held the same cards at the other tables."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from eights.tournaments.plan import Table, TableResult

Outcome = float | Literal["void", "forfeit", "award"]
"""What a seat had in a deal: its points; or nothing that could be compared.

``void`` scores half a matchpoint, ``forfeit`` none, ``award`` (somebody else's forfeit spoilt the deal) a whole one.
"""


class Comparison(msgspec.Struct, frozen=True, array_like=True):
    """What one seat's result in one deal is worth."""

    matchpoints: float
    """Share of those with the same cards who did worse, ties half: 0 to 1; 1/2 where nobody else had them."""
    difference: float
    """Points better than the mean of all who held these cards, oneself included."""


def compare_deal(outcomes: Sequence[Sequence[Outcome]], *, lowest_wins: bool) -> list[tuple[Comparison, ...]]:
    """Return the comparison of each table and seat in one deal; ``outcomes`` are by table and seat."""
    raise NotImplementedError


def duplicate_results(
    tables: Sequence[Table], deals: Sequence[Sequence[Sequence[Outcome]]], *, lowest_wins: bool
) -> tuple[TableResult, ...]:
    """Return the results of a round's tables: matchpoints over all deals as points, and their differences.

    ``deals`` are by deal, table and seat. Places are by matchpoints among those at the table.
    """
    raise NotImplementedError
