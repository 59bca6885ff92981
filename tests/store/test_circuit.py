"""While a server does not answer, nobody waits for it; once it does, all are served."""

import signal
import socket
import threading
import time
from pathlib import Path

import pytest
from redis.exceptions import BusyLoadingError, RedisError
from redis.exceptions import ConnectionError as Unreachable

from eights.services.ports import StoreAway, StoreUnavailable
from eights.store.circuit import Away, Circuit
from eights.store.connection import Connection
from eights.store.servers import ANSWERED_WITHIN_S
from mortal_store import MortalStore
from serving.processes import wait_until

CALLERS = 64


class Asked:
    """What came of many calls at once."""

    def __init__(self, connection: Connection) -> None:
        self.failures: list[StoreUnavailable] = []
        self.longest_s = 0.0
        threads = [threading.Thread(target=self._ask, args=(connection,)) for _ in range(CALLERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _ask(self, connection: Connection) -> None:
        begun_s = time.monotonic()
        try:
            connection.call("PING")
        except StoreUnavailable as failure:
            self.failures.append(failure)
        self.longest_s = max(self.longest_s, time.monotonic() - begun_s)


def answers(connection: Connection) -> bool:
    try:
        return bool(connection.call("PING") == b"PONG")
    except StoreUnavailable:
        return False


def test_of_many_who_ask_a_silent_store_none_waits_for_a_repeat_and_the_next_ones_not_at_all(
    mortal_store: MortalStore,
) -> None:
    connection = Connection(mortal_store.url)
    assert Asked(connection).failures == []
    threads = threading.active_count()
    mortal_store.send(signal.SIGSTOP)
    first = Asked(connection)
    assert len(first.failures) == CALLERS
    assert first.longest_s < 3 * ANSWERED_WITHIN_S  # each of two repeats would take as long again
    assert [type(failure) for failure in Asked(connection).failures] == [StoreAway] * CALLERS
    assert threading.active_count() <= threads + 1  # who probes
    mortal_store.send(signal.SIGCONT)
    wait_until(lambda: answers(connection))
    assert Asked(connection).failures == []
    wait_until(lambda: threading.active_count() <= threads)


def test_a_store_that_is_started_again_is_found(mortal_store: MortalStore) -> None:
    connection = Connection(mortal_store.url)
    mortal_store.send(signal.SIGKILL)
    wait_until(lambda: mortal_store.ended)
    assert len(Asked(connection).failures) == CALLERS
    mortal_store.start()
    wait_until(lambda: answers(connection))


def test_a_socket_that_takes_no_connection_in_time_is_unavailable(memory_folder: Path, game_id: str) -> None:
    path = str(memory_folder / f"{game_id}.sock")
    with socket.socket(socket.AF_UNIX) as full, socket.socket(socket.AF_UNIX) as first:
        full.bind(path)
        full.listen(0)
        first.connect(path)
        with pytest.raises(StoreUnavailable):
            Connection(f"unix://{path}").call("PING")


def unanswered() -> None:
    raise Unreachable


def is_away(circuit: Circuit) -> bool:
    try:
        circuit.check()
    except Away:
        return True
    return False


def test_who_was_not_answered_holds_nobody_up_while_others_are_answered() -> None:
    circuit = Circuit("the store", unanswered)
    begun_s = time.monotonic()
    circuit.answered()
    circuit.failed(begun_s, Unreachable())
    assert not is_away(circuit)
    circuit.failed(time.monotonic(), Unreachable())
    assert is_away(circuit)


def test_a_store_that_still_loads_is_away_although_it_says_so() -> None:
    circuit = Circuit("the store", unanswered)
    begun_s = time.monotonic()
    circuit.answered()
    circuit.failed(begun_s, BusyLoadingError())
    assert is_away(circuit)


@pytest.mark.parametrize("failures", [[], [RedisError(), OSError()]])
def test_it_is_asked_again_once_a_probe_is_answered(failures: list[Exception]) -> None:
    def probe() -> None:
        if failures:
            raise failures.pop()

    circuit = Circuit("the store", probe)
    circuit.failed(time.monotonic(), Unreachable())
    wait_until(lambda: not is_away(circuit))
    assert failures == []
