"""Programs that talk to a server over HTTP. Imports nothing of the server.

>>> with EightsClient("http://127.0.0.1:8000") as stranger:  # doctest: +SKIP
...     game = stranger.create("draw-two", seats=[{"name": "Ana"}, {"name": "Ben"}])
>>> with EightsClient("http://127.0.0.1:8000", game.seat_tokens["0"]) as ana:  # doctest: +SKIP
...     view = ana.deal(game.game.id)
>>> with EightsClient("http://127.0.0.1:8000", "ep_...") as otto:  # doctest: +SKIP
...     match = otto.matches.create("huit-americain", [otto.players.me().id, "bot:steady"], deals=20)
"""

from eights.client.games import EightsClient
from eights.client.models import GameView, Move
from eights.client.problems import ProblemError, ServerUnreachable, StreamClosed
from eights.client.tournaments import TournamentClient

__all__ = ["EightsClient", "GameView", "Move", "ProblemError", "ServerUnreachable", "StreamClosed", "TournamentClient"]
