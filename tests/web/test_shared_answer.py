"""What takes its time is made once for all who came before it was begun."""

import threading
import time

import pytest

from eights.web.shared_answer import SharedAnswer

ASKING = 20


def test_who_asks_meanwhile_shares_what_is_made_next() -> None:
    shared, made, goes_on = SharedAnswer(), list[int](), threading.Event()

    def make() -> bytes:
        made.append(len(made) + 1)
        goes_on.wait()
        return b"%d" % made[-1]

    heard: list[bytes] = []
    threads = [threading.Thread(target=lambda: heard.append(shared.of(make))) for _ in range(ASKING)]
    threads[0].start()
    while not made:
        time.sleep(0.001)
    for thread in threads[1:]:
        thread.start()
    while len(shared) < ASKING - 1:
        time.sleep(0.001)
    goes_on.set()
    for thread in threads:
        thread.join()
    assert sorted(heard) == [b"1", *[b"2"] * (ASKING - 1)]


def test_who_asks_later_is_told_what_has_become_of_it() -> None:
    shared = SharedAnswer()
    assert [shared.of(lambda: b"one"), shared.of(lambda: b"two")] == [b"one", b"two"]


def test_a_failure_is_not_shared() -> None:
    shared = SharedAnswer()

    def fail() -> bytes:
        raise OSError("away")

    for _ in range(2):
        with pytest.raises(OSError, match="away"):
            shared.of(fail)
    assert (shared.of(lambda: b"well"), len(shared)) == (b"well", 0)
