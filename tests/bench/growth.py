"""Whether a move takes longer, or a game more of the store, where there are many games or many moves.

Games are made once and copied in bulk, under ids of their own, and so are not played; moves are then made over HTTP
in games that were there before and after. ``EIGHTS_TEST_GROWTH`` says up to how many games (100,000 unless set).
The ratio is that of processor time, server and store together: it depends less on what else the machine does.
"""

import os
import statistics
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from redis import Redis

from bench import load
from bench.plan import PlannedGame, planned_game
from bench.server import Running, running_server, running_store
from eights.config import Settings
from eights.services.stores import Stores
from eights.store import keys
from eights.store.stores import stores_of

SIZES = (1_000, 10_000, 100_000, 1_000_000)
LENGTHS = (10, 1_000)
CONNECTIONS = 4
ROUNDS = 6
MOVES_A_ROUND = 100
"""By each connection."""
COPIED_MOVES = 60
COPIES_AT_ONCE = 2_000
OURS = "eights.app:served_app()"


def main() -> None:
    """Measure and print."""
    most = int(os.environ.get("EIGHTS_TEST_GROWTH", "100000"))
    with running_store() as url:
        stores, client = stores_of(Settings(redis_url=url)), Redis.from_url(url)
        with running_server(OURS, url) as server:
            _by_games(server, stores, client, [size for size in SIZES if size <= most])
            _by_moves(server, stores, client)


def _by_games(server: Running, stores: Stores, client: Redis, sizes: Sequence[int]) -> None:
    """Fill the store step by step, and make moves after each."""
    played = [planned_game(stores, number, (1 + len(sizes) * ROUNDS) * MOVES_A_ROUND) for number in range(CONNECTIONS)]
    plans = [iter(game.requests) for game in played]
    _round(server, client, plans)
    model = _played(server.address, stores, 5_000, COPIED_MOVES)
    empty, there, first = _used(client), 0, 0.0
    print(f"\nLive games (four seats, {COPIED_MOVES} moves each), moves in {CONNECTIONS} of them")
    print(f"  {'games':>10}{'bytes/game':>12}{'p50 ms':>10}{'CPU us':>10}{'ratio':>8}   rounds")
    for size in sizes:
        _copy(client, model, range(there, size))
        there = size
        measured = [_round(server, client, plans) for _ in range(ROUNDS)]
        p50, spent = (statistics.median(values) for values in zip(*measured, strict=True))
        first = first or spent
        rounds = ", ".join(f"{one[1]:.0f}" for one in measured)
        bytes_each = (_used(client) - empty) / size
        print(
            f"  {size:>10,}{bytes_each:>12,.0f}{p50:>10.2f}{spent:>10.0f}{spent / first:>8.2f}   {rounds}", flush=True
        )


def _by_moves(server: Running, stores: Stores, client: Redis) -> None:
    """Take turns between games that have few moves and games that have many, so that noise meets both."""
    sets = [
        [_long_game(server.address, stores, 6_000 + length * 10 + number, length) for number in range(CONNECTIONS)]
        for length in LENGTHS
    ]
    sizes = [
        [statistics.mean(_bytes_of(client, game.id, part) for game, _ in games) for part in ("", ":past", ":steps")]
        for games in sets
    ]
    rounds = [[_round(server, client, [plan for _, plan in games]) for games in sets] for _ in range(ROUNDS)]
    print("\nMoves played (before those that are measured)")
    print(f"  {'moves':>10}{'bytes':>12}{'of them past':>14}{'newest':>8}{'p50 ms':>10}{'CPU us':>10}{'ratio':>8}")
    first = 0.0
    for length, (size, past, steps), measured in zip(LENGTHS, sizes, zip(*rounds, strict=True), strict=True):
        p50, spent = (statistics.median(values) for values in zip(*measured, strict=True))
        first = first or spent
        print(
            f"  {length:>10,}{size:>12,.0f}{past:>14,.0f}{steps:>8,.0f}{p50:>10.2f}{spent:>10.0f}{spent / first:>8.2f}"
        )


def _round(server: Running, client: Redis, plans: Sequence[Iterator[bytes]]) -> tuple[float, float]:
    """Make moves; return the middle of their times in ms, and the processor time of one, in microseconds."""
    processes = [*server.workers(), int(client.info("server")["process_id"])]
    before = sum(map(_spent_s, processes))
    measured = load.measure(server.address, [islice(plan, MOVES_A_ROUND) for plan in plans], 60.0)
    assert not measured.refused, "a move was refused"
    spent = sum(map(_spent_s, processes)) - before
    return measured.percentile_ms(50), 1e6 * spent / len(measured.latencies_s)


def _spent_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _played(address: tuple[str, int], stores: Stores, number: int, moves: int) -> str:
    game = planned_game(stores, number, moves)
    load.measure_once(address, game.requests)
    return game.id


def _long_game(
    address: tuple[str, int], stores: Stores, number: int, length: int
) -> tuple[PlannedGame, Iterator[bytes]]:
    game = planned_game(stores, number, length + ROUNDS * MOVES_A_ROUND)
    load.measure_once(address, game.requests[:length])
    return game, iter(game.requests[length:])


def _copy(client: Redis, model: str, numbers: range) -> None:
    """Copy a game's values, each under as many other ids; expiry and the timetable are those of a live game."""
    names = [name.decode() if isinstance(name, bytes) else name for name in client.keys(f"*{{g:{model}}}*")]
    values = [(name.rpartition(":")[2], client.dump(name) or b"") for name in names]
    left_ms = client.pttl(keys.state_key(model))
    for start in range(numbers.start, numbers.stop, COPIES_AT_ONCE):
        with client.pipeline(transaction=False) as pipeline:
            for number in range(start, min(start + COPIES_AT_ONCE, numbers.stop)):
                for part, value in values:
                    pipeline.restore(f"{{g:{_id(number)}}}:{part}", left_ms, value)
            pipeline.execute()


def _id(number: int) -> str:
    return "b" + "".join("abcdefghijklmnop"[number >> 4 * place & 15] for place in range(15))


def _used(client: Redis) -> int:
    return int(client.info("memory")["used_memory"])


def _bytes_of(client: Redis, game_id: str, part: str = "") -> int:
    return sum(client.memory_usage(name, samples=0) or 0 for name in client.keys(f"*{{g:{game_id}}}*{part}"))


if __name__ == "__main__":
    main()
