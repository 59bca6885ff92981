"""Who of a table sits where."""

from collections.abc import Sequence
from itertools import permutations

from eights.tournaments.past import Past
from eights.tournaments.plan import Table


def seated(groups: Sequence[Sequence[str]], past: Past) -> tuple[Table, ...]:
    """Return the tables, everybody in the seat where they sat least often before.

    Of all orders of a table that one is taken whose seats its entrants have had least often in total (which makes the
    squares of everybody's counts smallest), then in which the fewest sit where they sat last. If that leaves a choice,
    the better standing sits first at the first table, second at the next, and so on, so that it is worth nothing.
    """
    return tuple(_table(group, number, past) for number, group in enumerate(groups))


def _table(group: Sequence[str], number: int, past: Past) -> Table:
    turn = number % len(group)
    turned = (*group[len(group) - turn :], *group[: len(group) - turn])
    counts = [
        [1000 * past.seats[name][seat] + (past.last_seat.get(name) == seat) for seat in range(len(group))]
        for name in turned
    ]
    best = min(permutations(range(len(group))), key=lambda seats: sum(map(list.__getitem__, counts, seats)))
    return Table(tuple(name for _, name in sorted(zip(best, turned, strict=True))))
