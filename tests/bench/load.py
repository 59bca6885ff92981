"""Clients that send what is planned, as fast as it is answered, and take the time of each answer.

All clients of a measurement are one thread: threads would wait for each other, and their waits would be taken for the
server's.
"""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence

import msgspec

CONNECTIONS = 16


class Measured(msgspec.Struct):
    """Answers to a number of clients together."""

    seconds: float
    latencies_s: list[float]
    refused: int

    @property
    def per_second(self) -> float:
        """Answers a second."""
        return len(self.latencies_s) / self.seconds

    def percentile_ms(self, percent: int) -> float:
        """Return the time within which that share of the answers came."""
        ordered = sorted(self.latencies_s)
        return 1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


class Client:
    """One client: a connection that is kept, and the requests to be sent over it, one after another.

    With ``every_s``, each is sent when it is due. Its time counts from there if the client still had to wait for the
    answer before; if it was sent late for another reason, that is not the server's fault, and it counts from then.
    """

    def __init__(self, address: tuple[str, int], plan: Iterator[bytes], every_s: float) -> None:
        self.connection = socket.create_connection(address)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.latencies_s: list[float] = []
        self.refused = 0
        self.due = 0.0
        self._plan = plan
        self._every_s = every_s
        self._sent = 0.0
        self._answered = 0.0
        self._read = b""

    def send(self, now: float) -> bool:
        """Send the next request; tell whether there was one."""
        request = next(self._plan, None)
        if request is None:
            return False
        self._sent = self.due if self._every_s and self._answered > self.due else now
        self.due += self._every_s
        self.connection.sendall(request)
        return True

    def receive(self) -> bool:
        """Take what has come; tell whether that was all of an answer."""
        piece = self.connection.recv(65536)
        if not piece:
            raise ConnectionError("the server has closed a connection")
        self._read += piece
        head_end = self._read.find(b"\r\n\r\n")
        if head_end < 0 or len(self._read) - head_end - 4 < _length(self._read[:head_end]):
            return False
        self._answered = time.perf_counter()
        self.latencies_s.append(self._answered - self._sent)
        self.refused += int(self._read[9:12]) != 200
        self._read = b""
        return True


def measure(
    address: tuple[str, int], plans: Sequence[Iterator[bytes]], seconds: float, per_second: float | None = None
) -> Measured:
    """Let one client per plan send its requests one after another for a while, or until there are no more.

    Each is sent when the last one is answered; with ``per_second``, when it is due, so many of all together.
    """
    every_s = len(plans) / per_second if per_second else 0.0
    clients = [Client(address, plan, every_s) for plan in plans]
    begun = time.perf_counter()
    for number, client in enumerate(clients):
        client.due = begun + number * every_s / len(plans)
    _run(clients, begun + seconds)
    ended = time.perf_counter()
    for client in clients:
        client.connection.close()
    latencies = [latency for client in clients for latency in client.latencies_s]
    return Measured(ended - begun, latencies, sum(client.refused for client in clients))


def _run(clients: Sequence[Client], end: float) -> None:
    free = list(clients)
    # Of all selectors the one whose time-outs are not in whole milliseconds.
    with selectors.SelectSelector() as waiting:
        while _send_what_is_due(free, waiting, end) or waiting.get_map():
            until = min((client.due for client in free), default=None)
            for key, _ in waiting.select(None if until is None else max(until - time.perf_counter(), 0)):
                if key.data.receive():
                    waiting.unregister(key.fileobj)
                    free.append(key.data)


def _send_what_is_due(free: list[Client], waiting: selectors.SelectSelector, end: float) -> bool:
    """Let free clients send; tell whether some are still free."""
    now = time.perf_counter()
    for client in [client for client in free if client.due <= now]:
        free.remove(client)
        if now < end and client.send(now):
            waiting.register(client.connection, selectors.EVENT_READ, client)
    return bool(free)


def _length(head: bytes) -> int:
    _, _, behind = head.lower().partition(b"content-length:")
    return int(behind.partition(b"\r\n")[0])


def exchange(connection: socket.socket, request: bytes) -> int:
    """Send a request over a kept connection; return the status of its answer."""
    connection.sendall(request)
    data = connection.recv(65536)
    while (head_end := data.find(b"\r\n\r\n")) < 0:
        data += connection.recv(65536)
    missing = _length(data[:head_end]) - (len(data) - head_end - 4)
    while missing > 0:
        missing -= len(connection.recv(missing))
    return int(data[9:12])


def measure_once(address: tuple[str, int], requests: Sequence[bytes]) -> None:
    """Send some requests over one connection; all have to be answered with 200."""
    with socket.create_connection(address) as connection:
        statuses = [exchange(connection, request) for request in requests]
    assert set(statuses) == {200}, statuses
