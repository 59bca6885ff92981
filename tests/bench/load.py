"""Clients that send what is planned, as fast as it is answered, and take the time of each answer."""

import socket
import threading
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


def measure(
    address: tuple[str, int], plans: Sequence[Iterator[bytes]], seconds: float, per_second: float | None = None
) -> Measured:
    """Let one client per plan send its requests one after another for a while, or until there are no more.

    Each is sent when the last one is answered; with ``per_second``, when it is due, so many of all together. Its time
    then counts from there, even if it could only be sent later.
    """
    latencies: list[float] = []
    refused: list[int] = []
    begun = time.perf_counter()
    end = begun + seconds

    def client(plan: Iterator[bytes], number: int) -> None:
        due = begun + number / per_second if per_second else None
        with socket.create_connection(address) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while time.perf_counter() < end and (request := next(plan, None)) is not None:
                sent = time.perf_counter()
                if due is not None:
                    time.sleep(max(due - sent, 0))
                    sent, due = due, due + len(plans) / (per_second or 1)
                status = exchange(connection, request)
                latencies.append(time.perf_counter() - sent)
                if status != 200:
                    refused.append(status)

    threads = [threading.Thread(target=client, args=(plan, number)) for number, plan in enumerate(plans)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Measured(time.perf_counter() - begun, latencies, len(refused))


def exchange(connection: socket.socket, request: bytes) -> int:
    """Send a request over a kept connection; return the status of its answer."""
    connection.sendall(request)
    data = connection.recv(65536)
    while (head_end := data.find(b"\r\n\r\n")) < 0:
        data += connection.recv(65536)
    head = data[:head_end].lower()
    length_at = head.index(b"content-length:") + 15
    length = int(head[length_at : head.find(b"\r\n", length_at) if b"\r\n" in head[length_at:] else len(head)])
    missing = length - (len(data) - head_end - 4)
    while missing > 0:
        missing -= len(connection.recv(missing))
    return int(data[9:12])


def measure_once(address: tuple[str, int], requests: Sequence[bytes]) -> None:
    """Send some requests over one connection; all have to be answered with 200."""
    with socket.create_connection(address) as connection:
        statuses = [exchange(connection, request) for request in requests]
    assert set(statuses) == {200}, statuses
