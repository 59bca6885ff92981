"""A process that plays on a game as fast as it can, in a race with others: ``racer.py URL GAME_ID UNTIL_VERSION``.

It prints the versions whose commit was said to be its own.
"""

import random
import sys

from builders import after_step, any_step
from eights.services.game import Game
from eights.store.connection import Connection
from eights.store.games import RedisGameStore


def race(store: RedisGameStore, game_id: str, until_version: int) -> list[int]:
    """Make random steps until the game has a version; return the versions won."""
    won, chance = [], random.Random()
    while (game := _read(store, game_id)).version < until_version and game.status != "finished":
        if store.commit(after_step(game, any_step(game, chance))):
            won.append(game.version + 1)
    return won


def _read(store: RedisGameStore, game_id: str) -> Game:
    game = store.read(game_id).game
    assert game is not None
    return game


if __name__ == "__main__":
    url, game_id, until_version = sys.argv[1:]
    print(*race(RedisGameStore(Connection(url), 600), game_id, int(until_version)))
