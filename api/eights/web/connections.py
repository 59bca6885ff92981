"""Ending connections under whoever reads from them or writes to them."""

import os
import socket
from contextlib import suppress
from typing import Any, Final

from gevent.monkey import get_original

_Plain: Final[type[socket.socket]] = get_original("socket", "socket")


def shut(connection: Any, how: int) -> None:
    """Shut a connection down, for reading or for both; whoever waits for it finds its end, as if the client had left.

    (gevent's own ``shutdown`` would fail them with an error of its own.)
    """
    with suppress(OSError), _Plain(fileno=os.dup(connection.fileno())) as same:
        same.shutdown(how)
