"""Deals: the next round."""

from typing import Any

from flask import Response

from eights.services.views import GameView
from eights.web import examples
from eights.web.asking import answered, asked
from eights.web.blueprint import Resources
from eights.web.fields import Body, Words
from eights.web.links import SAME_GAME, game_links, link
from eights.web.parts import parts

deals = Resources("deals", "Deals: begin the next round.", url_prefix="/v1/games")


class DealRequest(Body):
    """How to deal; an empty object, or no body, for the usual way."""

    fill = Words(
        64,
        "^[a-z0-9-]+$",
        metadata={"description": "A house bot (`GET /v1/bots`) that the host has sit in every open seat first."},
    )


@deals.post("/<game_id:game_id>/deals")
@deals.takes(DealRequest, required=False, examples={"nothing": {}, "with_house_bots": {"fill": "steady"}})
@deals.answers(
    200,
    GameView,
    description="The game, dealt.",
    headers=["ETag", "Idempotent-Replayed"],
    example=examples.game_as_seat(),
    leads_to={
        **game_links("listMoves", "getGame", "abortGame"),
        **link("leaveSeat", game_id=SAME_GAME, seat="$response.body#/round/turn"),
    },
)
@deals.operation(
    bucket="moves",
    bearer="required",
    heeds=["Idempotency-Key", "If-Match"],
    refuses=[
        *("forbidden", "game_not_found", "seats_open", "unknown_bot", "round_on", "game_over"),
        *("stale_version", "condition_invalid", "idempotency_key_invalid", "idempotency_key_reused"),
        *("too_busy", "store_unavailable"),
    ],
)
def deal_round(body: dict[str, Any], game_id: str) -> Response:
    """Deal the next round

    The host or any seat deals, once all seats are taken, and again after each round until the match is over. A table of
    house bots alone plays the round at once. With `fill` the host has house bots sit in the open seats; seats that are
    kept for players stay theirs.
    """
    return answered(parts().deals.deal(game_id, asked(), body.get("fill")))
