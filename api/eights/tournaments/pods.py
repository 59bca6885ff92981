"""Rounds at tables of three to six: who have done equally well sit together, and with whom they have met least.

Byes go to those who have had the fewest, the lowest standing first. Then

1. in a Swiss in which all are level, as before the first round, the entrants are dealt out, so that each table gets its
   share of every part of the seeding; otherwise the tables are filled from the first downwards, each by its best
   remaining entrant and then by whoever has met those at the table least often, the better standing first;
2. as long as the exchange of two entrants makes for fewer repeated meetings, the one that saves most is made; of those
   that save as much, one between the nearest standings.

What both steps reduce is the square of how often two have met before, summed over all pairs at all tables, so that no
pair meets far more often than others. In the end no exchange of two would do better, which is not always the best of
all rounds.

A round robin uses the seeding for the standing, tries several orders and keeps the best round; but where there is a
design, that comes first: the entrants stand in as many rows as a table has seats, and from round to round each row is
shifted by its number. If no number below the seats divides that of the tables, this repeats nothing for as many rounds
as there are tables, after which the rows themselves may sit together (9 at tables of 3, 25 at tables of 5).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from eights.tournaments.past import Past
from eights.tournaments.plan import PairingRules, RoundPlan
from eights.tournaments.seating import seated
from eights.tournaments.sizes import table_sizes

_STARTS: Final = 32
_MOST_WORK: Final = 500
"""Orders tried in a round robin times entrants: the work grows with the square of these."""

Groups = list[list[str]]


def pods_round(rules: PairingRules, entrants: Sequence[str], past: Past) -> RoundPlan:
    """Return the next round for those still in, given in seeding order; raises :class:`Impossible`."""
    sizes, byes = table_sizes(rules, len(entrants))
    names = past.by_standing(entrants) if rules.format == "swiss" else list(entrants)
    left_out = _left_out(names, byes, past)
    seats = [name for name in names if name not in left_out]
    groups = _swiss(seats, sizes, past) if rules.format == "swiss" else _round_robin(seats, sizes, past)
    return RoundPlan(seated(groups, past), tuple(left_out))


def repeated_meetings(groups: Sequence[Sequence[str]], past: Past) -> int:
    """Return the squares of how often those who sit together have met before, summed over all pairs."""
    return sum(past.met[one][other] ** 2 for group in groups for one, other in combinations(group, 2))


def _left_out(names: Sequence[str], byes: int, past: Past) -> list[str]:
    lowest_first = list(reversed(names))
    return sorted(lowest_first, key=lambda name: past.byes[name])[:byes]


def _swiss(names: Sequence[str], sizes: Sequence[int], past: Past) -> Groups:
    if len({past.points[name] for name in names}) == 1:
        groups: Groups = [list(names[table :: len(sizes)]) for table in range(len(sizes))]
    else:
        groups = _filled(names, sizes, past)
    return _improved(groups, names, past)


def _round_robin(names: Sequence[str], sizes: Sequence[int], past: Past) -> Groups:
    for design in _designs(names, sizes):
        if not repeated_meetings(design, past):
            return design
    starts = range(min(_STARTS, len(names), max(1, _MOST_WORK // len(names))))
    orders = ([*names[start:], *names[:start]] for start in starts)
    rounds = (_improved(_filled(order, sizes, past), order, past) for order in orders)
    return min(rounds, key=lambda groups: repeated_meetings(groups, past))


def _designs(names: Sequence[str], sizes: Sequence[int]) -> Iterator[Groups]:
    """Yield the rounds in which each row is shifted, and that of the rows, where these repeat nothing."""
    size, tables = sizes[0], len(sizes)
    if len(set(sizes)) > 1 or any(tables % divisor == 0 for divisor in range(2, size)):
        return
    rows = [names[row * tables : (row + 1) * tables] for row in range(size)]
    for shift in range(tables):
        yield [[row[(table + number * shift) % tables] for number, row in enumerate(rows)] for table in range(tables)]
    if size == tables:
        yield [list(row) for row in rows]


def _filled(names: Sequence[str], sizes: Sequence[int], past: Past) -> Groups:
    """Return the tables, each filled by the next in the order and those who have met it least."""
    remaining = dict.fromkeys(names)
    groups: Groups = []
    for size in sizes:
        group: list[str] = []
        while len(group) < size:
            chosen = _least_met(group, remaining, past)
            del remaining[chosen]
            group.append(chosen)
        groups.append(group)
    return groups


def _least_met(group: Sequence[str], remaining: Iterable[str], past: Past) -> str:
    best, fewest = "", None
    for name in remaining:
        times = _meetings(name, group, past)
        if not times:
            return name
        if fewest is None or times < fewest:
            best, fewest = name, times
    return best


def _improved(groups: Groups, names: Sequence[str], past: Past) -> Groups:
    """Return the tables after exchanges, each of which saves repeated meetings."""
    tables = {name: number for number, group in enumerate(groups) for name in group}
    while True:
        exchange = _best_exchange(groups, tables, names, past)
        if exchange is None:
            return groups
        one, other = exchange
        here, there = tables[one], tables[other]
        groups[here][groups[here].index(one)] = other
        groups[there][groups[there].index(other)] = one
        tables[one], tables[other] = there, here


def _best_exchange(
    groups: Groups, tables: Mapping[str, int], names: Sequence[str], past: Past
) -> tuple[str, str] | None:
    """Return the two whose exchange saves most, and is the shortest in the standings; None if none saves any."""
    burden = {name: _meetings(name, groups[tables[name]], past) for name in names}
    best, found = (0, 0), None
    for place, one in enumerate(names):
        if not burden[one]:
            continue
        here = groups[tables[one]]
        for other_place, other in enumerate(names):
            there = groups[tables[other]]
            if there is here:
                continue
            between = past.met[one][other] ** 2
            after = _meetings(one, there, past) + _meetings(other, here, past) - 2 * between
            saved = (after - burden[one] - burden[other], abs(place - other_place))
            if saved[0] < 0 and saved < best:
                best, found = saved, (one, other)
    return found


def _meetings(name: str, others: Iterable[str], past: Past) -> int:
    met = past.met[name]
    return sum(met[other] ** 2 for other in others)
