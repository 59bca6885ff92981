"""The server's secrets: nobody gets what somebody else got."""

import os
import threading

import pytest

from eights.app import SystemSecrets


def test_no_two_threads_draw_the_same() -> None:
    drawn: list[bytes] = []

    def draw() -> None:
        secrets = SystemSecrets()
        drawn.extend(secrets.token_bytes(16) for _ in range(2_000))

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(drawn)) == len(drawn) == 16_000


def test_a_process_that_forks_leaves_none_of_its_secrets_to_the_other() -> None:
    secrets = SystemSecrets()
    secrets.token_bytes(1)  # now more than that is drawn
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"".join(secrets.token_bytes(16) for _ in range(100)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        theirs = pipe.read()
    os.waitpid(child, 0)
    ours = b"".join(secrets.token_bytes(16) for _ in range(100))
    assert len(theirs) == len(ours) == 1_600
    pieces = {ours[at : at + 16] for at in range(0, 1_600, 16)}
    assert not pieces & {theirs[at : at + 16] for at in range(0, 1_600, 16)}


@pytest.mark.parametrize("count", [0, 1, 16, 32, 33, 1_000])
def test_as_many_bytes_as_asked_for(count: int) -> None:
    assert len(SystemSecrets().token_bytes(count)) == count
