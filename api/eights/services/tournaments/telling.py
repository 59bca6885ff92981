"""What a tournament tells its players, in their inboxes."""

from collections.abc import Mapping

from eights.services.players.inbox import Inboxes
from eights.services.players.notices import (
    AnyNotice,
    TournamentEntered,
    TournamentFinished,
    TournamentInvited,
    TournamentRoundStarted,
    TournamentStarted,
    TournamentWithdrawn,
)
from eights.services.tournaments.chores import Tell
from eights.services.tournaments.tournament import Tournament, subject_of


def tell(inboxes: Inboxes, tournament: Tournament, chore: Tell) -> None:
    """Tell some players of what concerns them; each hears it once, however often it is told."""
    subject = f"{subject_of(tournament.id)}:{chore.about}"
    tables = _tables(tournament, chore.round) if chore.about == "round" else {}
    for player in chore.players:
        inboxes.tell(player, subject, chore.round + 1, _notices(tournament.id, chore, tables.get(player)))


def _tables(tournament: Tournament, number: int) -> Mapping[str, int]:
    tables = tournament.rounds[number - 1].plan.tables
    return {name: place for place, table in enumerate(tables, start=1) for name in table.seats}


def _notices(tournament_id: str, chore: Tell, table: int | None) -> list[AnyNotice]:
    if chore.about == "round":
        begun: list[AnyNotice] = [TournamentStarted(tournament_id)] if chore.round == 1 else []
        return [*begun, TournamentRoundStarted(tournament_id, chore.round, table, bye=table is None)]
    if chore.about == "invited":
        return [TournamentInvited(tournament_id)]
    if chore.about == "entered":
        return [TournamentEntered(tournament_id)]
    if chore.about == "withdrawn":
        return [TournamentWithdrawn(tournament_id)]
    return [TournamentFinished(tournament_id)]
