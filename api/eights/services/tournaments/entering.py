"""Entering a tournament, and withdrawing from one."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from eights.services.changes import Answer, Asked
from eights.services.players.seating import Seating
from eights.services.record_changes import RecordChange
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.tournaments.advancing import Advancing
from eights.services.tournaments.ending import after_round
from eights.services.tournaments.entrants import uninvited, with_entrants, with_room
from eights.services.tournaments.keeping import Keeping, Standing, all_rounds, require_organiser, standing_of
from eights.services.tournaments.tournament import Entry, Tournament
from eights.services.tournaments.views import TournamentEntriesView, entry_view, invitation_view

Decision = Callable[[Tournament, Mint], RecordChange[Tournament]]


class Entering:
    """Has players and house bots enter and withdraw."""

    def __init__(self, keeping: Keeping, seating: Seating, advancing: Advancing) -> None:
        self._keeping = keeping
        self._seating = seating
        self._advancing = advancing

    def enter(self, tournament_id: str, entrants: Sequence[str], asked: Asked) -> Answer:
        """Enter oneself, as a player, or house bots, as the organiser, who may invite players in the same way.

        The answer is a ``TournamentEntriesView`` of those named. Raises ``Refused``: ``token_missing``, ``forbidden``
        for a player who names others, ``by_invitation_only``, ``entries_closed``, ``entered_already``,
        ``listed_already``, ``tournament_full``, ``tournament_over``, ``unknown_bot``, ``unknown_player``,
        ``entrant_named_twice``, ``entrants_missing``.
        """

        def decide(tournament: Tournament, _: Mint) -> RecordChange[Tournament]:
            if asked.caller.player is None:
                require_organiser(tournament, asked.caller)
            _refuse_late(tournament)
            if asked.caller.player is None:
                after = self._as_organiser(tournament, entrants)
            else:
                after = self._as_player(tournament, entrants, asked)
            return RecordChange(after, lambda kept: _new_entries(kept, tournament), 201)

        return self._change(tournament_id, asked, decide)

    def withdraw(self, tournament_id: str, entrant: str, asked: Asked) -> Answer:
        """Withdraw, or decline an invitation; or have somebody withdraw, as the organiser.

        Once rounds are paired, what was still to play in this one is forfeited. The answer is a
        ``TournamentEntryView``. Raises ``Refused``: ``token_missing``, ``forbidden``, ``entrant_not_found``,
        ``withdrawn_already``, ``tournament_over``.
        """

        def decide(tournament: Tournament, _: Mint) -> RecordChange[Tournament]:
            if asked.caller.player is None or asked.caller.player != entrant:
                require_organiser(tournament, asked.caller)
            if tournament.status in ("finished", "aborted"):
                raise Refused("tournament_over")
            if entrant in tournament.invited:
                return RecordChange(uninvited(tournament, entrant), lambda _: invitation_view(entrant, declined=True))
            entry = tournament.by_entrant.get(entrant)
            if entry is None:
                raise Refused("entrant_not_found")
            if entry.withdrawn:
                raise Refused("withdrawn_already", entrant=entrant)
            gone, after = self._withdrawn(tournament, entry)
            return RecordChange(after, lambda _: entry_view(gone))

        return self._change(tournament_id, asked, decide)

    def _change(self, tournament_id: str, asked: Asked, decide: Decision) -> Answer:
        self._keeping.expect(tournament_id)
        answer = self._keeping.changes.make(tournament_id, asked, decide)
        self._advancing.hasten(tournament_id)
        return answer

    def _as_organiser(self, tournament: Tournament, entrants: Sequence[str]) -> Tournament:
        if not entrants:
            raise Refused("entrants_missing")
        return with_entrants(tournament, entrants, self._seating)

    def _as_player(self, tournament: Tournament, entrants: Sequence[str], asked: Asked) -> Tournament:
        player = asked.caller.player
        holder = self._seating.of(asked.caller)
        if player is None or holder is None or holder.name is None:
            raise Refused("token_invalid")
        if any(entrant != player for entrant in entrants):
            raise Refused("forbidden")
        if player in tournament.by_entrant:
            raise Refused("entered_already")
        if not tournament.plan.open and player not in tournament.invited:
            raise Refused("by_invitation_only")
        entry = Entry(player, holder.name, holder.is_program, after_round=len(tournament.rounds))
        return with_room(replace(uninvited(tournament, player), entries=(*tournament.entries, entry)))

    def _withdrawn(self, tournament: Tournament, entry: Entry) -> tuple[Entry, Tournament]:
        """Return the entry as it then is, and the tournament: without it, if nobody was paired yet."""
        last = len(tournament.rounds)
        stands = standing_of(self._keeping, tournament, all_rounds(tournament)[-1:])
        gone = replace(entry, withdrawn=True, forfeited_in=last if _has_to_play(stands, entry.entrant) else 0)
        kept = (gone if other == entry else other for other in tournament.entries if last or other != entry)
        after = replace(tournament, entries=tuple(kept))
        return gone, after_round(after, self._keeping.history(after), self._keeping.now_ms())


def _refuse_late(tournament: Tournament) -> None:
    if tournament.status in ("finished", "aborted"):
        raise Refused("tournament_over")
    paired = len(tournament.rounds)
    if paired and (not tournament.plan.takes_late_entries or paired >= (tournament.planned_rounds or 0)):
        raise Refused("entries_closed")


def _has_to_play(stands: Standing, entrant: str) -> bool:
    """Tell whether an entrant sits at a table of the last round that is not decided."""
    return any(
        entrant in course.table.seats and not course.decided for tables in stands.by_round.values() for course in tables
    )


def _new_entries(tournament: Tournament, before: Tournament) -> TournamentEntriesView:
    """Return who is in, or invited, that was not before."""
    known = {*before.field, *before.invited}
    entered = [entry_view(entry) for entry in tournament.entries if entry.entrant not in before.field]
    return TournamentEntriesView(
        [*entered, *(invitation_view(player) for player in tournament.invited if player not in known)]
    )
