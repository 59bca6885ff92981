import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import after_step, creation, game
from eights.rules.replay import Dealt
from eights.services.players.player import Player
from eights.services.ports import OutcomeUnknown, Recorded, Stored, StoreUnavailable
from eights.services.records import RecordCommit, StoredRecord
from eights.store.connection import Connection, Script
from eights.store.games import RedisGameStore
from eights.store.records import RedisRecords
from machines.cluster import RealCluster
from machines.sentinels import SentinelSet
from machines.valkey_process import ValkeyProcess, wait_until
from store.losing_proxy import LosingProxy

WRITE = Script(b"return redis.call('SETNX', KEYS[1], 1)", kept=True)


@pytest.fixture
def disk(memory_folder: Path, game_id: str) -> Iterator[ValkeyProcess]:
    """A server that keeps a file of what it is given."""
    server = ValkeyProcess(memory_folder / f"disk-{game_id}", {"appendonly": "yes", "appendfsync": "always"})
    yield server
    server.kill()


@pytest.fixture
def pair(memory_folder: Path, game_id: str) -> Iterator[tuple[ValkeyProcess, ValkeyProcess]]:
    """A server and its replica, of the test's own."""
    first = ValkeyProcess(memory_folder / f"first-{game_id}", {})
    replica = ValkeyProcess(memory_folder / f"replica-{game_id}", {"replicaof": f'127.0.0.1" "{first.port}'})
    wait_until(lambda: first.answers("WAIT", 1, 10) == 1)
    yield first, replica
    first.kill()
    replica.signal(signal.SIGCONT)
    replica.kill()


def url_of(server: ValkeyProcess) -> str:
    return f"redis://127.0.0.1:{server.port}"


def can_tell_of_its_disk(server: ValkeyProcess) -> bool:
    return server.answers("WAITAOF", 0, 0, 1) is not None


def test_what_is_to_be_kept_is_on_the_disk_when_it_is_answered(disk: ValkeyProcess, game_id: str) -> None:
    if not can_tell_of_its_disk(disk):
        pytest.skip("Redis knows WAITAOF from 7.2 on")
    store = RedisGameStore(Connection(url_of(disk), "always"), 600)
    assert store.commit(creation(game(game_id)))
    store.ping()
    assert disk.answers("INFO", "commandstats")["cmdstat_waitaof"]["calls"] >= 1


def test_a_disk_that_is_not_written_in_time_leaves_the_outcome_unknown(disk: ValkeyProcess, game_id: str) -> None:
    disk.answers("CONFIG", "SET", "appendfsync", "no")
    store, new = RedisGameStore(Connection(url_of(disk), "always"), 600), game(game_id)
    with pytest.raises(OutcomeUnknown):
        store.commit(creation(new))
    assert store.read(game_id).game == new


def test_a_store_without_a_file_is_not_ready_where_its_disk_is_waited_for(
    pair: tuple[ValkeyProcess, ValkeyProcess],
) -> None:
    with pytest.raises(StoreUnavailable, match="refused"):
        RedisGameStore(Connection(url_of(pair[0]), "always"), 600).ping()
    RedisGameStore(Connection(url_of(pair[0]), "wait:1"), 600).ping()


def test_a_store_too_old_to_tell_of_its_disk_is_not_ready_where_that_is_waited_for(
    memory_folder: Path, game_id: str
) -> None:
    server = ValkeyProcess(memory_folder / f"old-{game_id}", {"appendonly": "yes"})
    if can_tell_of_its_disk(server):
        server.kill()
        server = ValkeyProcess(
            memory_folder / f"older-{game_id}", {"appendonly": "yes", "rename-command": 'WAITAOF" "'}
        )
    assert not can_tell_of_its_disk(server)
    with pytest.raises(StoreUnavailable, match="refused"):
        RedisGameStore(Connection(url_of(server), "always"), 600).ping()
    server.kill()


def test_what_is_to_be_kept_is_with_a_replica_when_it_is_answered(pair: tuple[ValkeyProcess, ValkeyProcess]) -> None:
    first, replica = pair
    assert Connection(url_of(first), "wait:1").run(WRITE, ["key"], []) == 1
    first.kill()
    assert replica.answers("GET", "key") == b"1"


def test_replicas_that_do_not_answer_leave_the_outcome_unknown(pair: tuple[ValkeyProcess, ValkeyProcess]) -> None:
    first, replica = pair
    connection = Connection(url_of(first), "wait:1")
    replica.signal(signal.SIGSTOP)
    with pytest.raises(OutcomeUnknown):
        connection.run(WRITE, ["key"], [])
    with pytest.raises(OutcomeUnknown):  # written before, by another connection or this, it is no surer for that
        Connection(url_of(first), "wait:1").run(WRITE, ["key"], [])
    with pytest.raises(OutcomeUnknown):
        connection.vouched(b"1", "GET", "key")
    replica.signal(signal.SIGCONT)
    wait_until(lambda: first.answers("WAIT", 1, 10) == 1)
    assert connection.vouched(b"1", "GET", "key") == b"1"
    assert replica.answers("GET", "key") == b"1"


def test_a_commit_whose_answer_is_lost_is_no_surer_for_being_found(
    pair: tuple[ValkeyProcess, ValkeyProcess], memory_folder: Path, game_id: str
) -> None:
    first, replica = pair
    folder = memory_folder / f"proxy-{game_id}"
    folder.mkdir()
    proxy, new = LosingProxy(url_of(first), folder), game(game_id)
    store = RedisGameStore(Connection(proxy.url, "wait:1"), 600)
    assert store.commit(creation(new))
    replica.signal(signal.SIGSTOP)
    proxy.to_lose = 1
    with pytest.raises(OutcomeUnknown):
        store.commit(after_step(new, Dealt()))
    assert proxy.lost == 1
    proxy.close()


def test_an_answer_that_the_next_primary_does_not_have_is_not_given_again(
    disk: ValkeyProcess, pair: tuple[ValkeyProcess, ValkeyProcess], memory_folder: Path, game_id: str
) -> None:
    """What is found on a primary that is about to die is no surer for what the next one's replicas have heard."""
    folder = memory_folder / f"proxy-{game_id}"
    folder.mkdir()
    dying, new = Connection(url_of(disk)), game(game_id)
    answer = Recorded(b"f" * 32, 200, b"{}", 1)
    assert RedisGameStore(dying, 600).commit(replace(creation(new), request_key="key", record=answer))
    proxy = LosingProxy(url_of(disk), folder)
    waiting = Connection(proxy.url, "wait:1")
    assert RedisGameStore(dying, 600).read(game_id, "key").recorded == answer
    proxy.next_store = url_of(pair[0])
    assert RedisGameStore(waiting, 600).read(game_id, "key") == Stored(game=None, recorded=None)
    proxy.close()


def test_an_answer_about_a_record_that_the_next_primary_does_not_have_is_not_given_again(
    disk: ValkeyProcess, pair: tuple[ValkeyProcess, ValkeyProcess], memory_folder: Path, game_id: str
) -> None:
    folder = memory_folder / f"proxy-{game_id}"
    folder.mkdir()
    ana, answer = Player(game_id, 1, "Ana", "human", 0, bytes(32), 2), Recorded(b"f" * 32, 201, b"{}", 1)
    assert RedisRecords(Connection(url_of(disk)), "p", Player, 600).commit(RecordCommit(ana, None, "key", answer))
    proxy = LosingProxy(url_of(disk), folder)
    proxy.next_store = url_of(pair[0])
    waiting = RedisRecords(Connection(proxy.url, "wait:1"), "p", Player, 600)
    assert waiting.read(game_id, "key") == StoredRecord(None, None)
    proxy.close()


def test_more_replicas_than_there_are_leave_every_outcome_unknown(sentinels: SentinelSet, game_id: str) -> None:
    with pytest.raises(OutcomeUnknown):
        Connection(sentinels.url, "wait:3").keep("SET", game_id, 1)
    Connection(sentinels.url, "wait:2").keep("SET", game_id, 2)


def test_in_a_cluster_each_shard_waits_for_its_own(cluster: RealCluster, game_id: str) -> None:
    connection = Connection(cluster.url, "wait:1")
    for number in range(12):
        assert connection.run(WRITE, [f"{{{game_id}{number}}}:key"], []) == 1
    with pytest.raises(OutcomeUnknown):
        Connection(cluster.url, "wait:2").run(WRITE, [f"{{{game_id}}}:key"], [])
