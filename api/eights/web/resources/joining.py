"""Quick join: a seat somewhere, at once."""

from typing import Any

import msgspec
from flask import Response

from eights.services.changes import Asked
from eights.services.joining import LONGEST_MOVE_S, MOVE_S, SHORTEST_MOVE_S
from eights.services.views import JoinedView
from eights.web import examples
from eights.web.asking import answered, name_of
from eights.web.attempts import attempt
from eights.web.blueprint import Resources
from eights.web.callers import newcomer
from eights.web.fields import Body, Name, Whole, Words
from eights.web.links import game_links
from eights.web.parts import parts

joining = Resources("joining", "Quick join: a seat at a public table.", url_prefix="/v1")


class JoinRequest(Body):
    """Who wants to play, and what."""

    name = Name(metadata={"description": "Needed without a player's token; a player goes by its own name."})
    variant = Words(64, "^[a-z0-9-]+$", metadata={"description": "Any that there is a table for, if left out."})
    move_s = Whole(
        SHORTEST_MOVE_S,
        LONGEST_MOVE_S,
        metadata={"description": f"Seconds a move; if left out, any, and {MOVE_S} at a new table."},
    )


class _Id(msgspec.Struct):
    id: str


class _Joined(msgspec.Struct):
    game: _Id


@joining.post("/games/join")
@joining.takes(
    JoinRequest,
    required=False,
    examples={"any": {"name": "Chloé"}, "one": {"name": "Chloé", "variant": "draw-two", "move_s": 60}, "as_player": {}},
)
@joining.answers(
    201,
    JoinedView,
    description="The seat, its token (shown this once, and left out for a registered player), and the table.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.joined(),
    leads_to=game_links("getGame", "listMoves", "dealRound", game_id="$response.body#/game/id"),
)
@joining.operation(
    bucket="joins",
    bearer="optional",
    heeds=["Idempotency-Key"],
    refuses=["unknown_variant", "idempotency_key_invalid", "idempotency_key_reused", "too_busy", "store_unavailable"],
)
def join_game(body: dict[str, Any]) -> Response:
    """Join a game

    Seats the caller at the public table that has waited longest, or at a new one, which deals as soon as it is full.
    Only tables are looked at that play the variant's own rules, deal by themselves (`auto_deal`), and have a clock of
    10 to 300 seconds a move.
    A request that is repeated with its `Idempotency-Key` never takes a second seat. With a player's token the player
    sits down, at a table where it has no seat yet; its own token plays for the seat. No other token is heeded.
    """
    who = newcomer()
    answer = parts().joining.join(body.get("variant"), body.get("move_s"), name_of(who, body), Asked(who, attempt(who)))
    return answered(answer, location=f"/v1/games/{msgspec.json.decode(answer.body, type=_Joined).game.id}")
