"""Streams of server-sent events, and requests that wait: who may have one, what it is sent, how it ends."""

import socket
from collections.abc import Iterator
from typing import Final

from eights.services.access import Caller, Viewer
from eights.services.following import (
    ClosingView,
    EventsPage,
    Following,
    Reason,
    SnapshotView,
    final_scores,
    page_of,
    still_holds,
)
from eights.services.game import Game
from eights.services.ports import GameStore, Wakes
from eights.services.views import game_view
from eights.web import sse
from eights.web.feeds import Feed, Feeds, Stand
from eights.web.receivers import Receiver, Receivers
from eights.web.slots import Slots, StreamLimits


class Stream:
    """What one follower of a game is sent; to be closed, also where nothing was sent."""

    def __init__(self, streams: "Streams", feed: Feed, caller: Caller, viewer: Viewer, receiver: Receiver) -> None:
        self._streams = streams
        self._feed = feed
        self._caller = caller
        self._viewer = viewer
        self._receiver = receiver
        self._beats = feed.beats
        self._at = 0
        self._ended = False

    def frames(self, game: Game, after: int | None) -> Iterator[bytes]:
        """Yield what is to be sent, from a version or else from the game as it is now, until the stream ends."""
        self._at = game.version if after is None else after
        frame: bytes | None = sse.WELCOME if after is not None else sse.WELCOME + self._anew("snapshot", game)
        while frame is not None:
            self._receiver.sending()
            yield frame
            self._receiver.sent()
            frame = self._next()
        self._receiver.hang_up()

    def close(self) -> None:
        """Give everything back; once."""
        self._streams.closed(self._feed, self._caller, self._receiver)

    def _next(self) -> bytes | None:
        """Wait for what is to be sent next; None once the stream has ended."""
        while True:
            pulse = self._feed.pulse
            frame = self._due()
            if frame is not None or self._ended:
                return frame
            pulse.wait()

    def _due(self) -> bytes | None:
        if self._ended or self._receiver.gone:
            self._ended = True
            return None
        stand = self._feed.stand
        reason = self._reason_to_close(stand)
        if reason is not None:
            return self._last("closing", ClosingView(reason))
        if stand.game.version > self._at:
            return self._news(stand)
        scores = final_scores(stand.game)
        if scores is not None:
            return self._last("finished", scores, scores.version)
        if self._feed.beats != self._beats:
            self._beats = self._feed.beats
            return sse.HEARTBEAT
        return None

    def _reason_to_close(self, stand: Stand) -> Reason | None:
        if not still_holds(stand.game, self._viewer, self._caller):
            return "token_revoked"
        if self._receiver.stalled_s > self._streams.patience_s:
            return "too_slow"
        return self._streams.closing or self._feed.lost

    def _news(self, stand: Stand) -> bytes:
        news = stand.news(self._viewer.seat, self._at)
        self._at = stand.game.version
        return self._anew("reset", stand.game) if news is None else news

    def _anew(self, event: str, game: Game) -> bytes:
        return sse.frame(event, SnapshotView(game_view(game, self._viewer)), game.version)

    def _last(self, event: str, data: object, version: int | None = None) -> bytes:
        self._ended = True
        return sse.frame(event, data, version)


class Streams:
    """The streams and waiting requests of a process."""

    def __init__(self, store: GameStore, wakes: Wakes, limits: StreamLimits) -> None:
        self._following = Following(store)
        self._feeds = Feeds(store, wakes)
        self._slots = Slots(limits)
        self._receivers = Receivers(limits.stall_s)
        self.patience_s: Final = limits.stall_s / 2
        """Who took longer for one write, but took it, is told so; who takes twice as long is cut off."""

    @property
    def closing(self) -> Reason | None:
        """Why all streams end now."""
        return self._feeds.closing

    def close(self, reason: Reason) -> None:
        """End all streams and waits, those to come as well."""
        self._feeds.close(reason)

    def opened(
        self, game_id: str, caller: Caller, after: int | None, connection: socket.socket | None
    ) -> tuple[Stream, Iterator[bytes]]:
        """Return a stream from after a version, or from a snapshot, and what it sends.

        Raises ``Refused`` as :meth:`~eights.services.following.Following.admitted`, and with ``too_many_streams`` or
        ``streams_full``; and :class:`~eights.services.ports.StoreUnavailable`.
        """
        game, viewer = self._following.admitted(game_id, caller, after)
        feed = self._joined(game, caller)
        receiver = Receiver(connection, feed.beat)
        self._receivers.add(receiver)
        stream = Stream(self, feed, caller, viewer, receiver)
        return stream, stream.frames(game, after)

    def page(
        self, game_id: str, caller: Caller, after: int | None, wait_s: int, connection: socket.socket | None
    ) -> EventsPage:
        """Return what happened after a version; if nothing did, wait so many seconds for it.

        Raises ``Refused`` as :meth:`opened`.
        """
        since = self._following.since(game_id, caller, after)
        if after is None or wait_s == 0 or since.is_news or self.closing:
            return page_of(since)
        feed = self._joined(since.game, caller)
        receiver = Receiver(connection, feed.beat)
        self._receivers.add(receiver)
        try:
            feed.wait_for(lambda: feed.stand.game.version > after or receiver.gone or bool(self.closing), wait_s)
        finally:
            self.closed(feed, caller, receiver)
        return page_of(self._following.since(game_id, caller, after))

    def closed(self, feed: Feed, caller: Caller, receiver: Receiver) -> None:
        """Give back what a stream or a wait had taken."""
        self._receivers.remove(receiver)
        self._feeds.leave(feed)
        self._slots.give_back(caller)

    def _joined(self, game: Game, caller: Caller) -> Feed:
        self._slots.take(caller)
        try:
            feed = self._feeds.join(game)
        except BaseException:
            self._slots.give_back(caller)
            raise
        if feed.stand.game.version < game.version:
            feed.wake()
        return feed

    def __len__(self) -> int:
        """Return how many streams and waits there are."""
        return len(self._slots)
