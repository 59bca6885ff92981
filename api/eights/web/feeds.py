"""One feed for each game that somebody follows in this process: it reads what happened once, for all of them.

A feed reads the game and its log when it is woken, and at every beat whether it was or not. What its followers are sent
is built once for each kind of viewer, and each follower takes the newest there is when its turn comes: who lags behind
gets several updates at once.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Self

import msgspec

from eights.rules.state import Seat
from eights.services.access import Viewer
from eights.services.following import Reason, unbroken, update_seen_by
from eights.services.game import Game, Update
from eights.services.ports import GameStore, StoreUnavailable, Wakes
from eights.services.views import game_view
from eights.store.games import LOG_LENGTH
from eights.web import sse

BEAT_S: Final = 5.0
"""Well below what clients are promised: a store that does not answer is waited for in between."""
AGAIN_AFTER_S: Final = 1.0
"""After a reading that failed."""

_log = logging.getLogger(__name__)


class Stand(msgspec.Struct, frozen=True):
    """A game as it stands, and what happened before, as far back as the log."""

    game: Game
    updates: tuple[Update, ...]
    frames: dict[tuple[Seat | None, int], bytes]
    """Built so far: by seat, and by the version that a follower has."""

    @classmethod
    def of(cls, game: Game, updates: Sequence[Update]) -> Self:
        """Return the stand of a game; of its newest updates, those are kept that the log would keep."""
        return cls(game, tuple(update for update in updates if update.version <= game.version)[-LOG_LENGTH:], {})

    def news(self, seat: Seat | None, after: int) -> bytes | None:
        """Return all updates after a version as a seat sees them, its view with the newest; None if one is gone."""
        known = self.frames.get((seat, after))
        if known is not None:
            return known
        missed = unbroken(self.updates, after, self.game.version)
        if missed is None:
            return None
        seen = [update_seen_by(self.game, update, seat) for update in missed]
        seen[-1] = msgspec.structs.replace(seen[-1], view=game_view(self.game, Viewer(seat=seat)))
        frames = b"".join(sse.frame("update", update, update.version) for update in seen)
        self.frames[seat, after] = frames
        return frames


class Feed:
    """What happens in one game; ``stand``, ``beats`` and ``lost`` are for its followers to look at."""

    def __init__(self, store: GameStore, stand: Stand) -> None:
        self._store = store
        self._woken = threading.Event()
        self.stand = stand
        self.beats = 0
        """Rises whenever followers should hear something."""
        self.lost: Reason | None = None
        """Why nothing more comes from here."""
        self.followers = 0
        self.pulse = threading.Event()
        """Set at the next change of anything here, and replaced by another: take it first, then look, then wait."""

    def wake(self) -> None:
        """Have the game read again soon."""
        self._woken.set()

    def beat(self) -> None:
        """Make all followers look."""
        pulse, self.pulse = self.pulse, threading.Event()
        pulse.set()

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
            _log.exception("a game can no longer be followed")
            self._lose("internal_error")
        return BEAT_S

    def _read(self) -> None:
        before = self.stand
        game = self._store.read(before.game.id).game
        if game is None:
            self._lose("game_expired")
        elif game.version > before.game.version:
            # First the game, then its log: so the view never is ahead of what is told.
            newer = unbroken(self._store.updates(game.id, before.game.version), before.game.version, game.version)
            self.stand = Stand.of(game, () if newer is None else (*before.updates, *newer))
            self.beat()

    def _lose(self, reason: Reason) -> None:
        self.lost = reason
        self.beat()


class Feeds:
    """The feeds of a process."""

    def __init__(self, store: GameStore, wakes: Wakes) -> None:
        self._store = store
        self._wakes = wakes
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}
        self.closing: Reason | None = None
        """Why all streams end now."""

    def join(self, game: Game) -> Feed:
        """Return the feed of a game that was just read, to be left again; raises StoreUnavailable."""
        with self._lock:
            feed = self._feeds.get(game.id)
            if feed is not None and feed.lost is None:
                feed.followers += 1
                return feed
        stand = Stand.of(game, self._store.updates(game.id, 0))
        with self._lock:
            feed = self._feeds.get(game.id)
            if feed is None or feed.lost is not None:
                feed = self._feeds[game.id] = Feed(self._store, stand)
                self._wakes.watch(game.id, feed.wake)
            feed.followers += 1
            if feed.followers == 1:
                threading.Thread(target=feed.run, name="feed", daemon=True).start()
            return feed

    def leave(self, feed: Feed) -> None:
        """Say that one follower less is there."""
        with self._lock:
            feed.followers -= 1
            if feed.followers:
                return
            game_id = feed.stand.game.id
            if self._feeds.get(game_id) is feed:
                del self._feeds[game_id]
                self._wakes.unwatch(game_id)
        feed.wake()

    def close(self, reason: Reason) -> None:
        """End all streams, those to come as well."""
        self.closing = reason
        for feed in list(self._feeds.values()):
            feed.beat()

    def __len__(self) -> int:
        """Return how many games are followed."""
        return len(self._feeds)
