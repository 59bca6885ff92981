"""Checks pairings that an organiser made."""

from collections.abc import Collection, Sequence
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
    """``entrant``, or ``size``, ``smallest`` and ``largest``."""


def pairing_faults(
    tables: Sequence[Sequence[str]], byes: Sequence[str], entrants: Collection[str], rules: PairingRules
) -> list[PairingFault]:
    """Return what is wrong with a round made by hand, in the order of its paths; ``entrants`` are those still in.

    Who meets whom again is the organiser's own affair, and so is who has a bye, unless byes are not allowed.
    """
    raise NotImplementedError
