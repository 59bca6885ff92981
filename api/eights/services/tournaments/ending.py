"""When a tournament is over."""

from msgspec.structs import replace

from eights.services.tournaments.keeping import Standing
from eights.services.tournaments.scoring import round_result
from eights.services.tournaments.tournament import Tournament
from eights.tournaments.knockout import still_in


def after_round(tournament: Tournament, stands: Standing, now_ms: int) -> Tournament:
    """Return a tournament as it is once its rounds so far are over: finished, if no other can follow.

    ``stands`` has the last of its rounds, unless nobody asks about that.
    """
    paired = len(tournament.rounds)
    if tournament.status != "playing" or tournament.round_on is not None:
        return tournament
    if paired >= (tournament.planned_rounds or 0) or len(contenders(tournament, stands)) < 2:
        return replace(tournament, status="finished", finished_ms=now_ms)
    return tournament


def contenders(tournament: Tournament, stands: Standing) -> list[str]:
    """Return who can be paired in the next round, in seeding order."""
    staying = tournament.staying
    last = len(tournament.rounds)
    tables = stands.by_round.get(last)
    if tournament.plan.format != "knockout" or tables is None:
        return list(staying)
    result = round_result(tournament, last, tables)
    return (
        list(staying) if result is None else [name for name in still_in(tournament.field, [result]) if name in staying]
    )
