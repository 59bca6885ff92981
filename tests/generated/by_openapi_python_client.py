"""Plays a game on what openapi-python-client made of the document; says on one line of JSON what it played."""

import json
import os
from uuid import uuid4

from eights_attrs import AuthenticatedClient, Client
from eights_attrs.api.events import follow_game
from eights_attrs.api.games import create_game
from eights_attrs.api.moves import make_move
from eights_attrs.api.players import register_player
from eights_attrs.models import (
    CreatedView,
    EventsPage,
    GameRequest,
    GameView,
    OwnView,
    Pass,
    PlayerRequest,
    PlayerRequestKind,
    Problem,
    RegisteredView,
    SeatRequest,
)

URL = os.environ["EIGHTS_URL"]


def play(client: AuthenticatedClient, game_id: str, view: GameView) -> tuple[GameView, int]:
    moves = 0
    while view.status not in ("finished", "aborted"):
        if isinstance(view.you, OwnView) and view.you.legal_moves:
            tag, key = f'"{view.revision}"', str(uuid4())
            move = view.you.legal_moves[0]
            made = make_move.sync(game_id, client=client, body=move, if_match=tag, idempotency_key=key)
            assert isinstance(made, GameView), made
            view, moves = made, moves + 1
        else:
            news = follow_game.sync(game_id, client=client, after=view.revision, wait=20)
            assert isinstance(news, EventsPage), news
            view = news.view
    return view, moves


registered = register_player.sync(client=Client(URL), body=PlayerRequest(name="Ana", kind=PlayerRequestKind.BOT))
assert isinstance(registered, RegisteredView), registered
ana = AuthenticatedClient(URL, registered.token)
seats = [SeatRequest(player=registered.player.id), SeatRequest(bot="steady")]
created = create_game.sync(client=ana, body=GameRequest(variant="huit-americain", seats=seats, auto_deal=True))
assert isinstance(created, CreatedView), created
refused = make_move.sync(created.game.id, client=ana, body=Pass(action="pass"), if_match='"1"')
assert isinstance(refused, Problem), refused
last, count = play(ana, created.game.id, created.game)
print(json.dumps({"game": last.id, "winners": last.winners, "moves": count, "refused": refused.code}))
