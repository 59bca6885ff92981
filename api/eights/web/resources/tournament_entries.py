"""Entries of tournaments: enter, invite, withdraw."""

from typing import Any

from flask import Response

from eights.services.changes import Asked
from eights.services.tournaments.tournament import MOST_ENTRANTS
from eights.services.tournaments.views import TournamentEntriesView, TournamentEntryView
from eights.web import tournament_examples as examples
from eights.web.admission import limit_invitations
from eights.web.asking import answered, asked
from eights.web.blueprint import Resources
from eights.web.callers import holder, registered
from eights.web.conditions import required_revisions
from eights.web.fields import Body, Several, Words
from eights.web.parts import parts
from eights.web.resources.tournaments import LISTED, tournament_links

entries = Resources("tournament_entries", "Entries of tournaments: enter, withdraw.", url_prefix="/v1/tournaments")


class TournamentEntriesRequest(Body):
    """Whom the organiser enters: house bots, and players, who are invited by it. Nothing, for a player who enters."""

    entrants = Several(Words(68, LISTED), most=MOST_ENTRANTS)


@entries.post("/<tournament_id:tournament_id>/entries")
@entries.takes(
    TournamentEntriesRequest,
    required=False,
    examples={"oneself": {}, "bots": {"entrants": ["bot:steady", "bot:random"]}},
)
@entries.answers(
    201,
    TournamentEntriesView,
    description="Who was entered or invited.",
    headers=["ETag", "Idempotent-Replayed"],
    example=examples.entries(),
    leads_to=tournament_links("getTournament", "startTournament"),
)
@entries.operation(
    bucket="joins",
    bearer="required",
    heeds=["Idempotency-Key", "If-Match"],
    refuses=[
        *("forbidden", "by_invitation_only", "tournament_not_found", "entered_already", "listed_already"),
        *("entries_closed", "tournament_full", "tournament_over", "unknown_bot", "unknown_player"),
        *("entrant_named_twice", "entrants_missing", "stale_version", "condition_invalid", "rate_limited_invitations"),
        *("idempotency_key_invalid", "idempotency_key_reused", "too_busy", "store_unavailable"),
    ],
)
def enter_tournament(body: dict[str, Any], tournament_id: str) -> Response:
    """Enter a tournament

    A player enters itself, invited or not if the tournament is `open`. The organiser enters house bots, and invites
    players in the same way; a house bot named again is entered again, as `bot:steady:2`. Once the first round was
    paired, entries are taken in a Swiss, or where pairings are made by hand and it is no knockout, for the rounds to
    come.
    """
    asking, named = asked(), body.get("entrants", ())
    limit_invitations(named, asking.caller)
    answer = parts().tournaments.entering.enter(tournament_id, named, asking)
    return answered(answer)


@entries.delete("/<tournament_id:tournament_id>/entries/<entrant:entrant>")
@entries.answers(
    200,
    TournamentEntryView,
    description="The entry, withdrawn, or the invitation, declined.",
    headers=["ETag"],
    example=examples.withdrawn(),
    leads_to=tournament_links("getTournament", "getStandings"),
)
@entries.operation(
    bucket="joins",
    bearer="required",
    heeds=["If-Match"],
    refuses=[
        *("forbidden", "tournament_not_found", "entrant_not_found", "withdrawn_already", "tournament_over"),
        *("stale_version", "condition_invalid", "too_busy", "store_unavailable"),
    ],
)
def withdraw_from_tournament(tournament_id: str, entrant: str) -> Response:
    """Withdraw from a tournament

    As the player, or as the organiser. Before the first round the entry is gone, and an invitation is declined. After
    it, what is still to play in the round is forfeited, and the entrant is paired no more; its results stay.
    """
    request = Asked(holder(), if_match=required_revisions())
    if entrant == "me":
        entrant, _ = registered()
    return answered(parts().tournaments.entering.withdraw(tournament_id, entrant, request))
