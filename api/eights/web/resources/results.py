"""Results: the score sheet, the replay, and another match."""

import msgspec
from flask import Response

from eights.rules.replay_file import Replay
from eights.services.rematch import rematch_id
from eights.services.views import GameView, SheetView
from eights.web import examples
from eights.web.answers import versioned_answer
from eights.web.asking import answered, asked
from eights.web.blueprint import Resources
from eights.web.callers import caller
from eights.web.fields import Body
from eights.web.parts import parts

results = Resources("results", "Results: scores, and replays that anyone can check.", url_prefix="/v1/games")


class RematchRequest(Body):
    """Nothing: an empty object, or no body."""


@results.get("/<game_id:game_id>/scores")
@results.answers(
    200, SheetView, description="The sheet, totals, places, winners.", headers=["ETag"], example=examples.scores()
)
@results.answers(304, description="Still the version that the caller has.", headers=["ETag"])
@results.operation(bearer="optional", heeds=["If-None-Match"], refuses=["game_not_found", "store_unavailable"])
def get_scores(game_id: str) -> Response:
    """Read the score sheet

    Every round with its dealer, winner, ending, finishing card, multiplier, hands and points; the totals; each
    seat's place (equal totals share one); and the winners once the match is over.
    """
    view = parts().reading.scores(game_id, caller())
    return versioned_answer(msgspec.json.encode(view), view.revision)


@results.get("/<game_id:game_id>/replay")
@results.answers(200, Replay, description="The replay.", headers=["ETag"], example=examples.replay())
@results.answers(304, description="It never changes.", headers=["ETag"])
@results.operation(
    bearer="optional",
    heeds=["If-None-Match"],
    refuses=["game_not_found", "replay_not_ready", "store_unavailable"],
)
def get_replay(game_id: str) -> Response:
    """Read the replay

    Once the game is over: seed, entropy, rules and every step, from which anyone can compute the whole game again, as
    `eights verify` does; `/docs/fairness` says how. `seed_hash` is the SHA-256 of the seed, with the blind if
    there is one, as it was shown from the start. Where a match or a tournament plays several games on one deal, the
    last of them has to be over.
    """
    replay, revision = parts().reading.replay(game_id, caller())
    return versioned_answer(msgspec.json.encode(replay), revision)


@results.post("/<game_id:game_id>/rematch")
@results.takes(RematchRequest, required=False, examples={"nothing": {}})
@results.answers(
    201,
    GameView,
    description="The rematch, created.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.game_as_stranger(),
)
@results.answers(
    200,
    GameView,
    description="The rematch that there is already.",
    headers=["Location", "ETag"],
    example=examples.game_as_stranger(),
)
@results.operation(
    bucket="creations",
    bearer="required",
    heeds=["Idempotency-Key"],
    refuses=[
        *("game_not_found", "forbidden", "rematch_too_soon"),
        *("idempotency_key_invalid", "idempotency_key_reused", "store_unavailable"),
    ],
)
def ask_for_rematch(body: dict[str, object], game_id: str) -> Response:
    """Ask for a rematch

    The same table again, once the match is over, with a new seed. Whoever at the table asks, and however often, gets
    the same new game; everybody's token acts for the same seat there. The seats of those who left are open, or played
    by the house bots that took them over. A registered player's seat is kept until the player asks for the rematch as
    well, or takes the seat.
    """
    del body
    answer = parts().rematches.ask(game_id, asked())
    return answered(answer, location=f"/v1/games/{rematch_id(game_id)}")
