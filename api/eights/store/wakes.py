"""Wake-ups: a process hears of every change in what somebody there follows, over one connection to each server.

In a cluster, those are the nodes that have the slots of what is followed; else there is one. Nothing depends on a
wake-up but speed: the log is the truth, and whoever follows something reads it from time to time all the same.
"""

import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as Unanswered

from eights.services.ports import Wakes
from eights.store import keys
from eights.store.listening_posts import Posts, posts_of
from eights.store_url import address_of

CONNECTED_WITHIN_S: Final = 2.0
QUIET_S: Final = 20.0
"""After so long a silence the server is asked whether it is there; after another one it is taken for gone."""
PAUSE_S: Final = 0.25
"""Before each new attempt to connect."""

_log = logging.getLogger(__name__)

_CALLS: Final = (b"smessage", b"ssubscribe")


class RedisWakes(Wakes):
    """Wake-ups as :class:`eights.services.ports.Wakes` describes them, by sharded publish and subscribe.

    One thread sees to it that each channel that is watched is listened to where it is; another for each connection
    listens.
    """

    def __init__(self, url: str) -> None:
        self._posts: Posts = posts_of(address_of(url), CONNECTED_WITHIN_S, QUIET_S)
        self._lock = threading.Lock()
        self._watched: dict[bytes, Callable[[], None]] = {}
        self._ears: dict[str, _Ear] = {}
        self._unsettled: SimpleQueue[bytes] = SimpleQueue()
        self._settler: threading.Thread | None = None
        self._told = False

    def watch(self, subject: str, wake: Callable[[], None]) -> None:
        """Call ``wake`` once the subject is watched, and from then on after each change."""
        channel = keys.wake_channel(subject).encode()
        with self._lock:
            self._watched[channel] = wake
            if self._settler is None:
                self._settler = threading.Thread(target=self._keep_settling, name="wake-ups", daemon=True)
                self._settler.start()
        self._unsettled.put(channel)

    def unwatch(self, subject: str) -> None:
        """Watch a subject no longer."""
        channel = keys.wake_channel(subject).encode()
        with self._lock:
            known = self._watched.pop(channel, None) is not None
        if known:
            self._unsettled.put(channel)

    def called(self, channel: bytes) -> None:
        """Tell whoever watches a channel that something happened."""
        wake = self._watched.get(channel)
        if wake is not None:
            self._told = False
            wake()

    def moved(self, channel: bytes) -> None:
        """Have a channel listened to anew that its server does not have any more."""
        self._posts.refresh(None)
        self._unsettled.put(channel)

    def lost(self, ear: "_Ear", failure: Exception) -> None:
        """Have all that an ear listened to listened to anew, wherever that is now."""
        self._tell(failure)
        time.sleep(PAUSE_S)
        self._posts.refresh(failure)
        with self._lock:
            self._ears.pop(ear.place, None)
            orphans = list(ear.channels)
        for channel in orphans:
            self._unsettled.put(channel)

    def _keep_settling(self) -> None:
        while True:
            channel = self._unsettled.get()
            try:
                self._settle(channel)
            except Exception as failure:
                # Whatever it was, the next attempt is the cure: this must go on as long as the process.
                self._tell(failure)
                time.sleep(PAUSE_S)
                self._posts.refresh(failure)
                self._unsettled.put(channel)

    def _settle(self, channel: bytes) -> None:
        """Have a channel listened to where it is, or not, as somebody watches it."""
        place = self._posts.place_of(channel) if channel in self._watched else None
        with self._lock:
            for other in self._ears.values():
                if other.place != place and channel in other.channels:
                    other.forget(channel)
            if place is None:
                return
            ear = self._ears.get(place)
            if ear is None:
                ear = self._ears[place] = _Ear(self, place, self._posts)
            ear.listen(channel)

    def _tell(self, failure: Exception) -> None:
        if not self._told:
            self._told = True
            _log.warning("wake-ups wait for the store: %s", type(failure).__name__)


class _Ear:
    """One connection that listens to channels, in a thread of its own, until it is lost."""

    def __init__(self, owner: RedisWakes, place: str, posts: Posts) -> None:
        self.place = place
        self.channels: set[bytes] = set()
        self._owner = owner
        self._posts = posts
        self._lock = threading.Lock()
        self._link: Any = None
        threading.Thread(target=self._work, name=f"wake-ups from {place}", daemon=True).start()

    def listen(self, channel: bytes) -> None:
        """Listen to a channel, too: at once if there is a connection, else once there is."""
        with self._lock:
            self.channels.add(channel)
            self._say(b"SSUBSCRIBE", channel)

    def forget(self, channel: bytes) -> None:
        """Listen to a channel no longer."""
        with self._lock:
            self.channels.discard(channel)
            self._say(b"SUNSUBSCRIBE", channel)

    def _say(self, *command: bytes) -> None:
        if self._link is None:
            return
        try:
            self._link.send_command(*command)
        except RedisError:
            self._link = None  # whoever reads from it finds out as well

    def _work(self) -> None:
        link: Any = None
        try:
            link = self._posts.link(self.place)
            self._read(link)
        except Exception as failure:
            lost = failure
        with self._lock:
            self._link = None
        if link is not None:
            link.disconnect()
        self._owner.lost(self, lost)

    def _read(self, link: Any) -> None:
        """Read from a connection; does not return but by an error."""
        link.connect()
        with self._lock:
            self._link = link
            for channel in self.channels:
                self._say(b"SSUBSCRIBE", channel)
        asked = False
        while True:
            try:
                kind, channel, *_ = link.read_response(disconnect_on_error=False)
            except Unanswered:
                if asked:
                    raise
                link.send_command(b"PING")
                asked = True
                continue
            asked = False
            # That something is listened to is a call, too: what happened before may have gone unheard.
            if kind in _CALLS:
                self._owner.called(channel)
            elif kind == b"sunsubscribe" and channel in self.channels:
                self._owner.moved(channel)
