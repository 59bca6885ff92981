"""Seats: sit down, get up."""

from typing import Any

from flask import Response

from eights.services.views import GameView, TakenSeatView
from eights.web import examples
from eights.web.asking import answered, asked, name_of
from eights.web.blueprint import Resources
from eights.web.fields import Body, Name, Whole, Words
from eights.web.links import SAME_GAME, game_links, link
from eights.web.parts import parts

seats = Resources("seats", "Seats: take one, give it up, resign.", url_prefix="/v1/games")


class SeatTakingRequest(Body):
    """A seat to take."""

    name = Name(metadata={"description": "Needed without a player's token; a player goes by its own name."})
    seat = Whole(0, 11, metadata={"description": "If left out: the one kept for the player, or the lowest open seat."})
    bot = Words(
        64,
        "^[a-z0-9-]+$",
        metadata={"description": "A house bot (`GET /v1/bots`) that the host seats, under `name` or its own."},
    )
    entropy = Name(64, metadata={"description": "Mixed into every shuffle: chance that the server could not foresee."})


@seats.post("/<game_id:game_id>/seats")
@seats.takes(
    SeatTakingRequest,
    required=False,
    examples={"any": {"name": "Benoît", "entropy": "a die fell on 4"}, "as_player": {}, "house_bot": {"bot": "steady"}},
)
@seats.answers(
    201,
    TakenSeatView,
    description="The seat, and its token; it is shown this once, and left out for a registered player.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.taken_seat(),
    leads_to={
        **game_links("getGame", "takeSeat", "dealRound", "listMoves"),
        **link("leaveSeat", game_id=SAME_GAME, seat="$response.body#/seat"),
    },
)
@seats.operation(
    bucket="joins",
    bearer="optional",
    heeds=["Idempotency-Key", "If-Match"],
    refuses=[
        *("game_not_found", "seat_not_found", "seat_taken", "seat_reserved", "no_open_seat", "player_seated_already"),
        *("game_started", "game_over", "forbidden", "token_missing", "unknown_bot"),
        *("stale_version", "condition_invalid", "idempotency_key_invalid", "idempotency_key_reused"),
        *("too_busy", "store_unavailable"),
    ],
)
def take_seat(body: dict[str, Any], game_id: str) -> Response:
    """Take a seat

    Before the first deal. The token that comes back plays for the seat. In a private game the host seats people.

    With a player's token, the player sits down, in a seat that was kept for it or in one that anybody may have: that
    is how an invitation is accepted. The player's own token plays for the seat then, and there is no other.

    With `bot` the host seats a house bot, which has no token; `leaveSeat` opens its seat again before the deal.
    """
    request = asked(token=False)
    if "bot" in body:
        answer = parts().seats.seat_bot(game_id, body["bot"], body.get("name"), body.get("seat"), request)
    else:
        name = name_of(request.caller, body)
        answer = parts().seats.take(game_id, name, body.get("seat"), body.get("entropy", ""), request)
    return answered(answer, location=f"/v1/games/{game_id}")


@seats.delete("/<game_id:game_id>/seats/<seat:seat>")
@seats.answers(
    200,
    GameView,
    description="The game without the seat.",
    headers=["ETag"],
    example=examples.game_as_stranger(),
    leads_to=game_links("takeSeat", "getScores", "getReplay"),
)
@seats.operation(
    bucket="moves",
    bearer="required",
    heeds=["If-Match"],
    refuses=[
        *("game_not_found", "seat_not_found", "seat_open", "seat_out", "game_over", "forbidden"),
        *("stale_version", "condition_invalid", "too_busy", "store_unavailable"),
    ],
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave a seat

    Before the first deal the seat is open again (its holder may leave it, and the host may clear it); the player for
    whom it is kept declines in the same way, and it is anybody's then. After it, its
    holder resigns. With `on_leave: forfeit` the seat is out, its hand goes under the discard pile, and the last one
    left wins. With `bot` a house bot has the seat from then on, under the same name; the token that had it still sees
    what everybody sees, and moves no more (403).
    """
    return answered(parts().seats.leave(game_id, seat, asked()))
