"""The socket that the server listens on."""

import errno
import socket
import time
from typing import Final

from eights.serving.refusal import CannotServe

BACKLOG: Final = 2048
FREE_WITHIN_S: Final = 3.0
"""A server that was killed leaves its port some moments later."""
LOOK_EVERY_S: Final = 0.05


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; port 0 takes a free one.

    Raises CannotServe.
    """
    give_up = time.monotonic() + FREE_WITHIN_S
    while True:
        try:
            return socket.create_server((host, port), family=_family(host), backlog=BACKLOG)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(f"cannot listen on {host}, port {port}: {error.strerror}") from None
        if time.monotonic() > give_up:
            raise CannotServe(f"port {port} on {host} is in use; choose another with --port or EIGHTS_PORT")
        time.sleep(LOOK_EVERY_S)


def url_of(listener: socket.socket) -> str:
    """Return the URL of what listens on a socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
