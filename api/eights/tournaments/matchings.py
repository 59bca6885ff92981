"""Perfect matchings of a graph, the cheapest first.

Each further one is the cheapest that differs from those before: what is left after one was taken is split by the first
of its pairs that is missing (K. G. Murty, An algorithm for ranking all the assignments in order of increasing cost,
Operations Research 16, 1968).
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count

from rustworkx import PyGraph, max_weight_matching

Pair = tuple[int, int]
Pairs = tuple[Pair, ...]


def by_cost(costs: Mapping[Pair, int], nodes: int) -> Iterator[Pairs]:
    """Yield the perfect matchings of the nodes from 0; ``costs`` has the edges, the lower node first in each.

    >>> list(by_cost({(0, 1): 1, (2, 3): 1, (0, 2): 3, (1, 3): 0, (0, 3): 9}, 4))
    [((0, 1), (2, 3)), ((0, 2), (1, 3))]
    """
    numbers = count()
    waiting: list[tuple[int, int, Pairs, Pairs, Mapping[Pair, int]]] = []

    def wait(kept: Pairs, edges: Mapping[Pair, int]) -> None:
        matching = cheapest(edges, nodes - 2 * len(kept))
        if matching is not None:
            total = sum(costs[pair] for pair in (*kept, *matching))
            heappush(waiting, (total, next(numbers), kept, matching, edges))

    wait((), costs)
    while waiting:
        _, _, kept, matching, edges = heappop(waiting)
        yield tuple(sorted((*kept, *matching)))
        for pair in matching:
            wait(kept, {edge: cost for edge, cost in edges.items() if edge != pair})
            kept = (*kept, pair)
            edges = {edge: cost for edge, cost in edges.items() if not set(edge) & set(pair)}


def cheapest(costs: Mapping[Pair, int], nodes: int) -> Pairs | None:
    """Return the cheapest matching of so many nodes, which those of the edges are; None if not all can be matched."""
    matching = largest(costs)
    return matching if 2 * len(matching) == nodes else None


def largest(costs: Mapping[Pair, int]) -> Pairs:
    """Return of the matchings with the most pairs the cheapest (J. Edmonds' blossom algorithm, as rustworkx has it)."""
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(range(1 + max((other for _, other in costs), default=-1)))
    graph.add_edges_from([(*pair, -cost) for pair, cost in costs.items()])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matching))
