"""Something breaks, and those who play are told what they can do about it."""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from eights.store.embedded import EmbeddedStore
from serving.processes import wait_until
from serving.server_process import ServerProcess
from store.losing_proxy import LosingProxy
from tables import Table, assert_refused
from watching import play

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SETTINGS: Final = {"EIGHTS_WORKERS": "2", "EIGHTS_RATELIMIT_ENABLED": "false"}
LONG_MATCH: Final = {"match": {"points": 10_000}}
DRAW: Final = {"action": "draw"}


class Persistent(httpx.HTTPTransport):
    """Repeats a request until it is answered, and checks that a server in trouble says so as it should."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        while True:
            try:
                answer = super().handle_request(request)
                answer.read()
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code != 503:
                return answer
            assert_unavailable(answer, "outcome_unknown")
            time.sleep(0.05)


def assert_unavailable(answer: httpx.Response, *codes: str) -> None:
    code = answer.json()["code"]
    assert_refused(answer, 503, code if code in codes else "store_unavailable", retry_after_s=1)
    assert answer.headers["Retry-After"] == "1"


def end(server: ServerProcess) -> None:
    server.send(signal.SIGTERM)
    server.ended()


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    """A client of the server that does not give up."""
    with httpx.Client(transport=Persistent(), base_url=server.url) as client:
        yield client


@pytest.fixture
def server(memory_folder: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(memory_folder / tmp_path.name, settings=SETTINGS)
    yield server
    end(server)


def test_without_its_store_the_server_says_so_and_recovers_by_itself(memory_folder: Path, tmp_path: Path) -> None:
    store = EmbeddedStore(memory_folder / f"{tmp_path.name}-store")
    store.start()
    store.wait_until_ready()
    server = ServerProcess(tmp_path, "--port", "0", "--redis-url", store.url, settings=SETTINGS)
    with httpx.Client(base_url=server.url, timeout=30) as http:
        table = Table.laid(http, rules=LONG_MATCH)
        play(table, 10)
        assert store.pid is not None
        os.kill(store.pid, signal.SIGKILL)
        wait_until(lambda: store.ended)
        told = [table.get(), table.post("/deals", "host", Accept_Language="fr"), http.get("/readyz")]
        for answer in told:
            assert_unavailable(answer)
        assert [answer.headers["Content-Language"] for answer in told] == ["en", "fr", "en"]
        assert told[0].json()["detail"] != told[1].json()["detail"]
        assert http.get("/healthz").status_code == 200
        assert http.get("/v1/variants").status_code == 200
        store.start()
        wait_until(lambda: table.get().status_code == 200)
        play(table, 10)
        assert table.view()["version"] == 21
    end(server)
    store.stop()


def test_a_reply_that_the_store_lost_leaves_the_move_played_once_and_answered(
    embedded_url: str, memory_folder: Path, tmp_path: Path
) -> None:
    folder = memory_folder / f"{tmp_path.name}-proxy"
    folder.mkdir()
    proxy = LosingProxy(embedded_url, folder)
    server = ServerProcess(tmp_path, "--port", "0", "--redis-url", proxy.url, settings=SETTINGS)
    with httpx.Client(base_url=server.url, timeout=30) as http:
        table = Table.ready_to_draw(http)
        proxy.to_lose = 1
        drawn = table.post("/moves", 0, DRAW)
        assert (drawn.status_code, drawn.json()["version"], proxy.lost) == (200, 3, 1)
        assert drawn.json() == table.view(0)
        proxy.to_lose = 100
        assert_unavailable(table.delete("/seats/0", 0, Idempotency_Key="leaving"))
        proxy.to_lose = 0
        assert [seat["out"] for seat in table.view()["seats"]] == [True, False]
        assert table.get("/replay").json()["steps"] == ["deal", "0 draw", "0 leave"]
    end(server)
    proxy.close()


def test_a_client_that_got_no_reply_asks_again_and_has_moved_once(server: ServerProcess, client: httpx.Client) -> None:
    table = Table.ready_to_draw(client)
    address = httpx.URL(server.url)
    with socket.create_connection((address.host, address.port or 80)) as connection:
        connection.sendall(
            f"POST {table.path}/moves HTTP/1.1\r\nHost: {address.netloc.decode()}\r\nIdempotency-Key: 1\r\n"
            f"Authorization: Bearer {table.tokens[0]}\r\nContent-Type: application/json\r\n"
            'Content-Length: 17\r\n\r\n{"action":"draw"}'.encode()
        )
        wait_until(lambda: table.view()["version"] == 3)
    again = client.post(
        f"{table.path}/moves",
        content=b'{"action":"draw"}',
        headers={
            "Authorization": f"Bearer {table.tokens[0]}",
            "Content-Type": "application/json",
            "Idempotency-Key": "1",
        },
    )
    assert again.status_code == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["seats"][0]["cards"] == 8
    assert table.view()["version"] == 3
