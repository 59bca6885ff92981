"""From what was played at a table to places and tournament points."""

from collections.abc import Collection, Sequence

from eights.tournaments.plan import Table, TableResult


def places(points: Sequence[float], *, lowest_wins: bool) -> tuple[int, ...]:
    """Return the place of each, from 1; those with equal points share one (1, 1, 3)."""
    raise NotImplementedError


def points_for_places(by_place: Sequence[float], seats: int) -> tuple[float, ...]:
    """Return the tournament points by place at a table with so many seats, from those of a full table.

    At a smaller table the first and the last place give what they give at a full one, and those between are spread
    evenly, so that nobody gains by sitting at a smaller table.
    """
    raise NotImplementedError


def default_points(table_size: int) -> tuple[float, ...]:
    """Return the points by place where none were chosen: one for each opponent behind, n - 1 down to 0."""
    raise NotImplementedError


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
    are those who did not play at all. ``by_place`` are the points of a full table; a shared place gives the mean.
    """
    raise NotImplementedError


def void_result(table: Table) -> TableResult:
    """Return the result of a table that does not count: no points, and nobody has met anybody."""
    raise NotImplementedError


def awarded_result(table: Table, points: Sequence[float]) -> TableResult:
    """Return a result that an organiser decides: the tournament points by seat, and the places that follow.

    It counts as played; there is no points difference.
    """
    raise NotImplementedError
