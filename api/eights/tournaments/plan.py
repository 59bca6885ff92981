"""What a round is before and after it is played, and what stands in the way of one.

An entrant is a name of any kind; the order of a list of entrants, where it matters, is their seeding.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

Format = Literal["round_robin", "swiss", "knockout"]


class PairingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the tables of each round are made."""

    format: Format
    table_size: int = 2
    """Most seats at a table, 2 to 6."""
    smallest_table: int = 2
    """Fewest seats at a table. As large as ``table_size``, all tables are full, and who is left over has a bye."""
    equal_tables: bool = False
    """Whether all tables of a round have as many seats, as duplicate play needs; who is left over has a bye."""
    byes: bool = True
    """Whether somebody may have a bye because the numbers do not come out even."""
    rounds: int | None = None
    """After how many rounds it ends; None for as many as the format has by itself."""


class Table(msgspec.Struct, frozen=True, array_like=True):
    """One table of a round: its entrants by seat. Seat 0 plays first."""

    seats: tuple[str, ...]


class Warned(msgspec.Struct, frozen=True, array_like=True):
    """Something about a round that could not be avoided; see :data:`WARNINGS` for the codes."""

    code: str
    details: dict[str, int | str | tuple[str, ...]] = {}


class RoundPlan(msgspec.Struct, frozen=True, array_like=True):
    """Who plays whom in a round, the first table being the one of the best standing, and who has a bye."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()


class TableResult(msgspec.Struct, frozen=True, array_like=True):
    """What a table of a round gave, each by seat."""

    seats: tuple[str, ...]
    points: tuple[float, ...]
    """Tournament points."""
    difference: tuple[float, ...]
    """Points won or lost against the others, positive being better."""
    places: tuple[int, ...]
    """From 1; those who did equally well share a place (1, 1, 3)."""
    absent: tuple[str, ...] = ()
    """For whom the round does not count as played: who forfeited before playing, or everybody where the result is void.

    They have met nobody at this table, so they may be paired with the others again.
    """


class RoundResult(msgspec.Struct, frozen=True, array_like=True):
    """What a round gave."""

    tables: tuple[TableResult, ...]
    byes: tuple[str, ...] = ()


class Blocker(msgspec.Struct, frozen=True):
    """One thing that stands in the way of a round; see :data:`BLOCKERS` for the codes."""

    code: str
    details: dict[str, int | str] = {}


BLOCKERS = {
    "too_few_entrants": "Fewer entrants than a round needs: `needed`, `entrants`.",
    "tables_impossible": "So many entrants cannot be seated: `entrants`, `table_size`, `smallest_table`.",
    "pairing_impossible": "The history names somebody who was never entered: `entrant`.",
    "late_entry_impossible": "In this format nobody enters once it has begun: `entrant`.",
    "all_rounds_played": "The tournament has had all of its rounds: `rounds`.",
    "decided": "One entrant is left of a knockout: `winner`.",
}
"""What a code says, with the names of its details."""


WARNINGS = {
    "pairing_repeated": "Two meet again: `entrants`, `times` in all.",
    "second_bye": "Somebody has a bye again, a win over somebody who never came counting as one: `entrant`, `times`.",
    "rounds_run_out": "Of the `left` rounds after this one `possible` can be paired without either.",
}
"""What a warning says, with the names of its details."""


class Impossible(Exception):  # noqa: N818 - an answer, not an error of the program
    """A round that cannot be made, and why."""

    def __init__(self, blockers: Sequence[Blocker]) -> None:
        super().__init__(", ".join(blocker.code for blocker in blockers))
        self.blockers = tuple(blockers)


def impossible(code: str, **details: int | str) -> Impossible:
    """Return the exception for one blocker."""
    return Impossible([Blocker(code, details)])
