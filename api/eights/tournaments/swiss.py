"""Swiss at tables of two: who have done equally well meet, and nobody meets anybody twice.

Pairing is a matching of least cost in a graph of all entrants (:mod:`eights.tournaments.matchings`). The costs are
whole numbers in which each of these counts for more than all after it together:

1. no pair that has met before, or as few as can be;
2. nobody a second bye, then the bye to the lowest standing; a win over somebody who never came counts as a bye here
   (FIDE Handbook C.04.1, article 4), rounds before a late entry do not;
3. small differences in score: the squares of how many score groups lie between two, summed up;
4. seats: who has sat first more often than second meets who has sat second more often;
5. within a score group the top half meets the bottom half in order; who floats down is the lowest of its group and
   meets the highest of the next: the squares of how many places a pair is away from that, summed up.

Standing is by points, then by seeding. In the first round this gives the top half of the seeding against the bottom
half. The order of the criteria is that of the Dutch system (FIDE Handbook C.04.3), which they simplify.

Up to :data:`EXACT` entrants the graph is complete. Beyond it has each entrant's neighbours in the standings and around
its opponent by criterion 5, more of them as long as there is no pairing without a repetition. So criteria 1 and 2 hold
for any number; the others for any pairing within these neighbourhoods.

Up to :data:`LOOKING_AHEAD` entrants only such a round is paired after which those that are left can be paired by
criteria 1 and 2 as well: of the :data:`CANDIDATES` best pairings the first that is, else the best of some that are
known to be. Where not all rounds can be paired so, it is as many as can.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, groupby, islice
from typing import Final

from eights.tournaments.matchings import Pair, by_cost, cheapest, largest
from eights.tournaments.outlook import Graph, Matching, disjoint_matchings, without
from eights.tournaments.past import Past
from eights.tournaments.plan import PairingRules, RoundPlan, Warned
from eights.tournaments.seating import seated
from eights.tournaments.sizes import table_sizes

EXACT: Final = 128
"""Up to so many entrants every pair is considered."""
_WIDTHS: Final = (8, 40)


LOOKING_AHEAD: Final = 24
"""Up to so many entrants the rounds that are left are thought of."""
CANDIDATES: Final = 24
"""How many pairings are tried, in order of cost."""


def swiss_round(rules: PairingRules, entrants: Sequence[str], past: Past, left: int = 1) -> RoundPlan:
    """Return the next round for those still in, given in seeding order; raises :class:`Impossible`.

    ``left`` are the rounds that are still to be paired, this one among them. What cannot be avoided, now or later, the
    round's warnings say.
    """
    _, byes = table_sizes(rules, len(entrants))
    names = past.by_standing(entrants)
    costs = Costs(names, past)
    seeds = [*map(entrants.index, names), len(names)]
    pairs, possible = _paired(costs, len(names) + byes, left, seeds)
    groups = [(names[one], names[other]) for one, other in pairs if other < len(names)]
    left_out = tuple(names[one] for one, other in pairs if other == len(names))
    return RoundPlan(seated(groups, past), left_out, tuple(_warnings(groups, left_out, past, left, possible)))


def _warnings(
    groups: Iterable[tuple[str, str]], left_out: Iterable[str], past: Past, left: int, possible: int
) -> Iterator[Warned]:
    for one, other in groups:
        if past.met[one][other]:
            yield Warned("pairing_repeated", {"entrants": (one, other), "times": past.met[one][other] + 1})
    for name in left_out:
        if past.free_points(name):
            yield Warned("second_bye", {"entrant": name, "times": past.free_points(name) + 1})
    if possible < left and left > 1:
        yield Warned("rounds_run_out", {"left": left - 1, "possible": max(possible - 1, 0)})


class Costs:
    """What it costs to pair two entrants, by their places in the standing, from 0."""

    def __init__(self, names: Sequence[str], past: Past) -> None:
        self.entrants = entrants = len(names)
        index = {name: place for place, name in enumerate(names)}
        self.met = [
            {index[other]: times for other, times in past.met[name].items() if other in index} for name in names
        ]
        """By entrant: how often it met each other."""
        self._byes = [past.free_points(name) for name in names]
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

    def of_byes(self, nodes: int) -> dict[Pair, int]:
        """Return what each bye costs, if there are that many nodes, the last for the bye."""
        return {(one, self.entrants): self.of_bye(one) for one in range(self.entrants)} if nodes > self.entrants else {}

    def of_all(self, nodes: int) -> dict[Pair, int]:
        """Return what each pair and each bye costs."""
        pairs = combinations(range(self.entrants), 2)
        return {pair: self.of_pair(*pair) for pair in pairs} | self.of_byes(nodes)

    def is_fresh(self, one: int, other: int) -> bool:
        """Tell whether two have not met, or one has had no bye."""
        return not self._byes[one] if other == self.entrants else other not in self.met[one]


def _paired(costs: Costs, nodes: int, left: int, seeds: Sequence[int]) -> tuple[Sequence[Pair], int]:
    """Return the pairs, and how many rounds from this one on can be paired by criteria 1 and 2: ``left``, or fewer.

    ``seeds`` numbers the nodes by what does not change from round to round, so that what was found is found again.
    """
    if nodes > LOOKING_AHEAD:
        return _best_pairs(costs, nodes), left
    fresh = {pair: cost for pair, cost in costs.of_all(nodes).items() if costs.is_fresh(*pair)}
    graph = [0] * nodes
    for one, other in fresh:
        graph[seeds[one]] |= 1 << seeds[other]
        graph[seeds[other]] |= 1 << seeds[one]
    ways = _most_rounds(graph, min(left, nodes - 1))
    for pairs in islice(by_cost(fresh, nodes), CANDIDATES) if ways else ():
        after = without(graph, [(seeds[one], seeds[other]) for one, other in pairs])
        if disjoint_matchings(after, len(ways) - 1) is not None:
            return pairs, len(ways)
    if not ways:
        return _best_pairs(costs, nodes), 0
    places = {seed: place for place, seed in enumerate(seeds)}
    known = [[(min(pair), max(pair)) for pair in ((places[one], places[other]) for one, other in way)] for way in ways]
    return sorted(min(known, key=lambda pairs: sum(fresh[pair] for pair in pairs))), len(ways)


def _most_rounds(graph: Graph, most: int) -> tuple[Matching, ...]:
    """Return matchings for as many rounds as can be, at most so many."""
    found = (disjoint_matchings(graph, count) for count in range(most, 0, -1))
    return next((matchings for matchings in found if matchings is not None), ())


def _best_pairs(costs: Costs, nodes: int) -> Sequence[Pair]:
    """Return the pairs of least cost, the better standing first in each; the bye is the last node."""
    for width in _WIDTHS if nodes > EXACT else ():
        near = {pair: costs.of_pair(*pair) for pair in _near(costs, width)}
        pairs = cheapest(near | costs.of_byes(nodes), nodes)
        if pairs is not None:
            return pairs
    return largest(costs.of_all(nodes))


def _near(costs: Costs, width: int) -> Iterator[tuple[int, int]]:
    """Yield who might meet: who are near each other, or near the opponent by order, and have not met yet."""
    for one in range(costs.entrants):
        end, opponent, met = costs.end[one], one + costs.half[one], costs.met[one]
        near = range(one + 1, min(one + 1 + width, costs.entrants))
        opposite = range(max(near.stop, opponent - width), min(opponent + width + 1, end))
        yield from ((one, other) for other in chain(near, opposite) if other not in met)
