"""The rounds of tournaments: start, pair the next one, look at them, rule about their games."""

from typing import Any, Final, get_args

import marshmallow as ma
import msgspec
from flask import Response

from eights.services.tournaments.pairing import Pairings
from eights.services.tournaments.pairing_rounds import RoundWish
from eights.services.tournaments.reading import TournamentRoundPage
from eights.services.tournaments.ruling import RulingWish
from eights.services.tournaments.tournament import MOST_ENTRANTS, MOST_ROUNDS, RulingKind
from eights.services.tournaments.views import RulingView, TournamentRoundView
from eights.tournaments.past import MOST_SEATS
from eights.web import tournament_examples as examples
from eights.web.answers import json_answer
from eights.web.asking import answered, asked
from eights.web.blueprint import Resources
from eights.web.callers import caller
from eights.web.fields import Body, Choice, Name, QueryWhole, Several, Whole, Words
from eights.web.parts import parts
from eights.web.resources.tournaments import ENTRANT, tournament_links

rounds = Resources(
    "tournament_rounds", "Rounds of tournaments: who plays whom, and rulings.", url_prefix="/v1/tournaments"
)

_ANY_REFUSAL: Final = (
    *("forbidden", "tournament_not_found", "tournament_over", "tournament_blocked", "pairing_invalid"),
    *("stale_version", "condition_invalid", "idempotency_key_invalid", "idempotency_key_reused"),
    *("too_busy", "store_unavailable"),
)


class PairingsRequest(Body):
    """Pairings made by hand, where the tournament has them: every table by seat, and who has a bye."""

    tables = Several(Several(Words(80, ENTRANT), most=MOST_SEATS), most=MOST_ENTRANTS)
    byes = Several(Words(80, ENTRANT), most=MOST_ENTRANTS)


class TournamentStartRequest(PairingsRequest):
    """How to begin; nothing has to be said."""

    seeding = Several(
        Words(80, ENTRANT),
        most=MOST_ENTRANTS,
        metadata={"description": "Entrants, the strongest first; the others come after them as they entered."},
    )


class NextRoundRequest(PairingsRequest):
    """Which round to begin; nothing has to be said."""

    number = Whole(
        1,
        MOST_ROUNDS,
        metadata={"description": "The round asked for: a late repeat of the request never begins another one."},
    )


class DryRunQuery(Body):
    """How to do it."""

    dry_run = Choice(
        ("true", "false"), load_default="false", metadata={"description": "`true`: show what would be, change nothing."}
    )


class RoundsQuery(Body):
    """Which rounds to list."""

    limit = QueryWhole(1, 100, load_default=20, metadata={"description": "How many rounds at most."})
    cursor = Words(
        3, "^(0|[1-9][0-9]{0,2})$", load_default="0", metadata={"description": "`next_cursor` of the page before."}
    )


class RulingRequest(Body):
    """What the organiser decides, and why. An `award` says either `to` whom the table goes, or the `points` by seat."""

    kind = Choice(get_args(RulingKind), required=True)
    reason = Name(400, required=True)
    to = Words(80, ENTRANT)
    points = Several(Whole(0, 100_000), most=MOST_SEATS)

    @ma.post_load
    def wish(self, data: dict[str, Any], **_: Any) -> RulingWish:
        """Return the ruling as the service takes it."""
        return msgspec.convert(data, RulingWish)


def _wish(body: dict[str, Any]) -> RoundWish:
    tables, byes = body.get("tables"), body.get("byes")
    by_hand = None if tables is None and byes is None else Pairings(tuple(map(tuple, tables or ())), tuple(byes or ()))
    return RoundWish(by_hand, body.get("number"), tuple(body.get("seeding", ())))


@rounds.post("/<tournament_id:tournament_id>/start")
@rounds.takes(
    TournamentStartRequest,
    required=False,
    examples={"nothing": {}, "seeded": {"seeding": ["bot:steady", "bot:random"]}},
)
@rounds.takes(DryRunQuery, location="query")
@rounds.answers(
    201,
    TournamentRoundView,
    description="The first round.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.first_round(),
    leads_to=tournament_links("listRounds", "getResults", "getStandings", "beginNextRound"),
)
@rounds.answers(
    200,
    TournamentRoundView,
    description="The first round, paired before; or, in a dry run, as it would be.",
    headers=["Location", "ETag"],
    example=examples.planned_round(),
)
@rounds.operation(
    bucket="moves",
    bearer="required",
    heeds=["Idempotency-Key", "If-Match"],
    refuses=[*_ANY_REFUSAL, "unknown_entrant", "entrant_named_twice"],
)
def start_tournament(body: dict[str, Any], query: dict[str, str], tournament_id: str) -> Response:
    """Start a tournament

    As its organiser: pairs the first round, whose games begin by themselves. However often and by however many it is
    asked for, there is one first round, and all get that one. What stands in the way comes back as `blockers`.
    """
    wish, found = _wish(body), parts().tournaments.rounds
    if query["dry_run"] == "true":
        return json_answer(msgspec.json.encode(found.rehearse(tournament_id, _first(wish), asked())))
    return answered(found.start(tournament_id, wish, asked()), f"/v1/tournaments/{tournament_id}/rounds")


def _first(wish: RoundWish) -> RoundWish:
    return msgspec.structs.replace(wish, number=1)


@rounds.post("/<tournament_id:tournament_id>/rounds")
@rounds.takes(
    NextRoundRequest,
    required=False,
    examples={
        "nothing": {},
        "second": {"number": 2},
        "by hand": {"tables": [["bot:steady", "bot:random"]], "byes": ["k3qlgi4whwvzcky4"]},
    },
)
@rounds.takes(DryRunQuery, location="query")
@rounds.answers(
    201,
    TournamentRoundView,
    description="The next round.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.first_round(),
    leads_to=tournament_links("listRounds", "getResults", "getStandings"),
)
@rounds.answers(
    200,
    TournamentRoundView,
    description="The round that is on, or the one of that number; or, in a dry run, the next one as it would be.",
    headers=["Location", "ETag"],
    example=examples.planned_round(),
)
@rounds.operation(bucket="moves", bearer="required", heeds=["Idempotency-Key", "If-Match"], refuses=[*_ANY_REFUSAL])
def begin_next_round(body: dict[str, Any], query: dict[str, str], tournament_id: str) -> Response:
    """Begin the next round

    As the organiser, once the round before is over. While that is on, whoever asks gets it again, or `blockers` if
    another `number` or other pairings were asked for. With `number`, a repeated request never begins one round more.
    """
    wish, found = _wish(body), parts().tournaments.rounds
    if query["dry_run"] == "true":
        return json_answer(msgspec.json.encode(found.rehearse(tournament_id, wish, asked())))
    return answered(found.next(tournament_id, wish, asked()), f"/v1/tournaments/{tournament_id}/rounds")


@rounds.get("/<tournament_id:tournament_id>/rounds")
@rounds.takes(RoundsQuery, location="query")
@rounds.answers(200, TournamentRoundPage, description="Rounds, the first one first.", example=examples.rounds())
@rounds.operation(bearer="optional", refuses=["tournament_not_found", "store_unavailable"])
def list_rounds(query: dict[str, Any], tournament_id: str) -> Response:
    """List a tournament's rounds

    Who plays whom, in which seats, and the games of each table so far. Seat 0 plays first in a table's first deal, the
    next seat in the next one.
    """
    caller()
    page = parts().tournaments.reading.rounds(tournament_id, int(query["cursor"]), query["limit"])
    return json_answer(msgspec.json.encode(page))


@rounds.post("/<tournament_id:tournament_id>/games/<game_id:game_id>/ruling")
@rounds.takes(
    RulingRequest,
    examples={
        "award": {"kind": "award", "to": "bot:steady", "reason": "The other side did not appear."},
        "void": {"kind": "void", "reason": "Both played for the other side."},
    },
)
@rounds.answers(
    201,
    RulingView,
    description="The ruling, on the record.",
    headers=["ETag", "Idempotent-Replayed"],
    example=examples.ruling(),
    leads_to=tournament_links("getResults", "getStandings"),
)
@rounds.operation(
    bucket="moves",
    bearer="required",
    heeds=["Idempotency-Key", "If-Match"],
    refuses=[
        *(
            "forbidden",
            "tournament_not_found",
            "game_not_found",
            "game_not_in_tournament",
            "tournament_over",
            "ruling_too_late",
        ),
        *("replay_of_duplicate", "too_many_rulings", "unknown_entrant", "award_invalid", "stale_version"),
        *("condition_invalid", "idempotency_key_invalid", "idempotency_key_reused", "too_busy", "store_unavailable"),
    ],
)
def rule_on_game(wish: RulingWish, tournament_id: str, game_id: str) -> Response:
    """Rule about a game

    As the organiser. `award` with `to` gives the whole table to one entrant, as if all others had given up; with
    `points` it sets the points of the deal, by seat. `void`: the deal counts for nobody. `replay`: it is played again,
    with other cards, as long as no further round was paired; never in duplicate play. A game that is on is called off,
    also a later one of its table where that is decided now. The last ruling about a game counts, and all stay in the
    results, with reason and time. In a knockout only the round that was paired last can be ruled about; elsewhere no
    ruling may leave a table of an earlier round with deals to play.
    """
    return answered(parts().tournaments.decisions.rule(tournament_id, game_id, wish, asked()))
