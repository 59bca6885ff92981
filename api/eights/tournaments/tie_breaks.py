"""What separates entrants with equal points, and how it is said.

The tie-breaks are those of chess (FIDE Handbook C.07, Tie-Break Regulations: direct encounter, Buchholz,
Sonneborn-Berger), stretched to tables of more than two: the opponents of a round are all who sat at the same table, and
their part in a sum is their mean, so that each round counts once whatever the size of its table. Who has the better
place at a table has beaten the other there; an equal place is half.

Rounds in which an entrant met nobody (a bye, a forfeit before play, a void table, rounds before a late entry or after a
withdrawal) count as one against an opponent with one's own final points, as in C.07: for Buchholz in full, for
Sonneborn-Berger beaten where the other side forfeited, half for a bye, and not beaten otherwise. An opponent's points
are those that were awarded, with byes and forfeits; they are not adjusted for rounds that were not played.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from types import MappingProxyType
from typing import Final, Literal

from eights.rules.text import Text
from eights.tournaments.past import Past, opponents, total
from eights.tournaments.plan import RoundResult, TableResult

TieBreak = Literal["direct_encounter", "buchholz", "sonneborn_berger", "points_difference"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("direct_encounter", "buchholz", "sonneborn_berger", "points_difference")
"""In the order in which they decide."""
TIE_BREAK_TEXTS: Final[Mapping[TieBreak, Text]] = MappingProxyType(
    {
        "direct_encounter": Text(
            en="How often one finished ahead of those with equal points at the same table, an equal place counting "
            "half. It decides only if all of them have met each other.",
            fr="Combien de fois on a devancé, à la même table, ceux qui ont autant de points, une place égale comptant "
            "pour moitié. Ne départage que si tous se sont rencontrés.",
        ),
        "buchholz": Text(
            en="The final points of one’s opponents, added up over the rounds; at larger tables the mean of all who "
            "sat there. A round in which one met nobody counts with one’s own points.",
            fr="Le total final des points des adversaires, additionné sur les rondes ; aux tables plus grandes, la "
            "moyenne de tous ceux qui y étaient. Une ronde sans adversaire compte avec ses propres points.",
        ),
        "sonneborn_berger": Text(
            en="The final points of those one finished ahead of, and half the points of those with an equal place; at "
            "larger tables divided by the number of opponents. A bye counts half of one’s own points.",
            fr="Le total final des points de ceux qu’on a devancés, et la moitié de ceux à place égale ; aux tables "
            "plus grandes, divisé par le nombre d’adversaires. Une exemption compte pour la moitié de ses "
            "propres points.",
        ),
        "points_difference": Text(
            en="By how many game points one did better than the others at the table, or in duplicate play better than "
            "those with the same cards, added up.",
            fr="De combien de points de jeu on a fait mieux que les autres à la table ou, en duplicate, mieux que ceux "
            "qui avaient les mêmes cartes, en tout.",
        ),
    }
)
"""What each tie-break says."""
SHARED_TEXT: Final = Text(
    en="Whom no tie-break separates share the place.",
    fr="Ceux qu’aucun critère ne départage partagent la place.",
)
"""What happens after the last tie-break."""


class Record:
    """What the rounds say about ties."""

    def __init__(self, history: Sequence[RoundResult], past: Past) -> None:
        self._past = past
        self._rounds = [{name: table for table in played.tables for name in table.seats} for played in history]
        self._byes = [frozenset(played.byes) for played in history]

    def met_in(self, name: str) -> int:
        """Return in how many rounds an entrant met somebody."""
        return sum(bool(opponents(tables[name], name)) for tables in self._rounds if name in tables)

    def direct_encounter(self, tied: Collection[str]) -> dict[str, float | None]:
        """Return how often each finished ahead of the others that are tied with it; None if not all have met."""
        met = self._past.met
        if not all(met[one][other] for one, other in combinations(tied, 2)):
            return dict.fromkeys(tied)
        return {name: total(list(self._ahead(name, tied))) for name in tied}

    def buchholz(self, name: str) -> float:
        """Return the sum over the rounds of the opponents' final points."""
        points = self._past.points
        own = points[name]
        faced = (opponents(tables[name], name) if name in tables else () for tables in self._rounds)
        return total([fmean(points[other] for other in others) if others else own for others in faced])

    def sonneborn_berger(self, name: str) -> float:
        """Return the sum over the rounds of the points of those beaten, those with an equal place counting half."""
        return total(list(self._beaten_points(name)))

    def points_difference(self, name: str) -> float:
        """Return the sum over the rounds of the points difference."""
        tables = (tables[name] for tables in self._rounds if name in tables)
        return total([table.difference[table.seats.index(name)] for table in tables])

    def _ahead(self, name: str, tied: Collection[str]) -> Iterator[float]:
        for tables in self._rounds:
            if name in tables:
                for other in opponents(tables[name], name):
                    if other in tied:
                        yield _beaten(tables[name], name, other)

    def _beaten_points(self, name: str) -> Iterator[float]:
        points = self._past.points
        for tables, byes in zip(self._rounds, self._byes, strict=True):
            if name in byes:
                yield points[name] / 2
            elif name in tables and name not in tables[name].absent:
                table = tables[name]
                others = opponents(table, name)
                if others:
                    yield fmean(_beaten(table, name, other) * points[other] for other in others)
                else:
                    yield fmean(_beaten(table, name, other) for other in table.seats if other != name) * points[name]


def _beaten(table: TableResult, name: str, other: str) -> float:
    place, theirs = (table.places[table.seats.index(one)] for one in (name, other))
    return 1.0 if place < theirs else 0.5 if place == theirs else 0.0
