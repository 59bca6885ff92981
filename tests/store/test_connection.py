import os
import secrets
import socket
import threading
from pathlib import Path

import pytest

from eights.services.ports import StoreUnavailable
from eights.store.connection import Connection, Script
from eights.store.servers import CONNECTIONS


def test_answers_come_in_the_order_of_the_commands(connection: Connection) -> None:
    assert connection.call_all([("ECHO", number) for number in range(50)]) == [b"%d" % n for n in range(50)]


def test_a_refusal_is_told_by_its_code_and_never_quotes_what_was_sent(connection: Connection) -> None:
    with pytest.raises(StoreUnavailable) as refusal:
        connection.call("EVAL", "return redis.error_reply('NOGOOD ' .. ARGV[1])", 0, "a hidden card")
    assert str(refusal.value) == "refused: NOGOOD"


def test_after_a_refusal_the_connection_goes_on(connection: Connection) -> None:
    with pytest.raises(StoreUnavailable):
        connection.call_all([("ECHO", "one"), ("NO_SUCH_COMMAND",), ("ECHO", "three")])
    assert connection.call("ECHO", "four") == b"four"


def test_a_script_the_server_does_not_know_yet_is_sent_along(connection: Connection) -> None:
    script = Script(b"return {KEYS[1], ARGV[1]} -- " + secrets.token_bytes(8).hex().encode())
    with pytest.raises(StoreUnavailable, match="NOSCRIPT"):
        connection.call("EVALSHA", script.digest, 1, "key", "argument")
    assert connection.run(script, ["key"], ["argument"]) == [b"key", b"argument"]
    assert connection.call("EVALSHA", script.digest, 1, "key", "argument") == [b"key", b"argument"]


def test_more_threads_than_connections_wait_for_their_turn(connection: Connection) -> None:
    answers: list[bytes] = []
    threads = [
        threading.Thread(target=lambda n=number: answers.append(connection.call("ECHO", n)))
        for number in range(3 * CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers, key=int) == [b"%d" % number for number in range(3 * CONNECTIONS)]


def test_a_store_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        Connection(f"unix://{tmp_path}/nobody.sock").call("PING")


def test_a_store_that_does_not_answer_is_unavailable(memory_folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(memory_folder / "silent.sock"))
        silent.listen()
        with pytest.raises(StoreUnavailable):
            Connection(f"unix://{memory_folder}/silent.sock").call("PING")


def test_a_forked_process_leaves_its_parents_connections_to_the_parent(connection: Connection) -> None:
    own = connection.call("CLIENT", "ID")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(connection.call("CLIENT", "ID")).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        theirs = pipe.read()
    os.waitpid(child, 0)
    assert theirs.isdigit()
    assert int(theirs) != own
    assert connection.call("CLIENT", "ID") == own
