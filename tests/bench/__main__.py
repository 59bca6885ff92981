"""Prints what the server costs."""

import os
import platform

from redis import Redis

from bench import against_floor, clocks, engine, load, matches, memory, streams, tournaments
from bench.against_floor import OURS
from bench.plan import PlannedGame, planned_game
from bench.server import running_server, running_store
from eights.config import Settings
from eights.store.stores import stores_of

PLANNED_MOVES = 7000
GAMES_FOLLOWED = 400


def main() -> None:
    """Measure all and print it."""
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors")
    print("\nRules alone, random play with four seats, one process (moves a second of processor time)")
    for variant, rate in engine.moves_per_second():
        print(f"  {variant:<16} {rate:>10,.0f}")
    with running_store() as url:
        stores = stores_of(Settings(redis_url=url))
        client = Redis.from_url(url, decode_responses=True)
        with running_server(OURS, url) as server:
            sizes, trips = memory.bytes_of_a_live_game(client, stores, server.address)
            kept = memory.bytes_of_a_kept_answer(client, stores, server.address)
        print(f"\nA live game in the store (four seats, {memory.MOVES} moves played; aim: under 4,096 bytes)")
        for key, size in sizes.items():
            print(f"  {key:<16} {size:>10,} bytes")
        print(f"  round trips per move {trips:>5.2f}")
        print(f"  a keyed move's answer, for as long as EIGHTS_ANSWER_EXPIRY_S {kept:>5.0f} bytes")
        games = [planned_game(stores, number, PLANNED_MOVES) for number in range(load.CONNECTIONS * 2)]
        against_floor.report(url, games)
        _clocks(url)
        followed = [planned_game(stores, number, 0) for number in range(1000, 1000 + GAMES_FOLLOWED)]
        _follow(url, followed, planned_game(stores, 999, PLANNED_MOVES))
        with running_server(OURS, url, workers=2) as server:
            matches.report(server.address)
            tournaments.report("http://{}:{}".format(*server.address), Redis.from_url(url))


def _clocks(url: str) -> None:
    stores = stores_of(Settings(redis_url=url))
    with running_server(OURS, url, workers=2) as server:
        idle = clocks.processor_share(server.workers())
        fired = clocks.lateness(stores, clocks.running_clocks(stores))
        running = clocks.processor_share(server.workers())
    print(f"\nClocks firing late, {clocks.RUNNING:,} running, two workers (aim: p99 under 500 ms)")
    p50, p99 = (fired.percentile_ms(percent) for percent in (50, 99))
    print(f"  {fired.per_second:.0f} fired a second   p50 {p50:.0f} ms   p99 {p99:.0f} ms")
    print(f"  of one processor, while none is due: {running:.1%}, without clocks {idle:.1%}")


def _follow(url: str, followed: list[PlannedGame], busy: PlannedGame) -> None:
    with running_server(OURS, url, workers=2) as server:
        opened = streams.memory_of_open_streams(server.address, followed, server.workers())
    print(f"\nStreams open on two workers, on {len(followed)} games (aim: 2,000)")
    print(f"  {opened.streams:,} streams, {opened.bytes_each / 1024:.1f} KB each")
    with running_server(OURS, url, workers=2) as server:
        heard = streams.lateness_of_updates(server.address, busy)
    print(
        f"\nFrom sending a move to its update at the slowest of {streams.LISTENERS} listeners (aim: p99 under 100 ms)"
    )
    p50, p99 = (heard.percentile_ms(percent) for percent in (50, 99))
    print(f"  {heard.per_second:.1f} moves/s   p50 {p50:.1f} ms   p99 {p99:.1f} ms")


if __name__ == "__main__":
    main()
