"""Games: create, find, look at, call off."""

from typing import Any, Final

import marshmallow as ma
import msgspec
from flask import Response

from eights.services.creation import NewGame
from eights.services.game import TurnClock
from eights.services.lobby import LobbyPage
from eights.services.reading import RulesView
from eights.services.views import CreatedView, GameView
from eights.web import examples
from eights.web.admission import limit_invitations
from eights.web.answers import json_answer, lasting_answer, versioned_answer
from eights.web.asking import answered, asked
from eights.web.blueprint import Resources
from eights.web.callers import caller
from eights.web.fields import Anything, Body, Choice, Flag, Name, Part, QueryWhole, Several, Whole, Words
from eights.web.links import game_links
from eights.web.parts import parts

games = Resources("games", "Games: create them, find them, look at them.", url_prefix="/v1")

STATUSES: Final = ("open", "ready", "playing", "round_over", "finished", "aborted")
LONGEST_TURN_S: Final = 7 * 24 * 3600
_RULES_MAX_AGE_S: Final = 7 * 24 * 3600
_VARIANT_PATTERN: Final = "^[a-z0-9-]+$"


class SeatRequest(Body):
    """A seat: `name` seats somebody, `bot` a house bot (`GET /v1/bots`), under a `name` or its own; `{}` stays open.

    `player` seats the registered player who asks, with the token that it has; for any other one the seat is kept until
    that player takes it or declines.
    """

    name = Name()
    bot = Words(64, "^[a-z0-9-]+$")
    player = Words(
        16, "^[a-z2-7]{16}$", says="not_a_player", metadata={"description": "A registered player's id, by itself."}
    )


class ClockRequest(Body):
    """How long a turn may take, and what the server does when it runs out.

    `auto` does the least that is legal, `bot` lets a house bot move; after `strikes` turns in a row the seat is away,
    and the server plays it until its player moves again. With `forfeit` the seat is given up after `strikes`.
    """

    move_s = Whole(1, LONGEST_TURN_S, required=True, metadata={"description": "Seconds for a turn."})
    on_timeout = Choice(("auto", "bot", "forfeit"))
    strikes = Whole(1, 20)


class GameRequest(Body):
    """A game to create."""

    variant = Words(64, _VARIANT_PATTERN, says="not_a_variant", required=True)
    options = Several(Words(64, "^[a-z0-9_]+$"), most=64)
    rules = Anything(metadata={"description": "A merge patch (RFC 7396) on the rules, applied last."})
    seats = Several(Part(SeatRequest), most=12, metadata={"description": "As many open seats as needed, if left out."})
    visibility = Choice(("public", "unlisted", "private"))
    auto_deal = Flag(metadata={"description": "Deal each round as soon as it can be."})
    clock = Part(ClockRequest, allow_none=True, metadata={"description": "Null: a turn may take as long as it likes."})
    on_leave = Choice(
        ("bot", "forfeit"),
        metadata={"description": "Who resigns is replaced by a house bot, or out. `forfeit` unless set."},
    )
    first_dealer = Whole(0, 11, allow_none=True, metadata={"description": "Null: drawn from the seed."})

    @ma.post_load
    def wish(self, data: dict[str, Any], **_: Any) -> NewGame:
        """Return the game as the service takes it."""
        clock = data.get("clock")
        if clock is not None:
            data = {**data, "clock": TurnClock(**clock)}
        return msgspec.convert(data, NewGame)


class LobbyQuery(Body):
    """Which games to list."""

    status = Choice(STATUSES, load_default="open", metadata={"description": "Only games of this status."})
    variant = Words(
        64,
        _VARIANT_PATTERN,
        says="not_a_variant",
        load_default=None,
        metadata={"description": "Only games of this variant."},
    )
    limit = QueryWhole(1, 100, load_default=20, metadata={"description": "How many games at most."})
    cursor = Words(
        64, "^[0-9]{13}-[a-z2-7]{16}$", load_default=None, metadata={"description": "`next_cursor` of the page before."}
    )


@games.post("/games")
@games.takes(GameRequest, examples={"two": {"variant": "draw-two", "seats": [{"name": "Ana"}, {"name": "Benoît"}]}})
@games.answers(
    201,
    CreatedView,
    description="The game, and the tokens; they are shown this once.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.created(),
    leads_to=game_links(
        *("getGame", "getGameRules", "takeSeat", "dealRound", "listMoves", "getScores", "abortGame"),
        game_id="$response.body#/game/id",
    ),
)
@games.operation(
    bucket="creations",
    heeds=["Idempotency-Key"],
    bearer="optional",
    refuses=[
        *("unknown_variant", "unknown_option", "duplicate_option", "options_exclude_each_other", "rules_invalid"),
        *("seat_count_invalid", "dealer_invalid", "unknown_bot"),
        *("unknown_player", "seat_ambiguous", "player_seated_already", "rate_limited_invitations"),
        *("idempotency_key_invalid", "idempotency_key_reused", "store_unavailable"),
    ],
)
def create_game(wish: NewGame) -> Response:
    """Create a game

    Only `variant` is required. Seats with a `name` are taken at once, and each gets a token: one call gives an
    organiser a whole table. A game that is never dealt expires. Seats may be kept for registered players: each finds
    the invitation in its inbox, and takes the seat with its own token, or gives it up.
    """
    asking = asked(token=False)
    limit_invitations((seat.player for seat in wish.seats or () if seat.player is not None), asking.caller)
    answer = parts().creation.create(wish, asking)
    game_id = msgspec.json.decode(answer.body, type=_Created).game.id
    return answered(answer, location=f"/v1/games/{game_id}")


class _Id(msgspec.Struct):
    id: str


class _Created(msgspec.Struct):
    game: _Id


@games.get("/games")
@games.takes(LobbyQuery, location="query")
@games.answers(
    200,
    LobbyPage,
    description="A page of games, newest first.",
    example=examples.lobby(),
    leads_to=game_links("getGame", "takeSeat", game_id="$response.body#/items/0/id"),
)
@games.operation(refuses=["store_unavailable"])
def list_games(query: dict[str, Any]) -> Response:
    """List public games

    The lobby: games of one status, newest first, as a stranger sees them. `next_cursor` leads on; it is null on the
    last page. A page may be short, also where others follow.
    """
    page = parts().lobby.page(query["status"], query["variant"], query["cursor"], query["limit"])
    return json_answer(msgspec.json.encode(page))


@games.get("/games/<game_id:game_id>")
@games.answers(
    200,
    GameView,
    description="The game as the caller may see it.",
    headers=["ETag"],
    example=examples.game_as_seat(),
    leads_to=game_links("getGameRules", "listMoves", "getScores"),
)
@games.answers(304, description="Still the version that the caller has.", headers=["ETag"])
@games.operation(bearer="optional", heeds=["If-None-Match"], refuses=["game_not_found", "store_unavailable"])
def get_game(game_id: str) -> Response:
    """Look at a game

    With a seat's token, `you` holds its hand and its legal moves; without, the view is what everybody at the table
    sees. `ETag` begins with the `revision`; `If-None-Match` may name that or a version alone, too.
    """
    view = parts().reading.game(game_id, caller())
    return versioned_answer(msgspec.json.encode(view), view.revision)


@games.get("/games/<game_id:game_id>/rules")
@games.answers(200, RulesView, description="The resolved rules.", headers=["ETag"], example=examples.rules())
@games.answers(304, description="They never change.", headers=["ETag"])
@games.operation(bearer="optional", heeds=["If-None-Match"], refuses=["game_not_found", "store_unavailable"])
def get_game_rules(game_id: str) -> Response:
    """Read a game's rules

    What the table plays by: the variant's rules under the options and the patch that the game was created with.
    They never change.
    """
    view = parts().reading.rules(game_id, caller())
    return lasting_answer(msgspec.json.encode(view), _RULES_MAX_AGE_S, public=False)


@games.delete("/games/<game_id:game_id>")
@games.answers(
    200,
    GameView,
    description="The game, aborted.",
    headers=["ETag"],
    example=examples.aborted(),
    leads_to=game_links("getScores", "getReplay", "askForRematch"),
)
@games.operation(
    bucket="moves",
    bearer="required",
    heeds=["If-Match"],
    refuses=[
        *("forbidden", "game_not_found", "game_over", "stale_version", "condition_invalid"),
        *("too_busy", "store_unavailable"),
    ],
)
def abort_game(game_id: str) -> Response:
    """Call a game off

    As its host. Nobody wins; the replay is open from then on.
    """
    return answered(parts().seats.abort(game_id, asked()))
