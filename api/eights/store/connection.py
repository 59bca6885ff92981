"""Calls to the store's server.

Kept short on purpose: of the time that a move takes in this process, the client's own work is the largest piece. A
call takes a connection, writes, reads, and gives it back. Whatever is sent may arrive twice without harm, so a call
that was not answered is repeated.
"""

import hashlib
from collections.abc import Callable, Sequence
from queue import Empty
from typing import Any, Final, TypeVar

from redis import BlockingConnectionPool
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import NoScriptError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as Unanswered
from redis.retry import Retry

from eights.services.ports import StoreUnavailable

T = TypeVar("T")
Word = str | bytes | int
"""One word of a command."""

REPEATS: Final = 2
PAUSES_S: Final = ExponentialBackoff(base=0.1, cap=0.4)
CONNECTIONS: Final = 32
FREE_CONNECTION_WITHIN_S: Final = 1.5
CONNECTED_WITHIN_S: Final = 1.0
ANSWERED_WITHIN_S: Final = 2.0
IDLE_UNCHECKED_S: Final = 30


class Script:
    """A script, and the digest under which a server remembers it."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.digest = hashlib.sha1(source, usedforsecurity=False).hexdigest()


class Connection:
    """Commands to one server, over a bounded number of kept connections; safe for threads and greenlets.

    All methods raise StoreUnavailable when the server cannot be reached, does not answer in time, or refuses.
    """

    def __init__(self, url: str) -> None:
        self._pool = _Pool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=FREE_CONNECTION_WITHIN_S,
            socket_connect_timeout=CONNECTED_WITHIN_S,
            socket_timeout=ANSWERED_WITHIN_S,
            health_check_interval=IDLE_UNCHECKED_S,
            protocol=2,
            retry=Retry(PAUSES_S, 0),  # a connection repeats nothing by itself, else the repeats would multiply
        )
        # READONLY: the server was replaced, and only a new connection finds the new one.
        self._retry = Retry(PAUSES_S, REPEATS, (Unreachable, Unanswered, ReadOnlyError))

    def call(self, *command: Word) -> Any:
        """Send one command and return its answer, in one round trip."""
        return _translated(self._call, command)

    def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """Send several commands and return their answers, in one round trip; they are not one transaction."""
        return _translated(self._exchange, commands)

    def run(self, script: Script, keys: Sequence[Word], arguments: Sequence[Word]) -> Any:
        """Run a script and return its answer, in one round trip, or in two if the server does not know it yet."""
        return _translated(self._run, script, (len(keys), *keys, *arguments))

    def close(self) -> None:
        """Close all connections."""
        self._pool.disconnect()

    def _call(self, command: Sequence[Word]) -> Any:
        return self._exchange([command])[0]

    def _run(self, script: Script, rest: Sequence[Word]) -> Any:
        try:
            return self._call(("EVALSHA", script.digest, *rest))
        except NoScriptError:
            return self._call(("EVAL", script.source, *rest))

    def _exchange(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        connection = self._pool.get_connection()

        def exchange() -> list[Any]:
            connection.send_packed_command(connection.pack_commands(commands))
            return [connection.read_response() for _ in commands]

        try:
            return self._retry.call_with_retry(exchange, lambda _: connection.disconnect())
        except BaseException:
            connection.disconnect()  # answers may still be on their way
            raise
        finally:
            self._pool.release(connection)  # type: ignore[no-untyped-call] # the library's


class _Pool(BlockingConnectionPool):
    """Hands out connections as they are.

    The library's own pool first asks the socket of each whether the server has closed it, a quarter of a call's cost
    under gevent. Here the call finds out, and is repeated.
    """

    def get_connection(self, *_: Any, **__: Any) -> Any:
        self._checkpid()
        try:
            kept = self.pool.get(timeout=self.timeout)
        except Empty:
            raise Unreachable("no connection became free in time") from None
        return kept or self.make_connection()  # type: ignore[no-untyped-call] # as above


def _translated(call: Callable[..., T], *arguments: Any) -> T:
    try:
        return call(*arguments)
    except ResponseError as refusal:
        # Only the error's code: the rest may quote what was sent.
        raise StoreUnavailable(f"refused: {refusal.status_code or str(refusal).partition(' ')[0]}") from None
    except RedisError as failure:
        raise StoreUnavailable(str(failure)) from failure
