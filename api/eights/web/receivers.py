"""The other ends of streams: who is gone is noticed, who does not take what is sent is cut off.

Both cost one look a second at all of them together. A connection is closed for writing when it is cut off, so that the
write that waits for its reader fails; how much it may hold unread is bounded.
"""

import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from gevent.monkey import get_original

from eights.web.connections import shut

LOOK_EVERY_S: Final = 1.0
SEND_BUFFER_BYTES: Final = 64 * 1024

_HUNG_UP: Final = getattr(select, "POLLRDHUP", select.POLLHUP)
# gevent's own would put every connection into its loop and out again, at each look.
_Poll: Final[Any] = get_original("select", "poll")


class Receiver:
    """Who reads a stream; without a socket there is nothing to notice."""

    def __init__(self, connection: socket.socket | None, notify: Callable[[], None]) -> None:
        self.connection = connection
        self.descriptor = -1 if connection is None else connection.fileno()
        self.notify = notify
        """Called when the receiver is gone."""
        self.gone = False
        self.stalled_s = 0.0
        """How long the last thing sent took to be taken."""
        self.sending_since_s: float | None = None
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)

    def begin(self) -> None:
        """Note that a stream begins: how long its reader may take is looked after here from now on."""
        if self.connection is not None:
            self.connection.settimeout(None)

    def sending(self) -> None:
        """Note that something is being sent from now on."""
        self.sending_since_s = time.monotonic()

    def sent(self) -> None:
        """Note that it was."""
        self.stalled_s = time.monotonic() - (self.sending_since_s or 0.0)
        self.sending_since_s = None

    def hang_up(self) -> None:
        """Expect no further request: a connection that is not used again holds up no restart."""
        if self.connection is not None:
            shut(self.connection, socket.SHUT_RD)

    def cut_off(self) -> None:
        """Close the connection under whoever writes to it."""
        if self.connection is not None:
            shut(self.connection, socket.SHUT_RDWR)


class Receivers:
    """All receivers of a process; ``stall_s`` is how long one may take for what it is sent."""

    def __init__(self, stall_s: float) -> None:
        self._stall_s = stall_s
        self._lock = threading.Lock()
        self._by_descriptor: dict[int, Receiver] = {}
        self._poll: Any = _Poll()
        self._looking = False

    def add(self, receiver: Receiver) -> None:
        """Look after a receiver until it is removed."""
        if receiver.connection is None:
            return
        with self._lock:
            self._by_descriptor[receiver.descriptor] = receiver
            self._poll.register(receiver.descriptor, _HUNG_UP)
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._keep_looking, name="receivers", daemon=True).start()

    def remove(self, receiver: Receiver) -> None:
        """Look after a receiver no longer, before its connection is closed."""
        with self._lock:
            if self._by_descriptor.pop(receiver.descriptor, None) is not None:
                self._poll.unregister(receiver.descriptor)

    def _keep_looking(self) -> None:
        while True:
            time.sleep(LOOK_EVERY_S)
            with self._lock:
                gone = [self._by_descriptor[descriptor] for descriptor, _ in self._poll.poll(0)]
                receivers = list(self._by_descriptor.values())
            for receiver in gone:
                receiver.gone = True
                receiver.notify()
            for receiver in receivers:
                since_s = receiver.sending_since_s
                if since_s is not None and time.monotonic() - since_s > self._stall_s:
                    receiver.cut_off()
