"""Standings: total points, then named tie-breaks, then a shared place."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from eights.tournaments.knockout import still_in
from eights.tournaments.past import Past
from eights.tournaments.plan import RoundResult
from eights.tournaments.tie_breaks import TIE_BREAKS, Record

Criterion = Callable[[Sequence[str]], dict[str, float | None]]
"""Says how well each of those who are tied does, more being better; None for all of them where it does not apply."""


class Standing(msgspec.Struct, frozen=True):
    """One entrant's line of the standings."""

    entrant: str
    place: int
    """From 1; shared by those whom no tie-break separates (1, 1, 3)."""
    points: float
    tie_breaks: tuple[float | None, ...]
    """By :data:`~eights.tournaments.tie_breaks.TIE_BREAKS`; None for a direct encounter where it does not apply."""
    played: int
    """Rounds in which the entrant met somebody."""
    byes: int
    survived: int | None = None
    """Rounds of a knockout after which the entrant was still in; None in other formats."""
    withdrawn: bool = False


def standings(
    field: Sequence[str],
    history: Sequence[RoundResult],
    *,
    bye_points: float,
    withdrawn: Collection[str] = (),
    knockout: bool = False,
) -> list[Standing]:
    """Return everybody's standing, best first; those who share a place in the order of the field.

    ``field`` are all who ever entered, also those who came late or withdrew. In a knockout the rounds survived come
    before the points. A direct encounter is between all who are tied before it; when it separates them, those who are
    still tied go on with the next tie-break.
    """
    past = Past(history, bye_points)
    record = Record(history, past)
    survived = _survived(field, history) if knockout else None
    lines = {name: _unplaced(name, past, record, survived) for name in field}
    direct: dict[str, float | None] = {}
    return [
        replace(
            lines[name],
            place=place,
            tie_breaks=(direct.get(name), *lines[name].tie_breaks[1:]),
            withdrawn=name in withdrawn,
        )
        for place, name in _placed(_ranked(field, _criteria(lines, _noting(record.direct_encounter, direct))))
    ]


def _criteria(lines: Mapping[str, Standing], direct_encounter: Criterion) -> list[Criterion]:
    """Return what decides, in order."""
    return [
        _each(lambda name: lines[name].survived or 0),
        _each(lambda name: lines[name].points),
        direct_encounter,
        *(_each(_nth_tie_break(lines, nth)) for nth in range(1, len(TIE_BREAKS))),
    ]


def _unplaced(name: str, past: Past, record: Record, survived: Mapping[str, int] | None) -> Standing:
    """Return a line without what depends on the others: the place and the direct encounter."""
    sums = (record.buchholz(name), record.sonneborn_berger(name), record.points_difference(name))
    return Standing(
        name,
        place=0,
        points=past.points[name],
        tie_breaks=(None, *sums),
        played=record.met_in(name),
        byes=past.byes[name],
        survived=None if survived is None else survived.get(name, 0),
    )


def _noting(criterion: Criterion, notes: dict[str, float | None]) -> Criterion:
    """Return the criterion, which also notes what it said."""

    def noting(tied: Sequence[str]) -> dict[str, float | None]:
        found = criterion(tied)
        notes.update(found)
        return found

    return noting


def _nth_tie_break(lines: Mapping[str, Standing], nth: int) -> Callable[[str], float]:
    return lambda name: lines[name].tie_breaks[nth] or 0


def _each(value: Callable[[str], float]) -> Criterion:
    return lambda tied: {name: value(name) for name in tied}


def _ranked(tied: Sequence[str], criteria: Sequence[Criterion]) -> list[list[str]]:
    """Return the tied in groups, best first, each of those whom no criterion separates, in the order given."""
    if len(tied) < 2 or not criteria:
        return [list(tied)]
    first, *rest = criteria
    values = first(tied)
    order = sorted(tied, key=lambda name: -(values[name] or 0))
    groups = [list(equal) for _, equal in groupby(order, key=lambda name: values[name] or 0)]
    return [ranked for group in groups for ranked in _ranked(group, rest)]


def _placed(groups: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    place = 1
    for group in groups:
        yield from ((place, name) for name in group)
        place += len(group)


def _survived(field: Sequence[str], history: Sequence[RoundResult]) -> dict[str, int]:
    return {name: number for number in range(1, len(history) + 1) for name in still_in(field, history[:number])}
