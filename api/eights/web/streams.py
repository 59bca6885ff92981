"""Streams of server-sent events, and requests that wait: who may have one, what it is sent, how it ends."""

import socket
from collections.abc import Iterator
from typing import Any, Final, Generic, Protocol, TypeVar

from eights.services.access import Caller
from eights.services.following import ClosingView, Reason
from eights.services.players.authentication import Authentication
from eights.services.ports import StoreUnavailable, Wakes
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.web import sse
from eights.web.feeds import Feed, Feeds, S, Source
from eights.web.gate import place_given_up
from eights.web.receivers import Receiver, Receivers
from eights.web.slots import Slots, StreamLimits

Page_co = TypeVar("Page_co", covariant=True)


class Followed(Protocol[S, Page_co]):
    """Something that one caller follows, from some revision on, as that caller may see it.

    ``page`` or ``begin`` come first: they let the caller in, or raise ``Refused``.
    """

    caller: Caller
    source: Source[S]

    def page(self) -> tuple[Page_co, bool]:
        """Return what there is to tell, and whether there is no need to wait for more.

        Raises ``Refused``, and :class:`~eights.services.ports.StoreUnavailable`.
        """

    def begin(self) -> tuple[bytes, Revision]:
        """Return what a stream begins with, and the revision that its follower has then; raises as :meth:`page`."""

    def start(self) -> S:
        """Return how it stands, for the first who follows it; raises StoreUnavailable."""

    @property
    def revision(self) -> Revision:
        """The revision at which the caller was let in."""

    def news(self, stand: S, after: Revision) -> tuple[bytes, Revision]:
        """Return what there is to tell after a revision, and where this leads to; raises StoreUnavailable."""

    def last(self, stand: S) -> object | None:
        """Return what a stream ends with, where nothing more can happen."""

    def is_closed(self, stand: S) -> bool:
        """Tell whether it is no longer the caller's to follow."""


class Stream(Generic[S]):
    """What one follower is sent; to be closed, also where nothing was sent."""

    def __init__(self, streams: "Streams", feed: Feed[S], followed: Followed[S, Any], receiver: Receiver) -> None:
        self._streams = streams
        self._feed = feed
        self._followed = followed
        self._receiver = receiver
        self._beats = feed.beats
        self._begun = feed.begun
        self._at = followed.revision
        self._ended = False

    def frames(self, begun: bytes, at: Revision) -> Iterator[bytes]:
        """Yield what is to be sent, after what a stream begins with, until it ends."""
        self._at = at
        self._receiver.begin()
        frame: bytes | None = sse.WELCOME + begun
        while frame is not None:
            self._receiver.sending()
            yield frame
            self._receiver.sent()
            frame = self._next()
        self._receiver.hang_up()

    def close(self) -> None:
        """Give everything back; once."""
        self._streams.closed(self._feed, self._followed.caller, self._receiver)

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
        stand, beats = self._feed.stand, self._feed.beats
        beat, self._beats = beats != self._beats, beats
        reason = self._reason_to_close(stand, beat)
        if reason is not None:
            return self._last("closing", ClosingView(reason))
        if self._feed.has_left(self._at, self._begun):
            return self._news(stand) or (sse.HEARTBEAT if beat else None)
        last = self._followed.last(stand)
        if last is not None:
            return self._last("finished", last, stand.revision)
        return sse.HEARTBEAT if beat else None

    def _reason_to_close(self, stand: S, beat: bool) -> Reason | None:
        caller = self._followed.caller
        if self._followed.is_closed(stand) or (beat and not self._streams.still_knows(caller)):
            return "token_revoked"
        if self._receiver.stalled_s > self._streams.patience_s:
            return "too_slow"
        return self._streams.closing or self._feed.lost

    def _news(self, stand: S) -> bytes | None:
        """Return what is new; None if the store does not say: it is asked again at the next beat."""
        try:
            news, self._at = self._followed.news(stand, self._at)
        except StoreUnavailable:
            return None
        return news

    def _last(self, event: str, data: object, revision: Revision | None = None) -> bytes:
        self._ended = True
        return sse.frame(event, data, revision)


class Streams:
    """The streams and waiting requests of a process."""

    def __init__(self, authentication: Authentication, wakes: Wakes, limits: StreamLimits) -> None:
        self._authentication = authentication
        self._feeds = Feeds(wakes)
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

    def opened(self, followed: Followed[S, Any], connection: socket.socket | None) -> tuple[Stream[S], Iterator[bytes]]:
        """Return a stream, and what it sends.

        Raises ``Refused`` as ``followed`` does, and with ``too_many_streams`` or ``streams_full``; and
        :class:`~eights.services.ports.StoreUnavailable`.
        """
        begun, at = followed.begin()
        feed, receiver = self._joined(followed, connection)
        stream = Stream(self, feed, followed, receiver)
        return stream, stream.frames(begun, at)

    def page(self, followed: Followed[S, Page_co], wait_s: int, connection: socket.socket | None) -> Page_co:
        """Return what there is to tell; if that is nothing, wait so many seconds for it; raises as :meth:`opened`."""
        page, is_news = followed.page()
        if wait_s == 0 or is_news or self.closing:
            return page
        feed, receiver = self._joined(followed, connection)
        at, begun = followed.revision, feed.begun
        try:
            with place_given_up():
                feed.wait_for(lambda: feed.has_left(at, begun) or receiver.gone or bool(self.closing), wait_s)
        finally:
            self.closed(feed, followed.caller, receiver)
        if not self.still_knows(followed.caller):
            raise Refused("token_invalid")
        return followed.page()[0]

    def closed(self, feed: Feed[Any], caller: Caller, receiver: Receiver) -> None:
        """Give back what a stream or a wait had taken."""
        self._receivers.remove(receiver)
        self._feeds.leave(feed)
        self._slots.give_back(caller)

    def still_knows(self, caller: Caller) -> bool:
        """Tell whether a caller's token still is a player's, if it was; a store that is away does not take it away."""
        if caller.player is None or caller.token_hash is None:
            return True
        try:
            self._authentication.player(caller.token_hash)
        except Refused:
            return False
        except StoreUnavailable:
            return True
        return True

    def _joined(self, followed: Followed[S, Any], connection: socket.socket | None) -> tuple[Feed[S], Receiver]:
        self._slots.take(followed.caller)
        try:
            feed = self._feeds.join(followed.source, followed.start)
        except BaseException:
            self._slots.give_back(followed.caller)
            raise
        if not followed.revision.may_be(feed.stand.revision):
            feed.wake()
        receiver = Receiver(connection, feed.beat)
        self._receivers.add(receiver)
        return feed, receiver

    def __len__(self) -> int:
        """Return how many streams and waits there are."""
        return len(self._slots)
