"""One feed for each thing that somebody follows in this process, a game or an inbox: it reads once, for all of them.

A feed reads when it is woken, and at every beat whether it was or not. Each follower takes the newest there is when its
turn comes: who lags behind gets several updates at once.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final, Generic, Protocol, TypeVar

from eights.services.following import Reason
from eights.services.ports import StoreUnavailable, Wakes
from eights.services.revisions import Revision

BEAT_S: Final = 5.0
"""Well below what clients are promised: a store that does not answer is waited for in between."""
AGAIN_AFTER_S: Final = 1.0
"""After a reading that failed."""

_log = logging.getLogger(__name__)


class Stand(Protocol):
    """What is followed, as it stands."""

    @property
    def revision(self) -> Revision:
        """Its revision."""


S = TypeVar("S", bound=Stand)


class Source(Protocol[S]):
    """Where a feed reads."""

    subject: str
    """What is followed, by its name in wake-ups."""

    def read(self, before: S) -> S | Reason:
        """Return how it stands now, ``before`` itself where nothing is new, or why nothing more can come from it.

        Raises :class:`~eights.services.ports.StoreUnavailable`.
        """


class Feed(Generic[S]):
    """What happens in one place; ``stand``, ``beats`` and ``lost`` are for its followers to look at."""

    def __init__(self, source: Source[S], stand: S) -> None:
        self._source = source
        self._woken = threading.Event()
        self.subject = source.subject
        self.stand = stand
        self.begun = 0
        """Readings that were begun so far: they count from 1."""
        self._read_last = 0
        self.beats = 0
        """Rises whenever followers should hear something."""
        self.lost: Reason | None = None
        """Why nothing more comes from here."""
        self.followers = 0
        self.pulse = threading.Event()
        """Set at the next change of anything here, and replaced by another: take it first, then look, then wait."""

    def wake(self) -> None:
        """Have the source read again soon."""
        self._woken.set()

    def beat(self) -> None:
        """Make all followers look."""
        pulse, self.pulse = self.pulse, threading.Event()
        pulse.set()

    def has_left(self, at: Revision, begun: int) -> bool:
        """Tell whether a follower who has a revision is no longer at what stands here.

        ``begun`` is how many readings were begun when it came. If it has what is newer, nothing was read here since;
        but if something was, the store has lost what the follower has.
        """
        read_last = self._read_last  # before the stand, which is set first
        now = self.stand.revision
        return now.version > at.version or (read_last > begun and not at.may_be(now))

    def wait_for(self, condition: Callable[[], bool], seconds: float) -> None:
        """Return once a condition on this feed holds, or when the time is over."""
        until = time.monotonic() + seconds
        while True:
            pulse, left_s = self.pulse, until - time.monotonic()
            if left_s <= 0 or self.lost is not None or condition():
                return
            pulse.wait(left_s)

    def run(self) -> None:
        """Read until nobody follows any more, or there is nothing left to read."""
        beat_at = time.monotonic() + BEAT_S
        pause_s = BEAT_S
        while self.followers and self.lost is None:
            self._woken.wait(pause_s)
            self._woken.clear()
            pause_s = self._read_carefully()
            if time.monotonic() >= beat_at:
                beat_at += BEAT_S
                self.beats += 1
                self.beat()
            pause_s = max(min(pause_s, beat_at - time.monotonic()), 0.0)

    def _read_carefully(self) -> float:
        """Read, and return how long to wait for a wake-up before reading again."""
        try:
            self._read()
        except StoreUnavailable:
            return AGAIN_AFTER_S  # the one who listens for wake-ups says so, once for all
        except Exception:
            _log.exception("something can no longer be followed")
            self._lose("internal_error")
        return BEAT_S

    def _read(self) -> None:
        self.begun += 1
        number, before = self.begun, self.stand
        now = self._source.read(before)
        if isinstance(now, str):
            self._lose(now)
            return
        self.stand, self._read_last = now, number
        if now is not before:
            self.beat()

    def _lose(self, reason: Reason) -> None:
        self.lost = reason
        self.beat()


class Feeds:
    """The feeds of a process."""

    def __init__(self, wakes: Wakes) -> None:
        self._wakes = wakes
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed[Any]] = {}
        self.closing: Reason | None = None
        """Why all streams end now."""

    def join(self, source: Source[S], start: Callable[[], S]) -> Feed[S]:
        """Return the feed of what a source tells of, to be left again; raises StoreUnavailable.

        If there is none yet, ``start`` tells how it stands.
        """
        subject = source.subject
        with self._lock:
            feed = self._feeds.get(subject)
            if feed is not None and feed.lost is None:
                feed.followers += 1
                return feed
        stand = start()
        with self._lock:
            feed = self._feeds.get(subject)
            if feed is None or feed.lost is not None:
                feed = self._feeds[subject] = Feed(source, stand)
                self._wakes.watch(subject, feed.wake)
            feed.followers += 1
            if feed.followers == 1:
                threading.Thread(target=feed.run, name="feed", daemon=True).start()
            return feed

    def leave(self, feed: Feed[Any]) -> None:
        """Say that one follower less is there."""
        with self._lock:
            feed.followers -= 1
            if feed.followers:
                return
            if self._feeds.get(feed.subject) is feed:
                del self._feeds[feed.subject]
                self._wakes.unwatch(feed.subject)
        feed.wake()

    def close(self, reason: Reason) -> None:
        """End all streams, those to come as well."""
        self.closing = reason
        for feed in list(self._feeds.values()):
            feed.beat()

    def __len__(self) -> int:
        """Return how many things are followed."""
        return len(self._feeds)
