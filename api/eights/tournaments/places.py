"""From what was played at a table to places and tournament points."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import inf
from statistics import fmean

from eights.tournaments.plan import Table, TableResult


def places(points: Sequence[float], *, lowest_wins: bool) -> tuple[int, ...]:
    """Return the place of each, from 1; those with equal points share one.

    >>> places([30, 12, 12, 50], lowest_wins=True)
    (3, 1, 1, 4)
    """
    keys = [value if lowest_wins else -value for value in points]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def default_points(table_size: int) -> tuple[float, ...]:
    """Return the points by place where none were chosen: one for each opponent behind.

    >>> default_points(4)
    (3.0, 2.0, 1.0, 0.0)
    """
    return tuple(float(behind) for behind in reversed(range(table_size)))


def points_for_places(by_place: Sequence[float], seats: int) -> tuple[float, ...]:
    """Return the tournament points by place at a table with so many seats, from those of a full table.

    At a smaller table the first and the last place give what they give at a full one, and those between are spread
    evenly, so that nobody gains by sitting at a smaller table. Raises ValueError if the full table is the smaller one.

    >>> points_for_places([3, 2, 1, 0], 3)
    (3.0, 1.5, 0.0)
    """
    if not 2 <= seats <= len(by_place):
        raise ValueError(f"points for {len(by_place)} places cannot serve a table of {seats}")
    step = Fraction(len(by_place) - 1, seats - 1)
    return tuple(_between(by_place, place * step) for place in range(seats))


def shared_points(by_place: Sequence[float], taken: Sequence[int]) -> tuple[float, ...]:
    """Return what each place taken gives; those who share one get the mean of the places that they fill.

    >>> shared_points([3, 2, 1, 0], [1, 2, 2, 4])
    (3.0, 1.5, 1.5, 0.0)
    """
    return tuple(fmean(by_place[place - 1 : place - 1 + taken.count(place)]) for place in taken)


def table_result(
    table: Table,
    game_points: Sequence[float],
    by_place: Sequence[float],
    *,
    lowest_wins: bool,
    forfeited: Collection[str] = (),
    absent: Collection[str] = (),
) -> TableResult:
    """Return the result of a table from each seat's points over all of its deals.

    ``forfeited`` are those who gave up while playing: they share the last place, but have met the others. ``absent``
    are those who did not play at all; they share it too, and their game points mean nothing. Where nobody played, all
    have lost: each is last, with the points of that. ``by_place`` are the points of a full table; a shared place gives
    the mean. A seat's difference is how much better its game points are
    than the mean of the others who played.
    """
    last = inf if lowest_wins else -inf
    ranked = [
        last if name in forfeited or name in absent else points
        for name, points in zip(table.seats, game_points, strict=True)
    ]
    seats = len(table.seats)
    taken = places(ranked, lowest_wins=lowest_wins)
    points = shared_points(points_for_places(by_place, seats), taken)
    if {*table.seats} <= {*absent}:
        taken, points = (seats,) * seats, (points_for_places(by_place, seats)[-1],) * seats
    return TableResult(
        table.seats,
        points=points,
        difference=_differences(table.seats, game_points, absent, 1 if lowest_wins else -1),
        places=taken,
        absent=tuple(name for name in table.seats if name in absent),
    )


def void_result(table: Table) -> TableResult:
    """Return the result of a table that does not count: no points, and nobody has met anybody."""
    nothing = (0.0,) * len(table.seats)
    return TableResult(table.seats, nothing, nothing, (1,) * len(table.seats), absent=table.seats)


def _between(by_place: Sequence[float], position: Fraction) -> float:
    """Return the points at a position between two places of a full table."""
    lower = int(position)
    rest = position - lower
    if not rest:
        return float(by_place[lower])
    return float(by_place[lower] * (1 - rest) + by_place[lower + 1] * rest)


def _differences(
    seats: Sequence[str], game_points: Sequence[float], absent: Collection[str], sign: int
) -> tuple[float, ...]:
    played = {name: points for name, points in zip(seats, game_points, strict=True) if name not in absent}
    if len(played) < 2:
        return (0.0,) * len(seats)
    total = sum(played.values())
    return tuple(
        sign * ((total - played[name]) / (len(played) - 1) - played[name]) if name in played else 0.0 for name in seats
    )
