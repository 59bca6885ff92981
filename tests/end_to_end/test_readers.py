"""Readers of streams that do not read, or are gone."""

import random
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from listening import STREAM
from serving.server_process import ServerProcess
from tables import Table

LONG_MATCH = {"match": {"type": "rounds", "rounds": 1000}}


@pytest.fixture
def server(memory_folder: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on which a caller has one stream, and a second to read what was sent."""
    settings = {
        "EIGHTS_RATELIMIT_ENABLED": "false",
        "EIGHTS_STREAMS_PER_CALLER": "1",
        "EIGHTS_STREAM_STALL_S": "1",
    }
    server = ServerProcess(memory_folder / tmp_path.name, settings=settings)
    yield server
    server.send(signal.SIGTERM)
    server.ended()
    assert "Traceback" not in server.printed


@pytest.fixture
def table(server: ServerProcess) -> Iterator[Table]:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        yield Table.dealt(http, rules=LONG_MATCH)


def lazy_reader(server: ServerProcess, table: Table) -> socket.socket:
    """Open a stream as a stranger over a connection that holds little, and read its head alone."""
    address = urlsplit(server.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((address.hostname, address.port))
    connection.sendall(f"GET {table.path}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def has_a_place(table: Table) -> bool:
    with table.http.stream("GET", f"{table.path}/events", headers=STREAM) as response:
        assert response.status_code in (200, 429)
        return response.status_code == 200


def test_who_does_not_read_is_cut_off_and_its_place_is_free_again(server: ServerProcess, table: Table) -> None:
    chance = random.Random(1)
    with lazy_reader(server, table) as reader:
        assert not has_a_place(table)
        while not has_a_place(table):
            assert table.go_on(chance).status_code == 200
        received = b""
        while data := reader.recv(65536):
            received += data
    assert b"event: snapshot" in received
    assert not received.endswith(b"0\r\n\r\n")


def test_the_place_of_who_is_gone_is_free_again(server: ServerProcess, table: Table) -> None:
    with lazy_reader(server, table):
        assert not has_a_place(table)
    while not has_a_place(table):
        pass
