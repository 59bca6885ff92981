"""The order in which a tournament's entrants are seeded."""

from collections.abc import Sequence

from msgspec.structs import replace

from eights.services.refusals import Refused
from eights.services.tournaments.tournament import Tournament


def seeded(tournament: Tournament, order: Sequence[str]) -> Tournament:
    """Return a tournament with some entrants first, in the order given, and the others after them as they entered.

    Raises ``Refused``: ``unknown_entrant``, ``entrant_named_twice``.
    """
    entries = tournament.by_entrant
    for place, name in enumerate(order):
        if name not in entries:
            raise Refused("unknown_entrant", entrant=name)
        if name in order[:place]:
            raise Refused("entrant_named_twice", entrant=name)
    first = set(order)
    rest = (entry for entry in tournament.entries if entry.entrant not in first)
    return replace(tournament, entries=(*(entries[name] for name in order), *rest))
