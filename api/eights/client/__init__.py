"""Programs that talk to a server over HTTP. Imports nothing of the server.

>>> with EightsClient("http://127.0.0.1:8000") as stranger:  # doctest: +SKIP
...     game = stranger.create("draw-two", seats=[{"name": "Ana"}, {"name": "Ben"}])
>>> with EightsClient("http://127.0.0.1:8000", game.seat_tokens["0"]) as ana:  # doctest: +SKIP
...     view = ana.deal(game.game.id)
"""

from eights.client.games import EightsClient
from eights.client.models import GameView, Move
from eights.client.problems import ProblemError, ServerUnreachable

__all__ = ["EightsClient", "GameView", "Move", "ProblemError", "ServerUnreachable"]
