"""Standings: total points, then named tie-breaks, then a shared place."""

from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from eights.tournaments.plan import RoundResult

TieBreak = Literal["direct_encounter", "buchholz", "sonneborn_berger", "points_difference"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("direct_encounter", "buchholz", "sonneborn_berger", "points_difference")
"""In the order in which they decide."""


class Standing(msgspec.Struct, frozen=True):
    """One entrant's line of the standings."""

    entrant: str
    place: int
    """From 1; shared by those whom no tie-break separates (1, 1, 3)."""
    points: float
    tie_breaks: tuple[float | None, ...]
    """By :data:`TIE_BREAKS`; None for a direct encounter where it does not apply."""
    played: int
    """Rounds in which the entrant met somebody."""
    byes: int
    survived: int | None = None
    """Rounds of a knockout after which the entrant was still in; None in other formats."""
    withdrawn: bool = False


def standings(
    field: Sequence[str],
    history: Sequence[RoundResult],
    *,
    bye_points: float,
    withdrawn: Collection[str] = (),
    knockout: bool = False,
) -> list[Standing]:
    """Return everybody's standing, best first; those who share a place in the order of the field.

    ``field`` are all who ever entered, also those who came late or withdrew.
    """
    raise NotImplementedError
