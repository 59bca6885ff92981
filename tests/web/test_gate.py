"""So many requests are in work, so many wait in order, the others are refused at once."""

import threading
from collections.abc import Iterator

import pytest
from flask import request

from eights.app import create_app
from eights.config import Settings
from eights.web.gate import Places
from serving.processes import wait_until
from web.asserting import assert_problem

LONG_S = 600.0


class Queue:
    """Threads that take a place one after the other; the order in which they got one."""

    def __init__(self, places: Places, count: int) -> None:
        self.served: list[int] = []
        self._places = places
        self._started = 0
        self._threads = [threading.Thread(target=self._take, args=(number,)) for number in range(count)]
        for number, thread in enumerate(self._threads):
            thread.start()
            wait_until(lambda: len(places) > number)  # noqa: B023 - it is called at once

    def _take(self, number: int) -> None:
        if self._places.take():
            self.served.append(number)

    def join(self) -> None:
        for thread in self._threads:
            thread.join()


def test_who_waits_is_served_in_turn() -> None:
    places = Places(6, in_work=2, waited_s=LONG_S)
    assert [places.take(), places.take()] == [True, True]
    queue = Queue(places, 4)
    assert places.are_taken
    assert not places.take()
    for turn in range(4):
        places.give_back()
        wait_until(lambda: len(queue.served) > turn)  # noqa: B023 - it is called at once
    assert queue.served == [0, 1, 2, 3]
    queue.join()


def test_who_would_wait_too_long_is_refused_when_it_was_there_for_so_long() -> None:
    places = Places(10, in_work=1, waited_s=0.05)
    assert places.take()
    assert not places.take()
    assert len(places) == 0
    places.give_back()
    assert places.take()


def test_where_turns_come_slowly_only_so_many_wait_as_have_one_in_time() -> None:
    places = Places(1000, in_work=1, waited_s=LONG_S, every_s=LONG_S / 2.5)
    assert places.take()
    queue = Queue(places, 3)
    assert places.are_taken
    assert not places.take()
    for _ in range(3):
        places.give_back()
    queue.join()
    assert len(queue.served) == 3


def test_a_place_that_was_given_up_for_a_while_is_there_again_for_its_holder() -> None:
    places = Places(1, in_work=1, waited_s=LONG_S)
    assert places.take()
    places.give_back()
    assert places.take()
    places.take_back()
    places.give_back()
    assert not places.take()
    places.give_back()
    assert places.take()


class Held:
    """The application with room for one request, and one that is in work until it is let go."""

    def __init__(self, url: str) -> None:
        self.app = create_app(Settings(redis_url=url, requests_per_process=1, ratelimit_enabled=False))
        self._in_work, self._go_on = threading.Event(), threading.Event()
        self.app.before_request(self._hold)
        self._thread = threading.Thread(target=lambda: self.app.test_client().get("/v1/bots?hold"))
        self._thread.start()
        self._in_work.wait()

    def _hold(self) -> None:
        if request.query_string == b"hold":
            self._in_work.set()
            self._go_on.wait()

    def let_go(self) -> None:
        self._go_on.set()
        self._thread.join()


@pytest.fixture
def held(embedded_url: str) -> Iterator[Held]:
    held = Held(embedded_url)
    yield held
    held.let_go()


def test_what_finds_no_room_is_refused_in_the_callers_language_and_told_when_to_come_again(held: Held) -> None:
    client = held.app.test_client()
    for language in ("en", "fr"):
        refused = client.post("/v1/games", json={}, headers={"Accept-Language": language, "X-Request-ID": "mine"})
        members = assert_problem(refused, 503, "overloaded")
        assert int(refused.headers["Retry-After"]) == members["retry_after_s"] > 0
        assert refused.headers["Content-Language"] == language
        assert refused.headers["X-Request-ID"] == "mine"
        assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert client.head("/v1/bots").data == b""
    held.let_go()
    assert client.get("/v1/bots").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_how_the_server_is_is_told_also_when_there_is_no_room(held: Held, path: str) -> None:
    assert held.app.test_client().get(path).status_code == 200


def test_what_is_refused_is_counted(held: Held) -> None:
    client = held.app.test_client()
    client.get("/v1/bots")
    assert 'eights_http_problems_total{code="overloaded"} 1.0' in client.get("/metrics").text


def test_a_body_that_breaks_off_is_a_bad_request(embedded_url: str) -> None:
    class Broken:
        def read(self, _size: int) -> bytes:
            raise ConnectionResetError

    client = create_app(Settings(redis_url=embedded_url)).test_client()
    environ = {"wsgi.input": Broken(), "CONTENT_LENGTH": "9", "CONTENT_TYPE": "application/json"}
    assert_problem(client.post("/v1/variants/survivor/rules", environ_overrides=environ), 400, "bad_request")
