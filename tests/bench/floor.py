"""The floor: bare Flask routes that make the same calls to the store, with as much in them, and nothing else.

A move is two calls, a look at a game is one; both are answered with as many bytes as a game's view has.
"""

import os

from flask import Flask, Response

from eights.config import from_environment
from eights.store import codec, keys
from eights.store.connection import Connection
from eights.store.games import COMMIT, LOG_LENGTH

STATE_BYTES = int(os.environ.get("EIGHTS_TEST_FLOOR_STATE", "700"))
ANSWER_BYTES = int(os.environ.get("EIGHTS_TEST_FLOOR_ANSWER", "1100"))
UPDATE, STEP = b"u" * 24, b"s" * 2


def create_app() -> Flask:
    """Build the application."""
    settings = from_environment(os.environ)
    connection = Connection(settings.redis_url or "")
    app = Flask(__name__)
    answer = b"{" + b" " * (ANSWER_BYTES - 2) + b"}"

    @app.post("/v1/games/<game_id>/moves")
    def move(game_id: str) -> Response:
        state, _rules = connection.call("MGET", keys.state_key(game_id), keys.rules_key(game_id))
        version = int.from_bytes(state[1:5], "big")
        written = b"\x01" + codec.version_bytes(version + 1) + b"s" * (STATE_BYTES - 5)
        touched = (
            keys.state_key(game_id),
            keys.rules_key(game_id),
            keys.log_key(game_id),
            keys.steps_key(game_id),
            keys.wake_channel(game_id),
            keys.answer_key(game_id, ""),
            keys.sheet_key(game_id),
            keys.past_key(game_id),
        )
        sent = (
            state[1:5],
            written,
            b"",
            codec.version_bytes(version + 1) + b"commitid",
            UPDATE,
            LOG_LENGTH,
            STEP,
            b"",
            3600,
            b"",
            3600,
            b"",
            b"",
        )
        connection.run(COMMIT, touched, sent)
        return Response(answer, content_type="application/json")

    @app.get("/v1/games/<game_id>")
    def look(game_id: str) -> Response:
        connection.call("MGET", keys.state_key(game_id), keys.rules_key(game_id))
        return Response(answer, content_type="application/json")

    return app
