import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from builders import after_step, creation, game
from eights.config import Settings
from eights.rules.replay import Dealt
from eights.store import wakes as wakes_module
from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore
from eights.store.games import RedisGameStore, connect
from eights.store.wakes import RedisWakes


class Calls:
    """Wake-ups that came, to be taken one by one; who waits in vain fails by the time limit."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[None] = SimpleQueue()

    def call(self) -> None:
        self._queue.put(None)

    def take(self) -> None:
        self._queue.get(timeout=120)

    def none_left(self) -> bool:
        try:
            self._queue.get_nowait()
        except Empty:
            return True
        return False


@pytest.fixture
def own_store(memory_folder: Path, game_id: str) -> Iterator[EmbeddedStore]:
    server = EmbeddedStore(memory_folder / f"wakes-{game_id}")
    server.start()
    server.wait_until_ready()
    yield server
    server.stop()


def watched(wakes: RedisWakes, game_id: str) -> Calls:
    """Watch a game, and take the call that says so."""
    calls = Calls()
    wakes.watch(game_id, calls.call)
    calls.take()
    return calls


def subscriptions(connection: Connection) -> list[bytes]:
    listed: bytes = connection.call("CLIENT", "LIST", "TYPE", "PUBSUB")
    return listed.splitlines()


def test_a_game_that_is_watched_calls_once_to_say_so_and_after_each_change(
    store: RedisGameStore, store_url: str, game_id: str
) -> None:
    calls = watched(RedisWakes(store_url), game_id)
    new = game(game_id)
    assert store.commit(creation(new))
    calls.take()
    assert store.commit(after_step(new, Dealt()))
    calls.take()
    assert calls.none_left()


def test_a_change_of_another_game_calls_nobody(store: RedisGameStore, store_url: str, game_id: str) -> None:
    wakes = RedisWakes(store_url)
    calls, others = watched(wakes, game_id), watched(wakes, game_id + "2")
    assert store.commit(creation(game(game_id + "2")))
    others.take()
    assert calls.none_left()


def test_a_game_that_is_watched_no_longer_does_not_call(store: RedisGameStore, store_url: str, game_id: str) -> None:
    wakes = RedisWakes(store_url)
    calls, others = watched(wakes, game_id), watched(wakes, game_id + "2")
    wakes.unwatch(game_id)
    assert store.commit(creation(game(game_id)))
    assert store.commit(creation(game(game_id + "2")))
    others.take()
    assert calls.none_left()


def test_one_connection_hears_of_many_games(own_store: EmbeddedStore, game_id: str) -> None:
    wakes = RedisWakes(own_store.url)
    for number in range(20):
        watched(wakes, f"{game_id}{number}")
    [line] = subscriptions(Connection(own_store.url))
    assert b" ssub=20 " in line


def test_when_nobody_is_watched_nothing_connects(own_store: EmbeddedStore) -> None:
    RedisWakes(own_store.url)
    assert subscriptions(Connection(own_store.url)) == []


@pytest.mark.parametrize("how", ["the connection is cut", "the store is started again"])
def test_what_is_watched_is_watched_again_and_calls(own_store: EmbeddedStore, game_id: str, how: str) -> None:
    wakes = RedisWakes(own_store.url)
    calls, others = watched(wakes, game_id), watched(wakes, game_id + "2")
    LOSSES[how](own_store)
    calls.take()
    others.take()
    assert connect(Settings(redis_url=own_store.url)).commit(creation(game(game_id)))
    calls.take()
    assert calls.none_left()


def cut(server: EmbeddedStore) -> None:
    assert Connection(server.url).call("CLIENT", "KILL", "TYPE", "PUBSUB") == 1


def start_again(server: EmbeddedStore) -> None:
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    while not server.ended:
        time.sleep(0.01)
    server.start()
    server.wait_until_ready()


LOSSES: dict[str, Callable[[EmbeddedStore], None]] = {
    "the connection is cut": cut,
    "the store is started again": start_again,
}


def test_it_never_gives_up(own_store: EmbeddedStore, game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakes_module, "PAUSE_S", 0)
    calls = watched(RedisWakes(own_store.url), game_id)
    for _ in range(150):
        cut(own_store)
        calls.take()


def test_a_game_watched_while_the_store_is_away_calls_once_it_is_back(memory_folder: Path, game_id: str) -> None:
    server = EmbeddedStore(memory_folder / f"late-{game_id}")
    calls = Calls()
    RedisWakes(server.url).watch(game_id, calls.call)
    server.start()
    server.wait_until_ready()
    calls.take()
    assert connect(Settings(redis_url=server.url)).commit(creation(game(game_id)))
    calls.take()
    server.stop()
