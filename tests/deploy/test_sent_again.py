"""What the proxy sends again where a server went away in the middle of a request."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from deploy.composition import Proxy

BODY = b"{" + b" " * 64_000 + b"}"


class Upstream:
    """A server that answers with the body that it got, or one that ends each connection once it has it."""

    def __init__(self, *, answers: bool) -> None:
        self._answers = answers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.bodies: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._attend, args=(connection,), daemon=True).start()

    def _attend(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as reader:
            while line := reader.readline():
                length = 0
                while line.strip():
                    name, _, value = line.partition(b":")
                    length = int(value) if name.lower() == b"content-length" else length
                    line = reader.readline()
                body = reader.read(length)
                self.bodies.append(body)
                if not self._answers:
                    return
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))


@pytest.fixture
def leaving() -> Iterator[Upstream]:
    upstream = Upstream(answers=False)
    yield upstream
    upstream.close()


@pytest.fixture
def staying() -> Iterator[Upstream]:
    upstream = Upstream(answers=True)
    yield upstream
    upstream.close()


@pytest.fixture(params=["caddy"])
def http(
    request: pytest.FixtureRequest, tmp_path: Path, leaving: Upstream, staying: Upstream
) -> Iterator[httpx.Client]:
    proxy = Proxy(request.getfixturevalue(request.param), tmp_path / "proxy", [leaving.port, staying.port])
    with httpx.Client(base_url=proxy.url, timeout=30) as http:
        yield http
    proxy.stop()


def test_what_has_a_key_is_sent_to_the_other_server_whole(
    http: httpx.Client, leaving: Upstream, staying: Upstream
) -> None:
    while not leaving.bodies:
        answer = http.post("/v1/games", content=BODY, headers={"Idempotency-Key": "once"})
        assert (answer.status_code, answer.content) == (200, BODY)
    assert set(leaving.bodies) == set(staying.bodies) == {BODY}


@pytest.mark.parametrize("http", ["caddy", "debians_caddy"], indirect=True)
def test_what_has_no_key_is_sent_once(http: httpx.Client, leaving: Upstream, staying: Upstream) -> None:
    sent = 0
    while not leaving.bodies:
        answer = http.post("/v1/games", content=BODY)
        sent += 1
    assert answer.status_code == 502
    assert len(leaving.bodies) + len(staying.bodies) == sent
