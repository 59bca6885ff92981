"""From games that are over to the results of tables and rounds.

A table's deals are summed up. Whoever gives a game up is charged with a hand (:mod:`eights.services.forfeits`); whoever
gives up all of a table's deals, or withdraws from the tournament while it has still to play, is last at the table,
whatever the others scored. A deal that was ruled void counts for nobody. Where deals are duplicate, each is compared
with the same deal at the other tables instead (:mod:`eights.tournaments.duplicate`).
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from eights.services.tournaments.deals import (
    Course,
    Deal,
    DealResult,
    Results,
    Rulings,
    deal_as_it_stands,
    most_deals,
    rulings_that_count,
)
from eights.services.tournaments.tournament import Plan, Tournament
from eights.tournaments.duplicate import Comparison, Outcome, compare_deal, duplicate_results
from eights.tournaments.knockout import tied_at_the_cut
from eights.tournaments.places import table_result, void_result
from eights.tournaments.plan import RoundResult, Table, TableResult


def courses(tournament: Tournament, number: int, results: Results) -> list[Course]:
    """Return how the tables of a round stand."""
    rulings = rulings_that_count(tournament.rulings)
    withdrew = tournament.forfeited_in(number)
    return [
        _course(
            tournament,
            number,
            Course(place, table, (), tuple(name for name in table.seats if name in withdrew)),
            rulings,
            results,
        )
        for place, table in enumerate(tournament.rounds[number - 1].plan.tables, start=1)
    ]


def round_result(tournament: Tournament, number: int, stands: Sequence[Course]) -> RoundResult | None:
    """Return the result of a round; None as long as a table has still to play."""
    if not all(course.decided for course in stands):
        return None
    byes = tournament.rounds[number - 1].plan.byes
    if not tournament.plan.duplicate:
        return RoundResult(tuple(course_result(tournament.plan, course) for course in stands), byes)
    tables = [course.table for course in stands]
    deals = list(_outcomes(stands))
    absent = {name for course in stands if course.awarded_to is None for name in _absent(course.table, course.deals)}
    results = duplicate_results(tables, deals, lowest_wins=tournament.plan.lowest_wins, absent=absent)
    if tournament.plan.format == "knockout":
        results = tuple(_separated(tournament.plan, *both) for both in zip(stands, results, strict=True))
    return RoundResult(results, byes)


def course_result(plan: Plan, course: Course) -> TableResult:
    """Return what a table gave, over its deals so far; not for duplicate deals."""
    table, seats = course.table, len(course.table.seats)
    counting = [deal for deal in course.deals if not _is_void(deal)]
    forfeited = _forfeited(course, counting)
    if not counting and not forfeited:
        return void_result(table)
    return table_result(
        table,
        [sum(_points(deal, seats)[seat] for deal in counting) for seat in range(seats)],
        plan.points_for_place,
        lowest_wins=plan.lowest_wins,
        forfeited=forfeited,
        absent=_absent(table, counting) if course.awarded_to is None else (),
    )


def _separated(plan: Plan, course: Course, result: TableResult) -> TableResult:
    """Return a duplicate table where equal matchpoints are separated by the points at the table.

    In a final nobody else has the cards, so that all have equal matchpoints.
    """
    at_table = course_result(plan, course).places
    keys = [(-matchpoints, place) for matchpoints, place in zip(result.points, at_table, strict=True)]
    return replace(result, places=tuple(1 + sum(other < key for other in keys) for key in keys))


def comparisons(tournament: Tournament, stands: Sequence[Course]) -> list[list[tuple[Comparison, ...]]]:
    """Return by deal and table what each seat's result is worth against the others with the same cards."""
    lowest_wins = tournament.plan.lowest_wins
    return [compare_deal(outcomes, lowest_wins=lowest_wins) for outcomes in _outcomes(stands)]


def _course(tournament: Tournament, number: int, course: Course, rulings: Rulings, results: Results) -> Course:
    """Go through a table's deals up to the first that is not decided."""
    plan = tournament.plan
    for deal_number in range(1, most_deals(plan) + 1):
        deal = deal_as_it_stands(tournament, (number, course.number, deal_number), rulings, results)
        course = replace(course, deals=(*course.deals, deal))
        if course.awarded_to is not None or (deal.decided and _is_enough(plan, course)):
            return replace(course, decided=True)
        if not deal.decided:
            return course
    return replace(course, decided=True)


def _is_enough(plan: Plan, course: Course) -> bool:
    """Tell whether a table, all of whose deals so far are decided, needs no more of them."""
    if len(course.deals) < plan.deals_per_table:
        return False
    return plan.format != "knockout" or plan.duplicate or not tied_at_the_cut(course_result(plan, course))


def _is_void(deal: Deal) -> bool:
    return deal.ruling is not None and deal.ruling.kind == "void"


def _points(deal: Deal, seats: int) -> Sequence[float]:
    """Return what each seat scored; nothing in a deal that was not played, since the table was awarded."""
    if deal.ruling is not None and deal.ruling.points is not None:
        return deal.ruling.points
    if deal.result is not None and deal.result.status == "finished":
        return deal.result.points
    return (0.0,) * seats


def _forfeited(course: Course, counting: Sequence[Deal]) -> tuple[str, ...]:
    """Return who is last at a table, whatever was scored."""
    if course.awarded_to is not None:
        return tuple(name for name in course.table.seats if name != course.awarded_to)
    left = _in_all(course.table, [result.gave_up if result is not None else () for result in map(_played, counting)])
    return tuple(name for name in course.table.seats if name in course.withdrew or name in left)


def _absent(table: Table, counting: Sequence[Deal]) -> tuple[str, ...]:
    """Return who did not play a single move in any deal."""
    return _in_all(table, [result.idle if result is not None else () for result in map(_played, counting)])


def _played(deal: Deal) -> DealResult | None:
    """Return what counts of a deal's game; nothing where the organiser set the points."""
    return None if deal.ruling is not None else deal.result


def _in_all(table: Table, seats_by_deal: Sequence[Sequence[int]]) -> tuple[str, ...]:
    if not seats_by_deal:
        return ()
    return tuple(name for seat, name in enumerate(table.seats) if all(seat in seats for seats in seats_by_deal))


def _outcomes(stands: Sequence[Course]) -> Iterator[list[list[Outcome]]]:
    """Yield the outcomes of each deal by table and seat; what a table has not played yet compares with nothing."""
    for place in range(max((len(course.deals) for course in stands), default=0)):
        yield [_seat_outcomes(course, place) for course in stands]


def _seat_outcomes(course: Course, place: int) -> list[Outcome]:
    seats, to = course.table.seats, course.awarded_to
    if to is not None:
        return ["award" if name == to else "forfeit" for name in seats]
    deal = course.deals[place] if place < len(course.deals) else None
    if deal is None or not deal.decided or _is_void(deal):
        return ["void" for _ in seats]
    if deal.ruling is not None and deal.ruling.points is not None:
        return [float(points) for points in deal.ruling.points]
    if deal.result is None or not deal.result.gave_up:
        return [float(points) for points in _points(deal, len(seats))]
    lost = {*deal.result.gave_up, *deal.result.idle}
    return ["forfeit" if seat in lost else "award" for seat in range(len(seats))]
