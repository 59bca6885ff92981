import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from builders import after_step, creation, game
from eights.config import Settings
from eights.rules.replay import Dealt
from eights.services.ports import StoreUnavailable
from eights.store import keys
from eights.store.cluster import slot_of
from eights.store.connection import Connection, Script
from eights.store.games import RedisGameStore, connect
from eights.store.timetable import RedisTimetable, shard_of
from eights.store.wakes import RedisWakes
from machines.cluster import RealCluster, ask
from machines.sentinels import SentinelSet
from machines.valkey_process import ValkeyProcess, wait_until
from store.test_wakes import watched

SPREAD = [f"{{spread:{number}}}" for number in range(40)]


@pytest.fixture
def own_cluster(memory_folder: Path, game_id: str) -> Iterator[RealCluster]:
    """A cluster to be broken."""
    cluster = RealCluster(memory_folder / f"cluster-{game_id}")
    yield cluster
    cluster.stop()


@pytest.fixture
def nodes(cluster: RealCluster) -> Connection:
    return Connection(cluster.url)


def persistent(connection: Connection, *command: str | int) -> object:
    """Return the answer to a command as soon as there is one."""
    answers: list[object] = []

    def answered() -> bool:
        try:
            answers.append(connection.call(*command))
        except StoreUnavailable:
            return False
        return True

    wait_until(answered)
    return answers[0]


def test_several_commands_go_to_the_nodes_that_have_their_slots(cluster: RealCluster, nodes: Connection) -> None:
    nodes.call_all([("SET", key, number) for number, key in enumerate(SPREAD)])
    assert nodes.call_all([("GET", key) for key in SPREAD]) == [b"%d" % number for number in range(40)]
    assert len({cluster.primary_of(key).port for key in SPREAD}) == 3


def test_two_slots_in_one_command_are_refused(nodes: Connection) -> None:
    with pytest.raises(StoreUnavailable, match="CROSSSLOT"):
        nodes.call("MGET", *SPREAD)


def test_a_refusal_by_one_node_leaves_all_connections_in_order(nodes: Connection) -> None:
    with pytest.raises(StoreUnavailable, match="WRONGTYPE"):
        nodes.call_all([("SET", SPREAD[0], 1), *(("HGET", key, "field") for key in SPREAD)])
    assert nodes.call_all([("ECHO", number) for number in range(50)]) == [b"%d" % number for number in range(50)]


def test_a_slot_that_has_moved_is_found(cluster: RealCluster, nodes: Connection, game_id: str) -> None:
    key, script = f"{{{game_id}}}:key", Script(b"return redis.call('INCR', KEYS[1])")
    assert nodes.call("GET", key) is None
    now = cluster.move_slot(key)
    assert nodes.run(script, [key], []) == 1
    assert ask(now, "GET", key) == b"1"


def test_a_slot_on_the_move_is_asked_for_where_it_goes(cluster: RealCluster, nodes: Connection, game_id: str) -> None:
    here, there = f"{{{game_id}}}:here", f"{{{game_id}}}:there"
    nodes.call("SET", here, 1)
    slot, was = slot_of(("GET", here)), cluster.primary_of(here)
    to = next(node for node in cluster.primaries() if node is not was)
    ask(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", ask(was, "CLUSTER", "MYID"))
    ask(was, "CLUSTER", "SETSLOT", slot, "MIGRATING", ask(to, "CLUSTER", "MYID"))
    nodes.call_all([("SET", there, 2), ("SET", here, 3)])
    assert nodes.call_all([("GET", there), ("GET", here)]) == [b"2", b"3"]
    assert ask(was, "GET", here) == b"3"
    for node in (to, was):
        ask(node, "CLUSTER", "SETSLOT", slot, "STABLE")


def test_what_is_watched_calls_wherever_its_slot_is_now(cluster: RealCluster, game_id: str) -> None:
    calls = watched(RedisWakes(cluster.url), game_id)
    now = cluster.move_slot(keys.state_key(game_id))
    calls.take()
    wait_until(lambda: ask(now, "PUBSUB", "SHARDNUMSUB", keys.wake_channel(game_id))[1])
    assert connect(Settings(redis_url=cluster.url)).commit(creation(game(game_id)))
    calls.take()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_when_a_primary_is_gone_its_replica_takes_over(own_cluster: RealCluster, game_id: str, end: int) -> None:
    store, wakes, new = connect(Settings(redis_url=own_cluster.url)), RedisWakes(own_cluster.url), game(game_id)
    calls = watched(wakes, game_id)
    assert store.commit(creation(new))
    calls.take()
    victim = own_cluster.primary_of(keys.state_key(game_id))
    others = watched(wakes, next(name for name in map(str, range(99)) if not _lies_on(own_cluster, victim, name)))
    ask(victim, "WAIT", 1, 1000)
    victim.signal(end)
    assert persistent(Connection(own_cluster.url), "EXISTS", keys.state_key(game_id)) == 1
    if end == signal.SIGKILL:  # of a silent one nobody hears that it is gone before it is asked
        calls.take()
    assert store.commit(after_step(new, Dealt()))
    assert store.read(game_id).game == after_step(new, Dealt()).game
    if end == signal.SIGKILL:
        calls.take()
    assert others.none_left()


def stop(cluster: RealCluster, primary: ValkeyProcess, number: int) -> None:
    """Have a primary and its replica fall silent, so that nobody has their slots, or speak again."""
    slots = ask(cluster.nodes[-1], "CLUSTER", "SLOTS")
    [ports] = [{node[1] for node in nodes} for _, _, *nodes in slots if nodes[0][1] == primary.port]
    for node in cluster.nodes:
        if node.port in ports:
            node.signal(number)


def test_shards_of_clocks_that_are_away_hold_up_no_other(own_cluster: RealCluster) -> None:
    timetable, subjects = RedisTimetable(Connection(own_cluster.url)), {f"g{number}" for number in range(200)}
    for subject in subjects:
        timetable.enter(subject, 1)
    victim = own_cluster.some_primary()
    lost = {s for s in subjects if own_cluster.primary_of(shard_of(s)) is victim}
    stop(own_cluster, victim, signal.SIGSTOP)
    taken: set[str] = set()

    def take() -> bool:
        taken.update(due.subject for due in timetable.due(2, 60_000, 500))
        return taken >= subjects - lost

    wait_until(take)
    assert 0 < len(lost) < len(subjects)
    assert taken == subjects - lost
    for node in own_cluster.nodes:
        node.signal(signal.SIGSTOP)
    with pytest.raises(StoreUnavailable):
        timetable.due(2, 60_000, 500)
    for node in own_cluster.nodes:
        node.signal(signal.SIGCONT)
    wait_until(lambda: recovered(timetable, taken, subjects))


def recovered(timetable: RedisTimetable, taken: set[str], subjects: set[str]) -> bool:
    with suppress(StoreUnavailable):
        taken.update(due.subject for due in timetable.due(2, 60_000, 500))
    return taken == subjects


def _lies_on(cluster: RealCluster, node: ValkeyProcess, game_id: str) -> bool:
    return cluster.primary_of(keys.state_key(game_id)) is node


def test_a_cluster_that_is_not_there_is_unavailable() -> None:
    connection = Connection("redis://127.0.0.1:1?cluster=true")
    threads = [threading.Thread(target=_fails, args=(connection,)) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _fails(connection: Connection) -> None:
    with pytest.raises(StoreUnavailable):
        connection.call("PING")


def test_a_server_that_is_no_cluster_is_not_taken_for_one(sentinels: SentinelSet) -> None:
    port = sentinels.servers[0].port
    with pytest.raises(StoreUnavailable):
        Connection(f"redis://127.0.0.1:{port}?cluster=true").call("PING")


def test_racing_threads_move_on_all_nodes_at_once(nodes: Connection) -> None:
    """Nobody waits for ever for a connection to one node while holding another's."""
    store = RedisGameStore(nodes, 600)
    failed: list[BaseException] = []

    def read_many() -> None:
        try:
            for _ in range(20):
                store.read_many([f"race{number}" for number in range(30)])
        except BaseException as failure:
            failed.append(failure)

    threads = [threading.Thread(target=read_many) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
