"""Plays a game on what openapi-generator's Python generator made of the document; says what on one line of JSON."""

import json
import os
from uuid import uuid4

from eights_pydantic import (
    ApiClient,
    Configuration,
    EventsApi,
    GameRequest,
    GamesApi,
    GameView,
    MakeMoveRequest,
    ModelPass,
    MovesApi,
    PlayerRequest,
    PlayersApi,
    SeatRequest,
)
from eights_pydantic.exceptions import ApiException
from eights_pydantic.models.problem import Problem

URL = os.environ["EIGHTS_URL"]


def play(client: ApiClient, game_id: str, view: GameView) -> tuple[GameView, int]:
    moves = 0
    while view.status not in ("finished", "aborted"):
        if view.you is not None and view.you.legal_moves:
            tag, key = f'"{view.revision}"', str(uuid4())
            view = MovesApi(client).make_move(game_id, view.you.legal_moves[0], idempotency_key=key, if_match=tag)
            moves += 1
        else:
            view = EventsApi(client).follow_game(game_id, after=view.revision, wait=20).view
    return view, moves


def refusal(client: ApiClient, game_id: str) -> str:
    try:
        MovesApi(client).make_move(game_id, MakeMoveRequest(ModelPass(action="pass")), if_match='"1"')
    except ApiException as refused:
        problem = Problem.from_json(str(refused.body))
        assert problem is not None
        return str(problem.code)
    message = "a move for an old revision was taken"
    raise AssertionError(message)


registered = PlayersApi(ApiClient(Configuration(host=URL))).register_player(PlayerRequest(name="Ana", kind="bot"))
ana = ApiClient(Configuration(host=URL, access_token=registered.token))
seats = [SeatRequest(player=registered.player.id), SeatRequest(bot="steady")]
game = GamesApi(ana).create_game(GameRequest(variant="huit-americain", seats=seats, auto_deal=True)).game
code = refusal(ana, game.id)
last, count = play(ana, game.id, game)
print(json.dumps({"game": last.id, "winners": last.winners, "moves": count, "refused": code}))
