import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import after_step, creation, game
from eights.config import Settings
from eights.rules.replay import Dealt
from eights.services.ports import StoreUnavailable
from eights.store.connection import Connection
from eights.store.games import connect
from eights.store.wakes import RedisWakes
from machines.sentinels import SentinelSet
from machines.valkey_process import wait_until
from store.test_wakes import watched


@pytest.fixture
def own_sentinels(memory_folder: Path, game_id: str) -> Iterator[SentinelSet]:
    """Servers and sentinels to be broken."""
    sentinels = SentinelSet(memory_folder / f"sentinels-{game_id}")
    yield sentinels
    sentinels.stop()


def answers(connection: Connection) -> bool:
    try:
        return bool(connection.call("PING") == b"PONG")
    except StoreUnavailable:
        return False


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_when_the_master_is_gone_the_new_one_is_found(own_sentinels: SentinelSet, game_id: str, end: int) -> None:
    store, connection, new = (
        connect(Settings(redis_url=own_sentinels.url)),
        Connection(own_sentinels.url),
        game(game_id),
    )
    calls = watched(RedisWakes(own_sentinels.url), game_id)
    assert store.commit(creation(new))
    calls.take()
    victim = own_sentinels.primary()
    victim.answers("WAIT", 2, 1000)
    victim.signal(end)
    wait_until(lambda: own_sentinels.primary() is not victim and answers(connection))
    assert store.commit(after_step(new, Dealt()))
    assert store.read(game_id).game == after_step(new, Dealt()).game
    if end == signal.SIGKILL:  # of a silent one nobody hears that it is gone before it is asked
        calls.take()


def test_a_sentinel_that_is_gone_is_passed_over(own_sentinels: SentinelSet) -> None:
    own_sentinels.sentinels[0].kill()
    assert Connection(own_sentinels.url).call("PING") == b"PONG"


def test_a_master_that_no_sentinel_knows_is_unavailable(sentinels: SentinelSet) -> None:
    with pytest.raises(StoreUnavailable):
        Connection(sentinels.url + "-not").call("PING")


def test_the_database_named_is_used(sentinels: SentinelSet, game_id: str) -> None:
    Connection(sentinels.url + "/3").call("SET", game_id, "in three")
    assert Connection(sentinels.url).call("GET", game_id) is None
    assert Connection(sentinels.url + "/3").call("GET", game_id) == b"in three"
