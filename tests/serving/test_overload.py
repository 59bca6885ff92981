"""More is asked than a small server can do: it refuses at once what is too much, and answers all that it let in."""

import signal
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import httpx
import pytest

from mortal_store import MortalStore
from serving.processes import wait_until
from serving.server_process import ServerProcess
from tables import Table

CLIENTS: Final = 64
ROOM: Final = 16
ASKED_BY_EACH: Final = 20


@pytest.fixture
def server(mortal_store: MortalStore, tmp_path: Path) -> Iterator[ServerProcess]:
    settings = {
        "EIGHTS_RATELIMIT_ENABLED": "false",
        "EIGHTS_REQUESTS_PER_PROCESS": str(ROOM),
        "EIGHTS_STREAMS_PER_CALLER": "100",
    }
    server = ServerProcess(tmp_path, "--port", "0", "--redis-url", mortal_store.url, settings=settings)
    yield server
    server.send(signal.SIGTERM)
    server.ended()


@pytest.fixture
def table(server: ServerProcess) -> Iterator[Table]:
    with httpx.Client(base_url=server.url, timeout=60) as http:
        yield Table.laid(http, "crazy-eights")


class Crowd:
    """Many clients, each with a connection of its own; what they were answered, by status and code."""

    def __init__(self, url: str) -> None:
        self.answers: Counter[tuple[int, str | None]] = Counter()
        self._clients = [httpx.Client(base_url=url, timeout=60) for _ in range(CLIENTS)]
        self._pool = ThreadPoolExecutor(CLIENTS)

    def ask(self, path: str, times: int = 1) -> None:
        """Have each of them ask so often; an answer that does not come fails in ``join``."""
        self._asked = [self._pool.submit(self._ask, client, path, times) for client in self._clients]

    def join(self) -> None:
        for asked in self._asked:
            asked.result()

    def _ask(self, client: httpx.Client, path: str, times: int) -> None:
        for _ in range(times):
            answer = client.get(path)
            if answer.status_code != 200:
                assert int(answer.headers["Retry-After"]) > 0
            self.answers[answer.status_code, answer.json().get("code")] += 1

    def close(self) -> None:
        self._pool.shutdown()
        for client in self._clients:
            client.close()


@pytest.fixture
def crowd(server: ServerProcess) -> Iterator[Crowd]:
    crowd = Crowd(server.url)
    yield crowd
    crowd.close()


REFUSED: Final = (503, "overloaded")


def test_what_was_let_in_is_answered_and_the_rest_refused_meanwhile(
    server: ServerProcess, mortal_store: MortalStore, table: Table, crowd: Crowd
) -> None:
    crowd.ask("/healthz")  # connects: the store may not be silent for long
    crowd.join()
    crowd.answers.clear()
    mortal_store.send(signal.SIGSTOP)
    crowd.ask(table.path)
    wait_until(lambda: crowd.answers[REFUSED] >= CLIENTS - ROOM)
    assert server.get("/healthz").status_code == 200
    mortal_store.send(signal.SIGCONT)
    crowd.join()
    assert crowd.answers == {(200, None): ROOM, REFUSED: CLIENTS - ROOM}


def test_asked_without_pause_it_answers_or_refuses_each_and_then_serves_all(table: Table, crowd: Crowd) -> None:
    crowd.ask(table.path, ASKED_BY_EACH)
    crowd.join()
    assert crowd.answers.keys() <= {(200, None), REFUSED}
    assert sum(crowd.answers.values()) == CLIENTS * ASKED_BY_EACH
    assert crowd.answers[200, None] > 0
    assert {table.get().status_code for _ in range(2 * ROOM)} == {200}


def test_who_waits_for_news_or_sends_slowly_takes_no_room(server: ServerProcess, table: Table) -> None:
    address = httpx.URL(server.url)
    head = f"Host: {address.netloc.decode()}\r\n"
    wait = f"GET {table.path}/events?after=1&wait=30 HTTP/1.1\r\n{head}\r\n"
    stream = f"GET {table.path}/events HTTP/1.1\r\n{head}Accept: text/event-stream\r\n\r\n"
    slow = f"POST /v1/games HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
    with ExitStack() as open_ones:

        def begin(request: str, count: int) -> None:
            for _ in range(count):
                connection = open_ones.enter_context(socket.create_connection((address.host, address.port or 80)))
                connection.sendall(request.encode())

        begin(slow, ROOM + 1)
        for request, followers in ((wait, ROOM // 2), (wait, ROOM), (stream, ROOM + ROOM // 2), (stream, 2 * ROOM)):
            begin(request, ROOM // 2)  # not too many at once: what they begin with is work
            wait_until(lambda: f"eights_streams_open {followers}.0" in server.get("/metrics").text)  # noqa: B023 - at once
        assert {table.get().status_code for _ in range(ROOM)} == {200}
