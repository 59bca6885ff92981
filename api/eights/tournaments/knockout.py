"""Knockout: who is seeded where, and who goes on."""

from collections.abc import Sequence

from eights.tournaments.plan import TableResult


def going_on(result: TableResult, field: Sequence[str]) -> tuple[str, ...]:
    """Return who goes on from a table, best first: half of its seats rounded down; the higher seed on a tie.

    Of those who are absent nobody goes on as long as others can.
    """
    raise NotImplementedError


def tied_at_the_cut(result: TableResult) -> bool:
    """Tell whether the last to go on and the first to stay behind share a place, so that more deals may decide it."""
    raise NotImplementedError
