"""Games whose every move is known beforehand, so that the clients of a measurement only send and receive.

The seeds are fixed and the moves are worked out here by the rules; the server plays the very same games.
"""

import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec

from eights.app import SystemClock
from eights.rules.dealing import deal
from eights.rules.legality import legal_moves
from eights.rules.play import apply
from eights.services.access import Caller
from eights.services.changes import Asked
from eights.services.creation import NewGame, SeatWish
from eights.services.lifetimes import Lifetimes
from eights.services.stores import Stores
from eights.web.parts import assembled
from eights.web.slots import StreamLimits

VARIANT = "huit-americain"
SEATS = 4


class CountedSecrets:
    """Secrets that anybody can foretell."""

    def __init__(self, first: int) -> None:
        self._numbers = itertools.count(first)

    def token_bytes(self, count: int) -> bytes:
        """Return the next number in that many bytes."""
        return (next(self._numbers) % (1 << 8 * count)).to_bytes(count, "big")


class NoWakes:
    """Wake-ups for nobody."""

    def watch(self, game_id: str, wake: Callable[[], None]) -> None:
        """Watch nothing."""

    def unwatch(self, game_id: str) -> None:
        """Watch nothing."""


class PlannedGame(msgspec.Struct, frozen=True):
    """A game in the store, and its moves to come as requests ready to be sent."""

    id: str
    requests: tuple[bytes, ...]
    look: bytes
    """A request to see it as seat 0 does."""


def planned_game(stores: Stores, number: int, moves: int) -> PlannedGame:
    """Create a game that deals by itself, and work out its first moves."""
    secrets = CountedSecrets(number * 1000)
    parts = assembled(stores, NoWakes(), SystemClock(), secrets, Lifetimes(), StreamLimits())
    wish = NewGame(
        variant=VARIANT,
        rules={"match": {"points": 1_000_000}},
        seats=tuple(SeatWish(name=f"Player {seat}") for seat in range(SEATS)),
        visibility="unlisted",
        auto_deal=True,
    )
    created: dict[str, Any] = json.loads(parts.creation.create(wish, Asked(Caller(None, "bench"))).body)
    game_id, tokens = created["game"]["id"], created["seat_tokens"]
    state = stores.games.read(game_id).game
    assert state is not None
    requests = _requests(state.state, game_id, tokens, moves, random.Random(number))
    return PlannedGame(game_id, tuple(requests), _look(game_id, tokens["0"]))


def _requests(state: Any, game_id: str, tokens: dict[str, str], moves: int, chance: random.Random) -> list[bytes]:
    requests = []
    for _ in range(moves):
        if state.status == "round_over":
            state, _ = deal(state)
        turn = state.round.turn
        move = chance.choice(legal_moves(state, turn))
        requests.append(_request(game_id, tokens[str(turn)], msgspec.json.encode(move)))
        state, _ = apply(state, turn, move)
    return requests


def _look(game_id: str, token: str) -> bytes:
    head = f"GET /v1/games/{game_id} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n"
    return head.encode()


def _request(game_id: str, token: str, body: bytes) -> bytes:
    head = (
        f"POST /v1/games/{game_id}/moves HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
