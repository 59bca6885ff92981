"""What a live game takes in the store, and how often a move asks the store."""

from redis import Redis

from bench.load import measure_once
from bench.plan import planned_game
from eights.services.stores import Stores

MOVES = 60


def bytes_of_a_live_game(client: Redis, stores: Stores, address: tuple[str, int]) -> tuple[dict[str, int], float]:
    """Play a four-seat game for a while; return the bytes of its keys, and the store's round trips per move."""
    game = planned_game(stores, 900, MOVES)
    trips_before = _reads(client)
    measure_once(address, game.requests)
    # The second look at the counter is a read itself.
    trips = (_reads(client) - trips_before - 1) / MOVES
    return _sizes(client, game.id), trips


def bytes_of_a_kept_answer(client: Redis, stores: Stores, address: tuple[str, int]) -> float:
    """Play a four-seat game with a key for each move; return the bytes that an answer to one takes while it is kept."""
    game = planned_game(stores, 901, MOVES)
    keyed = (
        request.replace(b"\r\n\r\n", b"\r\nIdempotency-Key: %032d\r\n\r\n" % number, 1)
        for number, request in enumerate(game.requests)
    )
    measure_once(address, list(keyed))
    names = list(client.scan_iter(f"*{game.id}*:answer:*"))
    assert len(names) == MOVES, names
    return sum(int(client.memory_usage(name, samples=0) or 0) for name in names) / MOVES


def _reads(client: Redis) -> int:
    return int(client.info("stats")["total_reads_processed"])


def _sizes(client: Redis, game_id: str) -> dict[str, int]:
    names = [str(name) for name in client.keys(f"*{game_id}*")]
    sizes = {name.rpartition(":")[2]: int(client.memory_usage(name, samples=0) or 0) for name in names}
    return sizes | {"all told": sum(sizes.values())}
