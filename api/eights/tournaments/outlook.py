"""Whether the rounds that are left can still be paired with nobody meeting anybody twice.

Who may still meet are a graph, and a round is a perfect matching in it; with an odd number the bye is a node as well.
So many rounds are left possible if the graph has as many perfect matchings without a common edge. For a regular graph
that is edge colouring, which is NP-complete (I. Holyer, SIAM J. Comput. 10, 1981). The search takes away one matching
after the other, the node with the fewest choices first, with a few orders of the choices, each for a number of steps:
the same graph always gives the same answer, and what was found possible is found again a round later.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

Matching = tuple[tuple[int, int], ...]
"""Pairs of nodes, the lower first."""
Graph = Sequence[int]
"""By node: the nodes that it may be matched with, each a bit."""

ORDERS: Final = 6
STEPS: Final = 600
"""How many pairs are tried with each order."""


def disjoint_matchings(graph: Graph, count: int) -> tuple[Matching, ...] | None:
    """Return so many perfect matchings without a common edge; None where none were found.

    >>> square = [0b1010, 0b0101, 0b1010, 0b0101]
    >>> disjoint_matchings(square, 2) is not None, disjoint_matchings(square, 3)
    (True, None)
    """
    for order in range(ORDERS):
        search = _Search(order)
        found = search.matchings(list(graph), count)
        if found is not None or search.steps > 0:
            return found
    return None


def without(graph: Graph, matching: Iterable[tuple[int, int]]) -> list[int]:
    """Return a graph without the edges of a matching."""
    left = list(graph)
    for one, other in matching:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return left


class _Search:
    """A search in one order of the choices."""

    def __init__(self, order: int) -> None:
        self.steps = STEPS
        """How many are left; with some left, nothing found means that there is nothing."""
        self._order = order

    def matchings(self, graph: Sequence[int], count: int) -> tuple[Matching, ...] | None:
        if count == 0:
            return ()
        if min(nodes.bit_count() for nodes in graph) < count:
            return None
        for matching in self._perfect(graph, (1 << len(graph)) - 1):
            further = self.matchings(without(graph, matching), count - 1)
            if further is not None:
                return (matching, *further)
            if self.steps <= 0:
                return None
        return None

    def _perfect(self, graph: Sequence[int], free: int) -> Iterator[Matching]:
        """Yield the perfect matchings of the free nodes, as long as there are steps left."""
        if not free:
            yield ()
            return
        one = min(_bits(free), key=lambda node: (graph[node] & free).bit_count())
        for other in self._choices(graph, one, free):
            self.steps -= 1
            if self.steps <= 0:
                return
            pair = (min(one, other), max(one, other))
            yield from ((pair, *rest) for rest in self._perfect(graph, free & ~(1 << one) & ~(1 << other)))

    def _choices(self, graph: Sequence[int], one: int, free: int) -> list[int]:
        """Return whom a node may be matched with, those with the most choices first, which leaves the rest even."""
        others = list(_bits(graph[one] & free))
        turn = self._order * (self.steps + 1) % max(len(others), 1)
        others = others[turn:] + others[:turn]
        return sorted(others, key=lambda node: -graph[node].bit_count())


def _bits(nodes: int) -> Iterator[int]:
    while nodes:
        lowest = nodes & -nodes
        yield lowest.bit_length() - 1
        nodes ^= lowest
