import os
import signal
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from eights.services.ports import Due
from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore
from eights.store.timetable import SHARDS, RedisTimetable
from serving.processes import wait_until

LENT_UNTIL = 5_000
TAKERS = 3
GAMES = 400


@pytest.fixture
def connection(timed_url: str) -> Iterator[Connection]:
    connection = Connection(timed_url)
    yield connection
    connection.close()


@pytest.fixture
def timetable(connection: Connection) -> RedisTimetable:
    return RedisTimetable(connection)


def due(timetable: RedisTimetable, now_ms: int, *, limit: int = 100, lent_until_ms: int = LENT_UNTIL) -> list[str]:
    return [one.subject for one in timetable.due(now_ms, lent_until_ms, limit)]


def taken(timetable: RedisTimetable, now_ms: int) -> Due:
    [one] = timetable.due(now_ms, now_ms + LENT_UNTIL, 10)
    return one


def test_a_game_is_due_from_its_time_on(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    assert due(timetable, 999) == []
    assert due(timetable, 1000) == ["g"]


def test_the_sooner_of_two_times_counts(timetable: RedisTimetable) -> None:
    for at_ms in (2000, 1000, 3000):
        timetable.enter("g", at_ms)
    assert due(timetable, 999) == []
    assert due(timetable, 1000) == ["g"]


def test_a_game_that_was_taken_is_nobody_elses_until_its_time_is_over(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    assert due(timetable, 1000) == ["g"]
    assert due(timetable, LENT_UNTIL - 1) == []
    assert due(timetable, LENT_UNTIL) == ["g"]


def test_who_took_a_game_says_when_it_is_due_again(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    timetable.settle(taken(timetable, 1000), 4000)
    assert due(timetable, 3999) == []
    assert due(timetable, 4000) == ["g"]


def test_or_that_it_is_not(timetable: RedisTimetable, connection: Connection) -> None:
    timetable.enter("g", 1000)
    timetable.settle(taken(timetable, 1000), None)
    assert due(timetable, 1_000_000) == []
    assert connection.call("KEYS", "*") == []


def test_a_game_that_is_entered_while_it_is_lent_is_due_as_entered(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    lent = taken(timetable, 1000)
    timetable.enter("g", 3000)
    timetable.settle(lent, None)
    assert due(timetable, 2999) == []
    assert due(timetable, 3000) == ["g"]


def test_a_game_that_is_entered_for_later_while_it_is_lent_is_due_then(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    lent = taken(timetable, 1000)
    timetable.enter("g", lent.lent_until_ms + 1000)
    timetable.settle(lent, 2000)
    assert due(timetable, lent.lent_until_ms + 999) == []
    assert due(timetable, lent.lent_until_ms + 1000) == ["g"]


def test_who_comes_back_too_late_settles_nothing(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    late = taken(timetable, 1000)
    other = taken(timetable, late.lent_until_ms)
    timetable.settle(late, None)
    assert due(timetable, other.lent_until_ms - 1) == []
    assert due(timetable, other.lent_until_ms) == ["g"]


def test_it_is_told_whether_a_game_was_entered_since_it_was_put_right(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    first = taken(timetable, 1000)
    timetable.settle(first, 2000)
    second = taken(timetable, 2000)
    timetable.settle(second, 20_000)
    timetable.enter("g", 30_000)
    third = taken(timetable, 20_000)
    assert (first.entered, second.entered, third.entered) == (True, False, True)


def test_a_game_whose_taker_died_counts_as_entered(timetable: RedisTimetable) -> None:
    timetable.enter("g", 1000)
    timetable.settle(taken(timetable, 1000), 2000)
    died = taken(timetable, 2000)
    assert taken(timetable, died.lent_until_ms).entered


def test_the_longest_due_of_a_shard_come_first(timetable: RedisTimetable) -> None:
    names = [f"g{number}" for number in range(200)]
    for at_ms, name in enumerate(names):
        timetable.enter(name, at_ms)
    order = due(timetable, 1000, limit=1000)
    assert sorted(order) == sorted(names)
    for shard in range(SHARDS["people"]):
        among = [name for name in order if name in in_shard(names, shard)]
        assert among == sorted(among, key=names.index)


def test_no_more_are_taken_than_asked_for_and_all_in_turn(timetable: RedisTimetable) -> None:
    names = {f"g{number}" for number in range(100)}
    for name in names:
        timetable.enter(name, 1000)
    seen: list[str] = []
    while batch := due(timetable, 1000, limit=16):
        assert len(batch) <= 16
        seen += batch
    assert sorted(seen) == sorted(names)


def in_shard(names: list[str], shard: int) -> set[str]:
    return {name for name in names if shard_of(name) == shard}


def shard_of(name: str) -> int:
    """Tell in which shard a game lies: that must never change while games are on."""
    return zlib.crc32(name.encode()) % SHARDS["people"]


def test_games_spread_over_all_shards(timetable: RedisTimetable, connection: Connection) -> None:
    for number in range(500):
        timetable.enter(f"g{number}", 1000)
    keys = connection.call("KEYS", "*")
    assert sorted(keys) == sorted(b"{clock:%d}" % shard for shard in range(SHARDS["people"]))
    sizes = connection.call_all([("ZCARD", key) for key in keys])
    assert (sum(sizes), min(sizes) > 10) == (500, True)


def test_what_programs_play_is_taken_from_a_lane_of_its_own(timetable: RedisTimetable) -> None:
    for subject in ("ana", "m:match", "t:cup", "g:bots"):
        timetable.enter(subject, 1000)
    assert due(timetable, 1000) == ["ana"]
    programs = timetable.due(1000, LENT_UNTIL, 100, "programs")
    assert sorted(one.subject for one in programs) == ["g:bots", "m:match", "t:cup"]
    for one in programs:
        timetable.settle(one, None)
    assert timetable.due(LENT_UNTIL, LENT_UNTIL + 1, 100, "programs") == []


def test_many_takers_at_once_never_take_the_same_game(timed_url: str, timetable: RedisTimetable) -> None:
    for number in range(GAMES):
        timetable.enter(f"g{number}", 1000)
    seen: list[str] = []

    def take_all() -> None:
        own = RedisTimetable(Connection(timed_url))
        while batch := due(own, 1000, limit=7):
            seen.extend(batch)

    threads = [threading.Thread(target=take_all) for _ in range(TAKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == sorted(f"g{number}" for number in range(GAMES))


def test_nor_do_many_processes(timed_url: str, timetable: RedisTimetable) -> None:
    for number in range(GAMES):
        timetable.enter(f"g{number}", 1000)
    command = [sys.executable, str(Path(__file__).with_name("taker.py")), timed_url]
    takers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": ":".join(sys.path)})
        for _ in range(TAKERS)
    ]
    seen = [name for taker in takers for name in taker.communicate()[0].split()]
    assert sorted(seen) == sorted(f"g{number}" for number in range(GAMES))


def test_entries_as_they_are_stored_stay_readable(timetable: RedisTimetable, connection: Connection) -> None:
    connection.call("ZADD", "{clock:8}", "999.75", "mzxw6ytboi4dqmjt", "999.5", "k3qlgi4whwvzcky4", "1000", "g")
    connection.call("ZADD", "{clock:programs:1}", "1000", "m:mzxw6ytboi4dqmjt")
    found = {one.subject: one.entered for one in timetable.due(1000, LENT_UNTIL, 9)}
    assert found == {"mzxw6ytboi4dqmjt": False, "k3qlgi4whwvzcky4": True, "g": True}
    assert [one.subject for one in timetable.due(1000, LENT_UNTIL, 9, "programs")] == ["m:mzxw6ytboi4dqmjt"]


def test_the_timetable_outlives_its_server(memory_folder: Path) -> None:
    server = EmbeddedStore(memory_folder / "timetable-restart")
    server.start()
    server.wait_until_ready()
    timetable = RedisTimetable(Connection(server.url))
    timetable.enter("kept", 1000)
    timetable.enter("lent", 1000)
    timetable.enter("settled", 1000)
    for one in timetable.due(1000, LENT_UNTIL, 3):
        if one.subject != "lent":
            timetable.settle(one, 2000)
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    wait_until(lambda: server.ended)
    server.start()
    server.wait_until_ready()
    assert sorted(due(timetable, 2000)) == ["kept", "settled"]
    assert "lent" in due(timetable, LENT_UNTIL, lent_until_ms=9000)
    server.stop()
