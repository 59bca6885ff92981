"""Checks pairings that an organiser made."""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

import msgspec

from eights.tournaments.plan import PairingRules

PairingFaultCode = Literal[
    "entrant_unknown",
    "entrant_named_twice",
    "entrant_missing",
    "table_size_wrong",
    "tables_unequal",
    "byes_not_allowed",
]


class PairingFault(msgspec.Struct, frozen=True):
    """One thing that is wrong with pairings."""

    code: PairingFaultCode
    path: str
    """Where: ``tables.0``, ``tables.0.1`` or ``byes.0``; ``tables`` for somebody who is nowhere."""
    details: dict[str, int | str] = {}
    """``entrant``, or ``size``, ``smallest`` and ``largest``, or ``size`` and ``first_size``."""


def pairing_faults(
    tables: Sequence[Sequence[str]], byes: Sequence[str], entrants: Collection[str], rules: PairingRules
) -> list[PairingFault]:
    """Return what is wrong with a round made by hand, in the order of its tables; ``entrants`` are those still in.

    Who meets whom again is the organiser's own affair, and so is who has a bye, unless byes are not allowed.
    """
    return [*_size_faults(tables, rules), *_bye_faults(byes, rules), *_name_faults(tables, byes, entrants)]


def _size_faults(tables: Sequence[Sequence[str]], rules: PairingRules) -> Iterator[PairingFault]:
    smallest, largest = rules.smallest_table, rules.table_size
    for number, table in enumerate(tables):
        size = len(table)
        path = f"tables.{number}"
        if not smallest <= size <= largest:
            yield PairingFault("table_size_wrong", path, {"size": size, "smallest": smallest, "largest": largest})
        elif rules.equal_tables and size != len(tables[0]):
            yield PairingFault("tables_unequal", path, {"size": size, "first_size": len(tables[0])})


def _bye_faults(byes: Sequence[str], rules: PairingRules) -> Iterator[PairingFault]:
    if not rules.byes:
        for number, name in enumerate(byes):
            yield PairingFault("byes_not_allowed", f"byes.{number}", {"entrant": name})


def _name_faults(
    tables: Sequence[Sequence[str]], byes: Sequence[str], entrants: Collection[str]
) -> Iterator[PairingFault]:
    seen: set[str] = set()
    for path, name in _named(tables, byes):
        if name not in entrants:
            yield PairingFault("entrant_unknown", path, {"entrant": name})
        elif name in seen:
            yield PairingFault("entrant_named_twice", path, {"entrant": name})
        seen.add(name)
    for name in entrants:
        if name not in seen:
            yield PairingFault("entrant_missing", "tables", {"entrant": name})


def _named(tables: Sequence[Sequence[str]], byes: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, table in enumerate(tables):
        yield from ((f"tables.{number}.{seat}", name) for seat, name in enumerate(table))
    yield from ((f"byes.{number}", name) for number, name in enumerate(byes))
