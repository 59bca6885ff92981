"""Following games on a real server, whatever happens to it."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from end_to_end.followers import Follower, Player, events_in, replay_of
from serving.processes import descendants, lives, named, wait_until, workers_of
from serving.server_process import ServerProcess
from tables import VARIANTS, Table, Who

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

FOLLOWERS: tuple[Who, ...] = (0, 0, 0, 1, 1, 2, 2, None, None, "host")
LONG_MATCH = {"match": {"type": "rounds", "rounds": 1000}}


@pytest.fixture
def server(memory_folder: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    settings = {"EIGHTS_WORKERS": "2", "EIGHTS_RATELIMIT_ENABLED": "false", "EIGHTS_STREAMS_PER_CALLER": "100"}
    server = ServerProcess(memory_folder / tmp_path.name, settings=settings)
    yield server
    server.send(signal.SIGTERM)
    server.ended()


def reload_server(server: ServerProcess) -> None:
    gunicorn = named(descendants(server.pid), "gunicorn")
    old = workers_of(gunicorn)
    server.send(signal.SIGHUP)
    wait_until(lambda: not old & workers_of(gunicorn))


def kill_a_worker(server: ServerProcess) -> None:
    # The one with the most connections: all streams may have come to one worker, and some must break.
    worker = max(workers_of(named(descendants(server.pid), "gunicorn")), key=open_files)
    os.kill(worker, signal.SIGKILL)


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def kill_the_store(server: ServerProcess) -> None:
    store = named(descendants(server.pid), "valkey-server")
    os.kill(store, signal.SIGKILL)
    wait_until(lambda: not lives(store))


@pytest.mark.timeout(600)
def test_whatever_happens_to_the_server_nobody_misses_anything_or_hears_it_twice(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        tables = [Table.dealt(http, variant, rules=LONG_MATCH) for variant in VARIANTS]
        followed = [[Follower(server.url, table, who) for who in FOLLOWERS] for table in tables]
        followers = [follower for group in followed for follower in group]
        assert len(followers) == 50
        wait_until(lambda: all(follower.at for follower in followers))
        players = [Player(table, group, seed) for seed, (table, group) in enumerate(zip(tables, followed, strict=True))]
        for happens in (reload_server, kill_a_worker, kill_the_store):
            everybody_goes_on(players, followers)
            happens(server)
        everybody_goes_on(players, followers)
        for player in players:
            player.stop()
        for follower in followers:
            follower.ended()
        for table, group in zip(tables, followed, strict=True):
            replay = replay_of(table)
            for follower in group:
                assert follower.record == events_in(replay, follower.who)[follower.begun_at - 1 :]
    assert {"server_restarting", "broken", "finished"} <= {end for follower in followers for end in follower.ends}
    assert not {end for follower in followers for end in follower.ends} & {"reset", "snapshot", "internal_error"}
    assert "Traceback" not in server.printed


def everybody_goes_on(players: list[Player], followers: list[Follower]) -> None:
    """Wait until each follower has heard of some more changes."""
    reached = [follower.at for follower in followers]

    def have_gone_on() -> bool:
        assert all(player.goes_on for player in players), "somebody plays no more"
        assert all(follower.goes_on for follower in followers), "somebody follows no more"
        return all(follower.at > at + 10 for follower, at in zip(followers, reached, strict=True))

    wait_until(have_gone_on)
