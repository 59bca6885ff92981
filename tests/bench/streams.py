"""What streams cost: memory for many that are open, and how late the slowest of many listeners hears of a move."""

import multiprocessing
import re
import select
import socket
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from bench.load import Measured, exchange
from bench.plan import PlannedGame

OPEN = 2000
"""Streams at once, over all workers."""
LISTENERS = 500
MOVES_A_SECOND = 50
MOVES = 1000
_ID = re.compile(rb"\nid: ([0-9]+)(?:-[0-9a-f]+)?\n")
_LONGEST_ID = 20
"""In bytes: an id may come in two parts."""


class OpenStreams(msgspec.Struct, frozen=True):
    """What open streams take of the workers' memory."""

    streams: int
    bytes_each: float


def memory_of_open_streams(
    address: tuple[str, int], games: Sequence[PlannedGame], workers: Sequence[int]
) -> OpenStreams:
    """Open streams on some games, as many on each, and see by how much the workers grow."""
    warm = [_opened(address, game.id) for game in games]
    before = sum(map(_resident_bytes, workers))
    opened = [_opened(address, games[number % len(games)].id) for number in range(OPEN - len(warm))]
    grown = sum(map(_resident_bytes, workers)) - before
    for connection in (*warm, *opened):
        connection.close()
    return OpenStreams(len(warm) + len(opened), grown / len(opened))


def lateness_of_updates(address: tuple[str, int], game: PlannedGame) -> Measured:
    """Make moves at a steady rate; each latency is from sending the move to the update at the last of all listeners."""
    ours, theirs = multiprocessing.Pipe()
    listener = multiprocessing.Process(target=_listen, args=(address, game.id, theirs))
    listener.start()
    first_version: int = ours.recv()
    begun = time.monotonic()
    sent_at = list(_moves_sent(address, game, begun))
    seconds = time.monotonic() - begun
    ours.send(first_version + len(sent_at))
    heard_at: dict[int, float] = ours.recv()
    listener.join()
    latencies = [heard_at[version] - sent for version, sent in enumerate(sent_at, first_version + 1)]
    return Measured(seconds, latencies, 0)


def _moves_sent(address: tuple[str, int], game: PlannedGame, begun: float) -> Iterator[float]:
    with socket.create_connection(address) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for number, request in enumerate(game.requests[:MOVES]):
            time.sleep(max(begun + number / MOVES_A_SECOND - time.monotonic(), 0.0))
            yield time.monotonic()
            assert exchange(connection, request) == 200, "a move was refused"


def _listen(address: tuple[str, int], game_id: str, main: Connection) -> None:
    """Follow a game many times over; report the version it begins with, then when the last one heard of each."""
    connections = {
        connection.fileno(): connection for connection in (_opened(address, game_id) for _ in range(LISTENERS))
    }
    first = int(_ID.findall(_snapshot(next(iter(connections.values()))))[0])
    poll = select.epoll()
    for descriptor in connections:
        poll.register(descriptor, select.EPOLLIN)
    at = dict.fromkeys(connections, first)
    cut = dict.fromkeys(connections, b"")
    heard: dict[int, float] = {}
    main.send(first)
    last = None
    while last is None or min(at.values()) < last:
        for descriptor, _ in poll.poll(0.1):
            data = cut[descriptor] + connections[descriptor].recv(1 << 18)
            cut[descriptor] = data[-_LONGEST_ID:]
            newest = _ID.findall(data)
            if newest and int(newest[-1]) > at[descriptor]:
                now, reached = time.monotonic(), int(newest[-1])
                heard.update(dict.fromkeys(range(at[descriptor] + 1, reached + 1), now))
                at[descriptor] = reached
        if last is None and main.poll():
            last = main.recv()
    main.send(heard)


def _snapshot(connection: socket.socket) -> bytes:
    """Look at what came first, and leave it there."""
    return connection.recv(1 << 16, socket.MSG_PEEK)


def _opened(address: tuple[str, int], game_id: str) -> socket.socket:
    """Open a stream, and wait until its first event is there."""
    connection = socket.create_connection(address)
    connection.sendall(
        f"GET /v1/games/{game_id}/events HTTP/1.1\r\nHost: b\r\nAccept: text/event-stream\r\n\r\n".encode()
    )
    while b"event: snapshot" not in connection.recv(1 << 16, socket.MSG_PEEK):
        time.sleep(0.001)
    return connection


def _resident_bytes(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096
