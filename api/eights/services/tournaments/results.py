"""What came of a tournament's rounds, table by table and deal by deal, as everybody may see it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from eights.rules.state import Seat
from eights.services.game import GameId
from eights.services.players.notices import Number
from eights.services.tournaments.deals import Course, Deal
from eights.services.tournaments.keeping import Standing
from eights.services.tournaments.scoring import comparisons, course_result, round_result
from eights.services.tournaments.tournament import Tournament
from eights.services.tournaments.views import Entrant, RulingView, ruling_view
from eights.tournaments.duplicate import Comparison
from eights.tournaments.plan import TableResult


class TableDealView(msgspec.Struct, frozen=True):
    """A deal of a table, by seat.

    `points` are what counts: the game's own, those of a ruling, or null for a deal that is not over, is void, or was
    not played because the table was awarded. `gave_up` are the seats that left the game. In duplicate play the game's
    own come once the deal is over at all tables, with `matchpoints` and `differences`, which compare it with the same
    cards elsewhere.
    """

    deal: Number
    attempt: Number
    game_id: GameId
    status: Literal["due", "played", "awarded", "void"]
    points: tuple[int, ...] | None
    gave_up: tuple[Seat, ...]
    matchpoints: tuple[float, ...] | None = None
    differences: tuple[float, ...] | None = None


class SeatResultView(msgspec.Struct, frozen=True):
    """What a table gave one entrant: tournament points, place and points difference.

    `absent` is one for whom the round does not count as played: it never made a move, or the result is void.
    """

    entrant: Entrant
    points: float
    place: Number
    difference: float
    absent: bool


class TableResultView(msgspec.Struct, frozen=True):
    """A table: its deals, and once it is over (in duplicate play: once all tables are), its result by seat."""

    table: Number
    seats: tuple[Entrant, ...]
    deals: list[TableDealView]
    result: list[SeatResultView] | None


class ByeView(msgspec.Struct, frozen=True):
    """A bye, and the points that it is worth."""

    entrant: Entrant
    points: float


class RoundResultsView(msgspec.Struct, frozen=True):
    """A round's results."""

    number: Number
    over: bool
    tables: list[TableResultView]
    byes: list[ByeView]
    rulings: list[RulingView]


def round_results_view(tournament: Tournament, number: int, stands: Standing) -> RoundResultsView:
    """Return the results of a round so far."""
    tables = stands.by_round[number]
    result = round_result(tournament, number, tables)
    compared = _compared(tournament, tables)
    return RoundResultsView(
        number=number,
        over=result is not None,
        tables=[
            _table(tournament, course, None if result is None else result.tables[place], compared[place])
            for place, course in enumerate(tables)
        ],
        byes=[ByeView(name, tournament.plan.bye_points) for name in tournament.rounds[number - 1].plan.byes],
        rulings=[ruling_view(ruling) for ruling in tournament.rulings if ruling.round == number],
    )


def _compared(tournament: Tournament, tables: Sequence[Course]) -> list[list[tuple[Comparison, ...] | None]]:
    """Return by table and deal what the comparison gave; None where it is not due."""
    if not tournament.plan.duplicate:
        return [[None] * len(course.deals) for course in tables]
    by_deal = comparisons(tournament, tables)
    over = [all(_is_over(course, place) for course in tables) for place in range(len(by_deal))]
    return [
        [by_deal[place][row] if over[place] else None for place in range(len(course.deals))]
        for row, course in enumerate(tables)
    ]


def _is_over(course: Course, place: int) -> bool:
    return course.decided or (place < len(course.deals) and course.deals[place].decided)


def _table(
    tournament: Tournament,
    course: Course,
    result: TableResult | None,
    compared: Sequence[tuple[Comparison, ...] | None],
) -> TableResultView:
    if result is None and course.decided and not tournament.plan.duplicate:
        result = course_result(tournament.plan, course)
    hidden = tournament.plan.duplicate
    deals = [
        _deal(deal, found, hidden=hidden and found is None) for deal, found in zip(course.deals, compared, strict=True)
    ]
    return TableResultView(course.number, course.table.seats, deals, None if result is None else _seat_results(result))


def _seat_results(result: TableResult) -> list[SeatResultView]:
    return [
        SeatResultView(name, points, place, difference, name in result.absent)
        for name, points, place, difference in zip(
            result.seats, result.points, result.places, result.difference, strict=True
        )
    ]


def _deal(deal: Deal, compared: Sequence[Comparison] | None, *, hidden: bool) -> TableDealView:
    """Return a deal; what its game says is ``hidden`` from those who have the same cards still to play."""
    return TableDealView(
        deal=deal.number,
        attempt=deal.attempt,
        game_id=deal.game_id,
        status=_status(deal),
        points=None if hidden and deal.ruling is None else _points(deal),
        gave_up=() if hidden or deal.result is None else deal.result.gave_up,
        matchpoints=None if compared is None else tuple(one.matchpoints for one in compared),
        differences=None if compared is None else tuple(one.difference for one in compared),
    )


def _status(deal: Deal) -> Literal["due", "played", "awarded", "void"]:
    if deal.ruling is not None:
        return "void" if deal.ruling.kind == "void" else "awarded"
    return "played" if deal.decided else "due"


def _points(deal: Deal) -> tuple[int, ...] | None:
    if deal.ruling is not None and deal.ruling.kind == "void":
        return None
    if deal.ruling is not None and deal.ruling.points is not None:
        return deal.ruling.points
    return deal.result.points if deal.result is not None and deal.result.status == "finished" else None
