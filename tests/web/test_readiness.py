"""However many ask whether the store answers, it is asked once."""

import threading

import pytest

from eights.services.ports import StoreUnavailable
from eights.web.readiness import Readiness

ASKING = 20


class Store:
    """A store that takes its time, and counts how often it was asked."""

    def __init__(self, *failures: StoreUnavailable) -> None:
        self.asked = 0
        self.answers = threading.Event()
        self._failures = list(failures)

    def ping(self) -> None:
        self.asked += 1
        self.answers.wait()
        if self._failures:
            raise self._failures.pop()


def told(readiness: Readiness, store: Store) -> list[str]:
    """Let many ask at once; return what they were told."""
    heard: list[str] = []

    def ask() -> None:
        try:
            readiness.check()
        except StoreUnavailable as failure:
            heard.append(str(failure))
        else:
            heard.append("ready")

    threads = [threading.Thread(target=ask) for _ in range(ASKING)]
    for thread in threads:
        thread.start()
    store.answers.set()
    for thread in threads:
        thread.join()
    return heard


@pytest.mark.parametrize(("failures", "answer"), [((), "ready"), ((StoreUnavailable("away"),), "away")])
def test_the_answer_to_one_is_the_answer_to_all(failures: tuple[StoreUnavailable, ...], answer: str) -> None:
    store = Store(*failures)
    assert told(Readiness(store.ping, shared_s=600), store) == [answer] * ASKING
    assert store.asked == 1


def test_after_a_moment_the_store_is_asked_again() -> None:
    store = Store(StoreUnavailable("away"))
    readiness = Readiness(store.ping, shared_s=0)
    store.answers.set()
    with pytest.raises(StoreUnavailable):
        readiness.check()
    readiness.check()
    assert store.asked == 2
