"""Connections that are kept for a next request, so that a worker that ends does not wait for one."""

import socket
from typing import Any
from weakref import WeakSet

from eights.web.connections import shut

_idle: WeakSet[Any] = WeakSet()


def note_idle(connection: Any, *, ending: bool) -> None:
    """Note that a connection has nothing to do; if the worker is ending, it is closed."""
    if ending:
        shut(connection, socket.SHUT_RD)
    else:
        _idle.add(connection)


def note_busy(connection: Any) -> None:
    """Note that a request came on a connection."""
    _idle.discard(connection)


def close_idle() -> None:
    """Expect no request any more on connections that have nothing to do."""
    for connection in list(_idle):
        shut(connection, socket.SHUT_RD)
