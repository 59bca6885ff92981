"""Exchanges with the store's servers: with one, alone or behind sentinels.

Kept short on purpose: of the time that a move takes in this process, the client's own work is the largest piece. An
exchange takes a connection, writes, reads, and gives it back. Whatever is sent may arrive twice without harm, so that
what was not answered is repeated, unless the server is known to be away. What a server refuses is its answer, as the
exception that the library makes of it.
"""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty
from types import MappingProxyType
from typing import Any, Final, Protocol

from redis import BlockingConnectionPool, SSLConnection, UnixDomainSocketConnection
from redis.backoff import ExponentialBackoff
from redis.connection import parse_url
from redis.crc import key_slot
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as Unanswered
from redis.retry import Retry
from redis.sentinel import (
    Sentinel,
    SentinelConnectionPoolProxy,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)

from eights.store.circuit import Circuit
from eights.store_url import Address

Word = str | bytes | int
"""One word of a command."""
Unit = Sequence[Sequence[Word]]
"""Commands that go to one server one after the other, as the first one's key says."""

REPEATS: Final = 2
PAUSES_S: Final = ExponentialBackoff(base=0.1, cap=0.4)
CONNECTIONS: Final = 32
FREE_CONNECTION_WITHIN_S: Final = 1.5
CONNECTED_WITHIN_S: Final = 1.0
ANSWERED_WITHIN_S: Final = 2.0
SENTINEL_WITHIN_S: Final = 0.5
PROBED_WITHIN_S: Final = 1.0
IDLE_UNCHECKED_S: Final = 30


class Servers(Protocol):
    """Whoever answers commands."""

    def exchange(self, units: Sequence[Unit]) -> list[list[Any]]:
        """Send units of commands and return their answers; raises the library's errors if no answer is to be had."""

    def exchange_each(self, units: Sequence[Unit]) -> list[list[Any] | RedisError]:
        """Send units of commands and return for each its answers, or why there are none."""

    def close(self) -> None:
        """Close all connections."""


class UnixConnection(UnixDomainSocketConnection):
    """A connection over a unix socket; the library wants to name host and port where it tells of its time running out.

    (Without them that is an AttributeError.)
    """

    host = ""
    port = 0


class Pool(BlockingConnectionPool):
    """Hands out connections as they are.

    The library's own pool first asks the socket of each whether the server has closed it, a quarter of a call's cost
    under gevent. Here the call finds out, and is repeated. It also asks the system twice a call which process it is in;
    here a process that is forked is told.
    """

    _forks_known = -1

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """Take a connection; the caller connects it by sending something."""
        self._checkpid()
        try:
            kept = self.pool.get(timeout=self.timeout)
        except Empty:
            raise Unreachable("no connection became free in time") from None
        return kept or self.make_connection()  # type: ignore[no-untyped-call] # the library's

    def _checkpid(self) -> None:
        """Leave a parent's connections to the parent."""
        if self._forks_known != _forks:
            super()._checkpid()
            self._forks_known = _forks


_forks = 0
"""How many forks led to this process since it was started."""


def _note_fork() -> None:
    global _forks  # noqa: PLW0603 - it is the process's own number
    _forks += 1


os.register_at_fork(after_in_child=_note_fork)


def options_of(address: Address, others: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """Return what the library is to know of a connection: the usual, what is otherwise, and what the URL says."""
    said = parse_url(address.url)  # type: ignore[no-untyped-call] # the library's
    if said.get("connection_class") is UnixDomainSocketConnection:
        said["connection_class"] = UnixConnection
    return {
        "max_connections": CONNECTIONS,
        "timeout": FREE_CONNECTION_WITHIN_S,
        "socket_connect_timeout": CONNECTED_WITHIN_S,
        "socket_timeout": ANSWERED_WITHIN_S,
        "health_check_interval": IDLE_UNCHECKED_S,
        "protocol": 2,
        "retry": Retry(PAUSES_S, 0),  # a connection repeats nothing by itself, else the repeats would multiply
        **others,
        **said,
    }


def slot_of_key(key: Word) -> int:
    """Return the slot of a key or channel in a cluster."""
    slot: int = key_slot(key if isinstance(key, bytes) else str(key).encode())
    return slot


class OneServer(Servers):
    """A server, over a bounded number of kept connections; safe for threads and greenlets."""

    def __init__(self, address: Address) -> None:
        self._pool = _pool_of(address)
        # READONLY: the server was replaced, and only a new connection finds the new one.
        self._retry = Retry(PAUSES_S, REPEATS, (Unreachable, Unanswered, ReadOnlyError))
        self._circuit = Circuit("the store", lambda: probe(self._pool))

    def exchange(self, units: Sequence[Unit]) -> list[list[Any]]:
        """Send units of commands and return their answers, in one round trip."""
        if len(units) == 1:
            return [self._exchange(units[0])]
        answers = iter(self._exchange([command for unit in units for command in unit]))
        return [[next(answers) for _ in unit] for unit in units]

    def exchange_each(self, units: Sequence[Unit]) -> list[list[Any] | RedisError]:
        """Send units of commands and return for each its answers, or why there are none."""
        try:
            return [*self.exchange(units)]
        except RedisError as failure:
            return [failure for _ in units]

    def _exchange(self, commands: Unit) -> list[Any]:
        self._circuit.check()
        connection = self._pool.get_connection()
        begun_s = 0.0

        def exchange() -> list[Any]:
            nonlocal begun_s
            self._circuit.check()
            begun_s = time.monotonic()
            return exchanged(connection, commands, self._circuit)

        def failed(failure: Exception) -> None:
            connection.disconnect()
            if isinstance(failure, Unanswered):
                self._circuit.failed(begun_s, failure)

        try:
            return self._retry.call_with_retry(exchange, failed)
        except BaseException as failure:
            connection.disconnect()  # answers may still be on their way
            if isinstance(failure, Unreachable):
                # Only now: a server that is started again may be back within the repeats.
                self._circuit.failed(begun_s, failure)
            raise
        finally:
            self._pool.release(connection)  # type: ignore[no-untyped-call] # the library's

    def close(self) -> None:
        """Close all connections."""
        self._pool.disconnect()


def exchanged(connection: Any, commands: Unit, circuit: Circuit) -> list[Any]:
    """Send commands over a connection and return their answers; raises the library's errors."""
    if not connection.is_connected:
        connection.connect()  # sending would connect as well, but behind sentinels to where the master was
        circuit.answered()
    connection.send_packed_command(connection.pack_commands(commands))
    answers = [answer_from(connection) for _ in commands]
    circuit.answered()
    return answers


def probe(pool: Any) -> None:
    """Ask a server over a connection of its own whether it answers; raises the library's errors."""
    timing = {"socket_timeout": PROBED_WITHIN_S, "socket_connect_timeout": PROBED_WITHIN_S}
    link = pool.connection_class(**{**pool.connection_kwargs, **timing})
    try:
        link.connect()
        link.send_command("PING")
        with suppress(ResponseError):  # it is an answer
            link.read_response()
    finally:
        link.disconnect()


def answer_from(connection: Any) -> Any:
    """Read an answer; a refusal is one, but for READONLY, which is raised like the loss of the connection."""
    try:
        return connection.read_response()
    except ReadOnlyError:
        raise
    except ResponseError as refusal:
        return refusal


def _pool_of(address: Address) -> Pool:
    options = options_of(address)
    pool = Pool(**options)  # type: ignore[no-untyped-call] # the library's
    if address.kind == "sentinel":
        behind_sentinels(pool, address)
    return pool


def behind_sentinels(pool: Any, address: Address) -> None:
    """Let a pool's connections ask sentinels for the master whenever they connect."""
    options = pool.connection_kwargs
    encrypted = issubclass(pool.connection_class, SSLConnection)
    security = {name: value for name, value in options.items() if name.startswith("ssl_")} if encrypted else {}
    sentinels = Sentinel(  # type: ignore[no-untyped-call] # the library's
        address.places,
        sentinel_kwargs={
            "socket_timeout": SENTINEL_WITHIN_S,
            "socket_connect_timeout": SENTINEL_WITHIN_S,
            "protocol": 2,
            "username": address.sentinel_username,
            "password": address.sentinel_password,
            "retry": Retry(PAUSES_S, 0),
            "ssl": encrypted,
            **security,
        },
    )
    pool.connection_class = SentinelManagedSSLConnection if encrypted else SentinelManagedConnection
    options.pop("host", None)
    options.pop("port", None)
    options["connection_pool"] = SentinelConnectionPoolProxy(  # type: ignore[no-untyped-call] # the library's
        connection_pool=pool,
        is_master=True,
        check_connection=False,
        service_name=address.master,
        sentinel_manager=sentinels,
    )
