"""Moves: which there are, and making one."""

from typing import Any, Final

import marshmallow as ma
import msgspec
from flask import Response

from eights.rules.cards import JOKER, RANKS, SUITS
from eights.rules.moves import AnyMove
from eights.rules.violations import VIOLATION_CODES
from eights.services.views import GameView, MovesView
from eights.web import examples
from eights.web.answers import versioned_answer
from eights.web.asking import answered, asked
from eights.web.blueprint import Resources
from eights.web.callers import holder
from eights.web.faults import Finding
from eights.web.fields import Body, Choice, Flag, Whole, Words
from eights.web.links import SAME_GAME, game_links, link
from eights.web.parts import parts

moves = Resources("moves", "Moves: what a seat may do, and doing it.", url_prefix="/v1/games")

_FIELDS: Final = {
    "play": ({"card"}, {"suit", "power", "target", "announce"}),
    "draw": (set[str](), set[str]()),
    "pass": (set[str](), set[str]()),
    "name_suit": ({"suit"}, set[str]()),
    "announce": (set[str](), set[str]()),
    "challenge": ({"target"}, set[str]()),
}
"""By action: the fields it needs, and those it may have."""
_FORMS_REMEMBERED: Final = 2048
"""Moves as they were sent: 53 cards, some of them with a suit or "carte", from clients that write JSON in their way."""


class MoveRequest(Body):
    """A move: one of the objects that are listed as legal, as it stands."""

    action = Choice(tuple(_FIELDS), required=True)
    card = Words(2, f"^([{RANKS}][{SUITS}]|{JOKER})$", says="not_a_card")
    suit = Choice(tuple(SUITS), allow_none=True)
    power = Choice(("swap_hands", "choose_next"), allow_none=True)
    target = Whole(0, 11, allow_none=True)
    announce = Flag()

    @ma.post_load
    def move(self, data: dict[str, Any], **_: Any) -> AnyMove:
        """Return the move; refuses fields that its action has not, and misses those that it needs; null is nothing."""
        needed, possible = _FIELDS[data["action"]]
        unknown = data.keys() - needed - possible - {"action"}
        data = {name: value for name, value in data.items() if value is not None}
        findings = {name: [Finding("missing_field", {})] for name in needed - data.keys()}
        findings |= {name: [Finding("unknown_field", {})] for name in unknown}
        if findings:
            raise ma.ValidationError(findings)
        move: AnyMove = msgspec.convert(data, AnyMove)
        return move


@moves.get("/<game_id:game_id>/moves")
@moves.answers(
    200,
    MovesView,
    description="The caller's legal moves.",
    headers=["ETag"],
    example=examples.moves(),
    leads_to=link(
        "makeMove",
        body="$response.body#/legal_moves/0",
        **{"game_id": SAME_GAME, "If-Match": "$response.header.ETag"},
    ),
)
@moves.answers(304, description="Still the version that the caller has.", headers=["ETag"])
@moves.operation(
    bearer="required", heeds=["If-None-Match"], refuses=["forbidden", "game_not_found", "store_unavailable"]
)
def list_moves(game_id: str) -> Response:
    """List the legal moves

    All that the caller's seat may do now, and the version that this holds for. Off turn there may be jump-ins,
    challenges and announcements; empty means wait. Each entry can be sent back as it stands.
    """
    view = parts().reading.moves(game_id, holder())
    return versioned_answer(msgspec.json.encode(view), view.revision)


@moves.post("/<game_id:game_id>/moves")
@moves.takes(
    MoveRequest,
    documented=AnyMove,
    examples={
        "play": {"action": "play", "card": "9H"},
        "eight": {"action": "play", "card": "8D", "suit": "S"},
        "joker": {"action": "play", "card": "XX", "power": "swap_hands", "target": 2},
        "draw": {"action": "draw"},
    },
    remembered=_FORMS_REMEMBERED,
)
@moves.answers(
    200,
    GameView,
    description="The game after the move, as the caller sees it.",
    headers=["ETag", "Idempotent-Replayed"],
    example=examples.game_as_seat(),
    leads_to=game_links("listMoves", "dealRound", "getScores", "getReplay"),
)
@moves.operation(
    bucket="moves",
    bearer="required",
    heeds=["Idempotency-Key", "If-Match"],
    refuses=[
        *VIOLATION_CODES,
        *("not_dealt", "forbidden", "game_not_found", "stale_version", "condition_invalid"),
        *("idempotency_key_invalid", "idempotency_key_reused", "too_busy", "store_unavailable"),
    ],
)
def make_move(move: AnyMove, game_id: str) -> Response:
    """Make a move

    A move that the rules refuse is a 409 with the rule's code, the current `version` and the caller's `legal_moves`;
    nothing has changed then. At a table with a clock, send `If-Match` with the revision that the move was chosen for: a
    move that comes when the turn has run out is `clock_ran_out`, but by then it may be the seat's next turn. With an
    `Idempotency-Key`, a client that got no answer repeats the request and can never play twice.
    """
    return answered(parts().moves.make(game_id, move, asked()))
