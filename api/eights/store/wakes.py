"""Wake-ups: one connection per process hears of every change in what somebody there follows.

Nothing depends on a wake-up but speed: the log is the truth, and whoever follows something reads it from time to time
all the same.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from redis import ConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as Unanswered
from redis.retry import Retry

from eights.services.ports import Wakes
from eights.store import keys

CONNECTED_WITHIN_S: Final = 2.0
QUIET_S: Final = 20.0
"""After so long a silence the server is asked whether it is there; after another one it is taken for gone."""
PAUSE_S: Final = 0.25
"""Before each new attempt to connect."""

_log = logging.getLogger(__name__)

_CALLS: Final = (b"smessage", b"ssubscribe")


class RedisWakes(Wakes):
    """Wake-ups as :class:`eights.services.ports.Wakes` describes them, by sharded publish and subscribe."""

    def __init__(self, url: str) -> None:
        self._pool = ConnectionPool.from_url(
            url,
            socket_connect_timeout=CONNECTED_WITHIN_S,
            socket_timeout=QUIET_S,
            health_check_interval=0,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
        )
        self._lock = threading.Lock()
        self._watched: dict[bytes, Callable[[], None]] = {}
        self._link: Any = None
        self._reader: threading.Thread | None = None

    def watch(self, subject: str, wake: Callable[[], None]) -> None:
        """Call ``wake`` once the subject is watched, and from then on after each change."""
        channel = keys.wake_channel(subject).encode()
        with self._lock:
            self._watched[channel] = wake
            self._say(b"SSUBSCRIBE", channel)
            if self._reader is None:
                self._reader = threading.Thread(target=self._keep_listening, name="wake-ups", daemon=True)
                self._reader.start()

    def unwatch(self, subject: str) -> None:
        """Watch a subject no longer."""
        channel = keys.wake_channel(subject).encode()
        with self._lock:
            if self._watched.pop(channel, None) is not None:
                self._say(b"SUNSUBSCRIBE", channel)

    def _say(self, *command: bytes) -> None:
        """Send a command if there is a connection; the next one begins with all that is watched."""
        if self._link is None:
            return
        try:
            self._link.send_command(*command)
        except RedisError:
            self._link = None  # whoever reads from it finds out as well

    def _keep_listening(self) -> None:
        told = False
        while True:
            # Made here, not by the pool: it counts those that it makes, and stops after so many.
            link: Any = self._pool.connection_class(**self._pool.connection_kwargs)
            try:
                self._listen(link)
            except Exception as failure:
                # Whatever it was, a new connection is the cure: this must go on as long as the process.
                told = told and self._link is None
                if not told:
                    _log.warning("wake-ups wait for the store: %s", type(failure).__name__)
                    told = True
            with self._lock:
                self._link = None
            link.disconnect()
            time.sleep(PAUSE_S)

    def _listen(self, link: Any) -> None:
        link.connect()
        with self._lock:
            self._link = link
            for channel in self._watched:
                self._say(b"SSUBSCRIBE", channel)
        asked = False
        while self._link is link:
            try:
                kind, channel, *_ = link.read_response(disconnect_on_error=False)
            except Unanswered:
                if asked:
                    raise
                link.send_command(b"PING")
                asked = True
                continue
            asked = False
            # That something is watched is a call, too: what happened before may have gone unheard.
            wake = self._watched.get(channel)
            if kind in _CALLS and wake is not None:
                wake()
