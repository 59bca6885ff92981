"""Matches: which of several entrants plays better."""

from typing import Any, Final

import marshmallow as ma
import msgspec
from flask import Response

from eights.services.changes import Asked
from eights.services.game import TurnClock
from eights.services.matches.match import DEFAULT_CLOCK, MOST_DEALS, MOST_ENTRANTS
from eights.services.matches.reading import MatchDealsView
from eights.services.matches.setup import NewMatch
from eights.services.matches.views import MatchView
from eights.web import match_examples as examples
from eights.web.admission import limit_invitations
from eights.web.answers import json_answer, versioned_answer
from eights.web.asking import answered
from eights.web.attempts import attempt
from eights.web.blueprint import Resources
from eights.web.callers import caller, registered
from eights.web.conditions import required_revisions
from eights.web.fields import Anything, Body, Flag, Part, QueryWhole, Several, Whole, Words
from eights.web.links import Links, link
from eights.web.parts import parts

matches = Resources("matches", "Matches: which of several entrants plays better.", url_prefix="/v1/matches")

LONGEST_TURN_S: Final = 600
_ENTRANT: Final = "^([a-z2-7]{16}|bot:[a-z0-9-]{1,64})$"


class MatchClockRequest(Body):
    """How long a turn may take; a seat that lets `strikes` turns in a row run out gives that game up."""

    move_s = Whole(
        1, LONGEST_TURN_S, load_default=DEFAULT_CLOCK.move_s, metadata={"description": "Seconds for a turn."}
    )
    strikes = Whole(1, 20, load_default=DEFAULT_CLOCK.strikes)


class MatchRequest(Body):
    """A match to play. Each deal is one round; in `rules` the kind of match is set to that."""

    variant = Words(64, "^[a-z0-9-]+$", says="not_a_variant", required=True)
    options = Several(Words(64, "^[a-z0-9_]+$"), most=64)
    rules = Anything(metadata={"description": "A merge patch (RFC 7396) on the rules, applied last."})
    entrants = Several(
        Words(68, _ENTRANT),
        most=MOST_ENTRANTS,
        required=True,
        metadata={"description": "Ids of players; `bot:` and the name of a house bot."},
    )
    deals = Whole(1, MOST_DEALS, required=True)
    rotate_seats = Flag(
        metadata={"description": "Play each deal once for each rotation of the seats; `true` unless set."}
    )
    clock = Part(MatchClockRequest)

    @ma.post_load
    def wish(self, data: dict[str, Any], **_: Any) -> NewMatch:
        """Return the match as the service takes it."""
        clock = data.get("clock")
        if clock is not None:
            data = {**data, "clock": TurnClock(clock["move_s"], "forfeit", clock["strikes"])}
        return msgspec.convert(data, NewMatch)


class DealsQuery(Body):
    """Which deals to list."""

    limit = QueryWhole(1, 100, load_default=20, metadata={"description": "How many deals at most."})
    cursor = Words(
        4, "^(0|[1-9][0-9]{0,3})$", load_default="0", metadata={"description": "`next_cursor` of the page before."}
    )


class EntryRequest(Body):
    """Nothing: an empty object, or no body."""


class _Id(msgspec.Struct):
    id: str


_SAME_MATCH: Final = "$request.path.match_id"


def _links(*operations: str, match_id: str = _SAME_MATCH) -> Links:
    return {name: one for operation in operations for name, one in link(operation, match_id=match_id).items()}


@matches.post("")
@matches.takes(
    MatchRequest,
    examples={
        "two": {"variant": "crazy-eights", "entrants": ["k3qlgi4whwvzcky4", "bot:steady"], "deals": 100},
        "house": {"variant": "huit-americain", "entrants": ["bot:steady", "bot:random"], "deals": 2},
    },
)
@matches.answers(
    201,
    MatchView,
    description="The match: `playing` if nobody has to be asked first, else `open`.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.open_match(),
    leads_to=_links("getMatch", "listMatchDeals", "enterMatch", "abortMatch", match_id="$response.body#/id"),
)
@matches.operation(
    bucket="creations",
    bearer="required",
    heeds=["Idempotency-Key"],
    refuses=[
        *("forbidden", "unknown_variant", "unknown_option", "duplicate_option", "options_exclude_each_other"),
        *("rules_invalid", "single_deals_only", "seat_count_invalid", "entrant_named_twice", "unknown_bot"),
        *("unknown_player", "too_many_matches", "idempotency_key_invalid", "idempotency_key_reused"),
        *("rate_limited_invitations", "too_busy", "store_unavailable"),
    ],
)
def create_match(wish: NewMatch) -> Response:
    """Set a match up

    With a player's token. Every deal is played once for each rotation of the seats from the same secret seed, so that
    the luck of the cards cancels. Other players find `match_invited` in their inbox, and the match begins once all have
    entered; house bots and the caller have entered already. The games are private, come in random order, and reach
    their players through the inbox: as many at once as every entrant's `parallel_games` allows.

    An entrant that remembers could know a deal again. So suits are exchanged where the rules treat them alike, and no
    game tells which deal it is on before all games on it are over. That is the limit: whoever keeps all hands that it
    saw may still guess.
    """
    player_id, who = registered()
    limit_invitations(wish.entrants, who)
    answer = parts().matches.matches.create(wish, player_id, Asked(who, attempt(who)))
    return answered(answer, f"/v1/matches/{msgspec.json.decode(answer.body, type=_Id).id}")


@matches.get("/<match_id:match_id>")
@matches.answers(
    200,
    MatchView,
    description="The match, with the result so far.",
    headers=["ETag"],
    example=examples.finished_match(),
    leads_to=_links("listMatchDeals"),
)
@matches.answers(304, description="Still the version that the caller has.", headers=["ETag"])
@matches.operation(bearer="optional", heeds=["If-None-Match"], refuses=["match_not_found", "store_unavailable"])
def get_match(match_id: str) -> Response:
    """Look at a match

    Everybody may. The result counts complete deals alone, each once: for each pair of entrants the mean difference of
    points a deal with its 95 % interval. Where that includes zero, the deals do not show that the two differ. Whoever
    gives a game up is charged with its hand there: the one that it was dealt or the one that it left, whichever is
    worth more.
    """
    caller()
    view = parts().matches.reading.match(match_id)
    return versioned_answer(msgspec.json.encode(view), view.revision)


@matches.get("/<match_id:match_id>/deals")
@matches.takes(DealsQuery, location="query")
@matches.answers(200, MatchDealsView, description="A page of deals, by number.", example=examples.match_deals())
@matches.operation(bearer="optional", refuses=["match_not_found", "store_unavailable"])
def list_match_deals(query: dict[str, Any], match_id: str) -> Response:
    """List a match's deals

    Each with the commitment to its seed; once the last game on a deal is over, also with the seed, and with its games,
    which everybody may look at from then on.
    """
    caller()
    page = parts().matches.reading.deals(match_id, int(query["cursor"]), query["limit"])
    return json_answer(msgspec.json.encode(page))


@matches.post("/<match_id:match_id>/entries")
@matches.takes(EntryRequest, required=False, examples={"nothing": {}})
@matches.answers(
    201,
    MatchView,
    description="The match, entered.",
    headers=["ETag", "Idempotent-Replayed"],
    example=examples.started_match(),
    leads_to=_links("getMatch", "listMatchDeals"),
)
@matches.operation(
    bucket="joins",
    bearer="required",
    heeds=["Idempotency-Key"],
    refuses=[
        *("forbidden", "match_not_found", "entered_already", "match_not_open"),
        *("idempotency_key_invalid", "idempotency_key_reused", "too_busy", "store_unavailable"),
    ],
)
def enter_match(body: dict[str, object], match_id: str) -> Response:
    """Enter a match

    As a player whom it was offered to: that is the consent to its games. Once all have entered, it begins.
    """
    del body
    player_id, who = registered()
    return answered(parts().matches.matches.enter(match_id, player_id, Asked(who, attempt(who))))


@matches.delete("/<match_id:match_id>/entries/me")
@matches.answers(
    200, MatchView, description="The match, called off.", headers=["ETag"], example=examples.aborted_match()
)
@matches.operation(
    bucket="joins",
    bearer="required",
    heeds=["If-Match"],
    refuses=[
        *("forbidden", "match_not_found", "match_not_open", "stale_version", "condition_invalid"),
        *("too_busy", "store_unavailable"),
    ],
)
def decline_match(match_id: str) -> Response:
    """Decline a match

    As one of its players, before it begins; whoever has entered may still take that back. The match is called off, as
    it cannot be played by fewer.
    """
    player_id, who = registered()
    request = Asked(who, if_match=required_revisions())
    return answered(parts().matches.matches.decline(match_id, player_id, request))


@matches.delete("/<match_id:match_id>")
@matches.answers(
    200, MatchView, description="The match, called off.", headers=["ETag"], example=examples.aborted_match()
)
@matches.operation(
    bucket="moves",
    bearer="required",
    heeds=["If-Match"],
    refuses=[
        *("forbidden", "match_not_found", "match_over", "stale_version", "condition_invalid"),
        *("too_busy", "store_unavailable"),
    ],
)
def abort_match(match_id: str) -> Response:
    """Call a match off

    As the player who set it up. Games that go on are called off as well; what complete deals say stays.
    """
    player_id, who = registered()
    request = Asked(who, if_match=required_revisions())
    return answered(parts().matches.matches.abort(match_id, player_id, request))
