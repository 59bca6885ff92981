"""Swiss at tables of two: who have done equally well meet, and nobody meets anybody twice.

Pairing is a matching of greatest weight in a graph of all entrants (J. Edmonds' blossom algorithm, as rustworkx has
it). The weights are whole numbers in which each of these counts for more than all after it together:

1. no pair that has met before, or as few as can be;
2. nobody a second bye, then the bye to the lowest standing;
3. small differences in score: the squares of how many score groups lie between two, summed up;
4. seats: who has sat first more often than second meets who has sat second more often;
5. within a score group the top half meets the bottom half in order; who floats down is the lowest of its group and
   meets the highest of the next: the squares of how many places a pair is away from that, summed up.

Standing is by points, then by seeding. In the first round this gives the top half of the seeding against the bottom
half. The order of the criteria is that of the Dutch system (FIDE Handbook C.04.3), which they simplify.

Up to :data:`EXACT` entrants the graph is complete. Beyond it has each entrant's neighbours in the standings and around
its opponent by criterion 5, more of them as long as there is no pairing without a repetition. So criteria 1 and 2 hold
for any number; the others for any pairing within these neighbourhoods.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, groupby
from typing import Final

from rustworkx import PyGraph, max_weight_matching

from eights.tournaments.past import Past
from eights.tournaments.plan import PairingRules, RoundPlan
from eights.tournaments.seating import seated
from eights.tournaments.sizes import table_sizes

EXACT: Final = 128
"""Up to so many entrants every pair is considered."""
_WIDTHS: Final = (8, 40)


def swiss_round(rules: PairingRules, entrants: Sequence[str], past: Past) -> RoundPlan:
    """Return the next round for those still in, given in seeding order; raises :class:`Impossible`."""
    _, byes = table_sizes(rules, len(entrants))
    names = past.by_standing(entrants)
    pairs = _best_pairs(Costs(names, past), len(names) + byes)
    groups = [(names[one], names[other]) for one, other in pairs if other < len(names)]
    left_out = tuple(names[one] for one, other in pairs if other == len(names))
    return RoundPlan(seated(groups, past), left_out)


class Costs:
    """What it costs to pair two entrants, by their places in the standing, from 0."""

    def __init__(self, names: Sequence[str], past: Past) -> None:
        self.entrants = entrants = len(names)
        index = {name: place for place, name in enumerate(names)}
        self.met = [
            {index[other]: times for other, times in past.met[name].items() if other in index} for name in names
        ]
        """By entrant: how often it met each other."""
        self._byes = [past.byes[name] for name in names]
        self._first = [past.seats[name][0] - past.seats[name][1] for name in names]
        self.group: list[int] = []
        """By entrant: the number of its score group."""
        self.half: list[int] = []
        """By entrant: how many places below it in its group its opponent should be."""
        self.end: list[int] = []
        """By entrant: where the next score group begins."""
        for number, (_, members) in enumerate(groupby(past.points[name] for name in names)):
            size = len(list(members))
            self.group += [number] * size
            self.half += [size // 2] * size
            self.end += [len(self.end) + size] * size
        self._set_units(entrants)

    def _set_units(self, entrants: int) -> None:
        """Make each criterion's unit more than all that those after it can sum up to."""
        self._widest = max(self._first) - min(self._first)
        self._seat = entrants**3
        self._score = self._seat * (entrants * self._widest + 1)
        self._standing = self._score * (entrants * self.group[-1] ** 2 + 1)
        self._second_bye = self._standing * (entrants + 1)
        self._repetition = self._second_bye * (max(self._byes) + 1)

    def of_pair(self, one: int, other: int) -> int:
        """Return what it costs if they meet, the better standing given first."""
        apart = self.group[other] - self.group[one]
        out_of_order = other - one - 1 if apart else abs(other - one - self.half[one])
        return (
            self.met[one].get(other, 0) * self._repetition
            + apart * apart * self._score
            + (self._widest - abs(self._first[one] - self._first[other])) * self._seat
            + out_of_order * out_of_order
        )

    def of_bye(self, one: int) -> int:
        """Return what it costs if one has the bye."""
        return self._byes[one] * self._second_bye + (self.entrants - 1 - one) * self._standing


def _best_pairs(costs: Costs, nodes: int) -> list[tuple[int, int]]:
    """Return the pairs of least cost, the better standing first in each; the bye is the last node."""
    for width in _WIDTHS if nodes > EXACT else ():
        pairs = _matched(_near(costs, width), costs, nodes)
        if 2 * len(pairs) == nodes:
            return pairs
    return _matched(combinations(range(costs.entrants), 2), costs, nodes)


def _near(costs: Costs, width: int) -> Iterator[tuple[int, int]]:
    """Yield who might meet: who are near each other, or near the opponent by order, and have not met yet."""
    for one in range(costs.entrants):
        end, opponent, met = costs.end[one], one + costs.half[one], costs.met[one]
        near = range(one + 1, min(one + 1 + width, costs.entrants))
        opposite = range(max(near.stop, opponent - width), min(opponent + width + 1, end))
        yield from ((one, other) for other in chain(near, opposite) if other not in met)


def _matched(pairs: Iterable[tuple[int, int]], costs: Costs, nodes: int) -> list[tuple[int, int]]:
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, other, -costs.of_pair(one, other)) for one, other in pairs])
    if nodes > costs.entrants:
        graph.add_edges_from([(one, costs.entrants, -costs.of_bye(one)) for one in range(costs.entrants)])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching)
