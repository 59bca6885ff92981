"""Tournaments: create, find, look at, enter, call off."""

from typing import Any, Final, get_args

import marshmallow as ma
import msgspec
from flask import Response

from eights.services.changes import Asked
from eights.services.game import TurnClock
from eights.services.refusals import Refused
from eights.services.tournaments.creating import NewTournament
from eights.services.tournaments.reading import TournamentPage
from eights.services.tournaments.tournament import (
    DEFAULT_CLOCK,
    MOST_DEALS,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    Pairing,
    Status,
    TournamentVisibility,
)
from eights.services.tournaments.views import (
    CreatedTournamentView,
    TournamentView,
)
from eights.tournaments.past import MOST_SEATS
from eights.tournaments.plan import Format
from eights.web import tournament_examples as examples
from eights.web.admission import limit_invitations
from eights.web.answers import json_answer, versioned_answer
from eights.web.asking import answered, asked
from eights.web.attempts import attempt
from eights.web.blueprint import Resources
from eights.web.callers import caller, newcomer
from eights.web.faults import FieldFault
from eights.web.fields import Amount, Anything, Body, Choice, Flag, Name, Part, QueryWhole, Several, Whole, Words
from eights.web.links import Links, link
from eights.web.parts import parts

tournaments = Resources(
    "tournaments", "Tournaments: round robins, Swiss, knockouts, at tables of two to six.", url_prefix="/v1/tournaments"
)

ENTRANT: Final = "^([a-z2-7]{16}|bot:[a-z0-9-]{1,64}(:[0-9]{1,4})?)$"
LISTED: Final = "^([a-z2-7]{16}|bot:[a-z0-9-]{1,64})$"
_MOST_POINTS: Final = 1_000_000


class TournamentClockRequest(Body):
    """How long a turn may take, and what happens once a seat has let `strikes` turns in a row run out."""

    move_s = Whole(1, 7 * 24 * 3600, load_default=DEFAULT_CLOCK.move_s, metadata={"description": "Seconds for a turn."})
    on_timeout = Choice(("auto", "bot", "forfeit"), load_default=DEFAULT_CLOCK.on_timeout)
    strikes = Whole(1, 20, load_default=DEFAULT_CLOCK.strikes)


class TournamentRequest(Body):
    """A tournament. Each game is one deal; in `rules` the kind of match is set to that."""

    name = Name(80, required=True)
    variant = Words(64, "^[a-z0-9-]+$", says="not_a_variant", required=True)
    options = Several(Words(64, "^[a-z0-9_]+$"), most=64)
    rules = Anything(metadata={"description": "A merge patch (RFC 7396) on the rules, applied last."})
    format = Choice(get_args(Format), required=True)
    table_size = Whole(2, MOST_SEATS, load_default=2, metadata={"description": "Seats at a table."})
    smallest_table = Whole(
        2,
        MOST_SEATS,
        allow_none=True,
        metadata={"description": "Fewest seats at a table, if not all have to be full; `table_size` unless set."},
    )
    byes = Flag(metadata={"description": "Whether somebody may have a bye where the numbers do not come out even."})
    rounds = Whole(
        1,
        MOST_ROUNDS,
        allow_none=True,
        metadata={"description": "Null: as many as the format has, or as a Swiss needs to have one winner."},
    )
    deals_per_table = Whole(1, MOST_DEALS, metadata={"description": "Deals that a table plays in a round."})
    duplicate = Flag(metadata={"description": "The same deals at all tables of a round, compared with each other."})
    entrants = Several(
        Words(68, LISTED),
        most=MOST_ENTRANTS,
        metadata={"description": "House bots, who are in at once, also several times; and players, who are invited."},
    )
    open = Flag(metadata={"description": "Whether any player may enter, invited or not."})
    clock = Part(TournamentClockRequest)
    points_for_place = Several(
        Amount(0, _MOST_POINTS),
        most=MOST_SEATS,
        allow_none=True,
        metadata={"description": "By place at a full table; one for each opponent behind, unless set."},
    )
    bye_points = Amount(
        0,
        _MOST_POINTS,
        allow_none=True,
        metadata={"description": "As the first place unless set; in duplicate play half a point a deal."},
    )
    pairing = Choice(get_args(Pairing))
    visibility = Choice(get_args(TournamentVisibility), metadata={"description": "`unlisted` keeps it off the list."})

    @ma.validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """Check what fields say together."""
        seats, points = data["table_size"], data.get("points_for_place")
        if (data.get("smallest_table") or seats) > seats:
            raise _invalid("smallest_table", "larger_than_table")
        if points is None:
            return
        if data.get("duplicate"):
            raise _invalid("points_for_place", "not_with_duplicate")
        if len(points) != seats or sorted(points, reverse=True) != points:
            raise _invalid("points_for_place", "points_for_each_place", seats=seats)

    @ma.post_load
    def wish(self, data: dict[str, Any], **_: Any) -> NewTournament:
        """Return the tournament as the service takes it."""
        clock = data.get("clock")
        if clock is not None:
            data = {**data, "clock": TurnClock(clock["move_s"], clock["on_timeout"], clock["strikes"])}
        return msgspec.convert(data, NewTournament)


def _invalid(path: str, code: str, **params: object) -> Refused:
    return Refused("tournament_invalid", faults=[FieldFault(path, code, params)])


class TournamentsQuery(Body):
    """Which tournaments to list."""

    status = Choice(get_args(Status), load_default="open", metadata={"description": "Only tournaments of this status."})
    limit = QueryWhole(1, 100, load_default=20, metadata={"description": "How many tournaments at most."})
    cursor = Words(
        64, "^[0-9]{13}-[a-z2-7]{16}$", load_default=None, metadata={"description": "`next_cursor` of the page before."}
    )


class _Id(msgspec.Struct):
    id: str


class _Created(msgspec.Struct):
    tournament: _Id


SAME_TOURNAMENT: Final = "$request.path.tournament_id"


def tournament_links(*operations: str, tournament_id: str = SAME_TOURNAMENT) -> Links:
    """Return links to operations on a tournament, by default the one that the request was about."""
    return {name: one for operation in operations for name, one in link(operation, tournament_id=tournament_id).items()}


@tournaments.post("")
@tournaments.takes(
    TournamentRequest,
    examples={
        "evening": {
            "name": "Friday night",
            "variant": "crazy-eights",
            "format": "swiss",
            "rounds": 3,
            "deals_per_table": 2,
            "open": True,
            "entrants": ["bot:steady", "bot:steady", "bot:random"],
        },
        "duplicate": {
            "name": "Coupe",
            "variant": "huit-americain",
            "format": "round_robin",
            "table_size": 4,
            "duplicate": True,
        },
    },
)
@tournaments.answers(
    201,
    CreatedTournamentView,
    description="The tournament, and its organiser's token; that is shown this once.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.created(),
    leads_to=tournament_links(
        *("getTournament", "enterTournament", "startTournament", "listRounds", "getStandings", "getResults"),
        tournament_id="$response.body#/tournament/id",
    ),
)
@tournaments.operation(
    bucket="creations",
    bearer="optional",
    heeds=["Idempotency-Key"],
    refuses=[
        *("unknown_variant", "unknown_option", "duplicate_option", "options_exclude_each_other", "rules_invalid"),
        *("single_deals_only", "seat_count_invalid", "unknown_bot", "unknown_player", "entrant_named_twice"),
        *("tournament_invalid", "tournament_full", "idempotency_key_invalid", "idempotency_key_reused"),
        *("rate_limited_invitations", "store_unavailable"),
    ],
)
def create_tournament(wish: NewTournament) -> Response:
    """Create a tournament

    The token that comes back is its organiser's: it starts the tournament and its rounds, enters house bots, invites,
    withdraws, rules and calls off. Entrants are seeded in the order in which they are named or enter. Players find
    `tournament_invited` in their inbox; to enter is the consent to the games, which reach them through it. Games deal
    themselves, and whoever lets `strikes` turns in a row run out (three of a minute, unless set) gives that game up.

    A table plays its deals one after the other; they are summed up, and the places give points. Whoever gives a game up
    is charged with a hand there: the one that it was dealt or the one that it left, whichever is worth more; whoever
    gives up all deals of a table is last. A game that nobody ever played in is a loss for both: all who let their turns
    run out, or were not on turn before that, are last, and only house bots count as having come; in a knockout the
    higher seed then goes on. Tables of a knockout that are tied play up to three deals more; then the
    higher seed goes on.

    With `duplicate`, all tables of a round have the same deals, seat by seat, as in bridge clubs: each result is worth
    the share of those with the same cards that did worse (matchpoints). In a knockout, equal matchpoints at a table are
    separated by its points: in the final nobody else has the cards. Until a deal is over at all tables, its games are
    private, and their points and replays withheld.
    """
    who = newcomer()
    limit_invitations(wish.entrants, who)
    answer = parts().tournaments.creation.create(wish, Asked(who, attempt(who)))
    return answered(answer, f"/v1/tournaments/{msgspec.json.decode(answer.body, type=_Created).tournament.id}")


@tournaments.get("")
@tournaments.takes(TournamentsQuery, location="query")
@tournaments.answers(
    200,
    TournamentPage,
    description="A page of tournaments, newest first.",
    example=examples.page(),
    leads_to=tournament_links("getTournament", "enterTournament", tournament_id="$response.body#/items/0/id"),
)
@tournaments.operation(refuses=["store_unavailable"])
def list_tournaments(query: dict[str, Any]) -> Response:
    """List public tournaments

    Those of one status, newest first. `next_cursor` leads on; it is null on the last page. A page may be short, also
    where others follow.
    """
    page = parts().tournaments.reading.page(query["status"], query["cursor"], query["limit"])
    return json_answer(msgspec.json.encode(page))


@tournaments.get("/<tournament_id:tournament_id>")
@tournaments.answers(
    200,
    TournamentView,
    description="The tournament, and who is in.",
    headers=["ETag"],
    example=examples.tournament(),
    leads_to=tournament_links("enterTournament", "listRounds", "getStandings", "getResults"),
)
@tournaments.answers(304, description="Still the version that the caller has.", headers=["ETag"])
@tournaments.operation(
    bearer="optional", heeds=["If-None-Match"], refuses=["tournament_not_found", "store_unavailable"]
)
def get_tournament(tournament_id: str) -> Response:
    """Look at a tournament

    Everybody may who has its id. `ETag` begins with its `revision`: that changes with each entry, round and ruling, and
    when a round is over.
    """
    caller()
    view = parts().tournaments.reading.tournament(tournament_id)
    return versioned_answer(msgspec.json.encode(view), view.revision)


@tournaments.delete("/<tournament_id:tournament_id>")
@tournaments.answers(
    200, TournamentView, description="The tournament, called off.", headers=["ETag"], example=examples.aborted()
)
@tournaments.operation(
    bucket="moves",
    bearer="required",
    heeds=["If-Match"],
    refuses=[
        *("forbidden", "tournament_not_found", "tournament_over", "stale_version", "condition_invalid"),
        *("too_busy", "store_unavailable"),
    ],
)
def abort_tournament(tournament_id: str) -> Response:
    """Call a tournament off

    As its organiser. Games that are on are called off as well; what was played stays.
    """
    return answered(parts().tournaments.decisions.call_off(tournament_id, asked()))
