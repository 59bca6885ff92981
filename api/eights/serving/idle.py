"""Connections that are kept for a next request, so that a worker that ends does not wait for one."""

import fcntl
import socket
import struct
import termios
from contextlib import suppress
from threading import Event
from typing import Any
from weakref import WeakSet

from eights.web.connections import shut

_idle: WeakSet[Any] = WeakSet()
_none_wanted = Event()


def note_idle(connection: Any) -> None:
    """Note that a connection has nothing to do; once idle ones were closed, it is closed, too.

    Not before: whose last answer did not say that it is the last may be sending the next request just now.
    """
    if _none_wanted.is_set():
        shut(connection, socket.SHUT_RD)
    else:
        _idle.add(connection)


def note_busy(connection: Any) -> None:
    """Note that a request came on a connection."""
    _idle.discard(connection)


def close_idle() -> None:
    """Expect no request any more on connections that have nothing to do, now or later.

    One whose next request has begun to come is left: that is the last one on it.
    """
    _none_wanted.set()
    for connection in list(_idle):
        if not _has_come(connection):
            shut(connection, socket.SHUT_RD)


def is_closing() -> bool:
    """Tell whether no request is expected any more: what ends too early then may have been ended here."""
    return _none_wanted.is_set()


def _has_come(connection: Any) -> bool:
    """Tell whether something has come on a connection that nobody has read yet."""
    with suppress(OSError, ValueError):
        (waiting,) = struct.unpack("i", fcntl.ioctl(connection.fileno(), termios.FIONREAD, bytes(4)))
        return bool(waiting)
    return False
