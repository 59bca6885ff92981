"""When a tournament is over."""

from collections.abc import Sequence

from msgspec.structs import replace

from eights.services.tournaments.tournament import Tournament
from eights.tournaments.knockout import still_in
from eights.tournaments.plan import RoundResult


def after_round(tournament: Tournament, history: Sequence[RoundResult], now_ms: int) -> Tournament:
    """Return a tournament as it is between rounds: finished, if no other can follow.

    ``history`` has the result of its last round at its end.
    """
    if tournament.status != "playing" or tournament.round_on is not None:
        return tournament
    if len(tournament.rounds) >= (tournament.planned_rounds or 0) or len(contenders(tournament, history)) < 2:
        return replace(tournament, status="finished", finished_ms=now_ms)
    return tournament


def contenders(tournament: Tournament, history: Sequence[RoundResult]) -> list[str]:
    """Return who can be paired in the next round, in seeding order."""
    staying = tournament.staying
    if tournament.plan.format != "knockout" or not history:
        return list(staying)
    return [name for name in still_in(tournament.field, history[-1:]) if name in staying]
