"""Inboxes as streams and waiting requests follow them.

A feed says only that there is something new; each follower then reads what, and the games that it is about as they are
at that moment.
"""

import hmac
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from eights.services.access import Caller
from eights.services.following import Reason
from eights.services.players.inbox_reading import InboxPage, InboxReading, InboxUpdateView
from eights.services.refusals import Refused
from eights.web import sse
from eights.web.feeds import Source
from eights.web.streams import Followed, Last


class InboxStand(msgspec.Struct, frozen=True):
    """How far an inbox has come, and whose it is."""

    version: int
    token_hash: bytes
    """Of the token that is valid now."""


class InboxSource(Source[InboxStand]):
    """Reads how far an inbox has come."""

    def __init__(self, reading: InboxReading, player: str) -> None:
        self.subject = f"p:{player}"
        self._player = player
        self._reading = reading

    def read(self, before: InboxStand) -> InboxStand | Reason:
        """Return how far it is now."""
        token_hash = self._reading.token_hash(self._player)
        if token_hash is None:
            return "token_revoked"
        now = InboxStand(self._reading.version(self._player), token_hash)
        return before if now == before else now


class FollowedInbox(Followed[InboxStand, InboxPage]):
    """A player's inbox, followed by the player from after a version, or else from the games that wait now."""

    def __init__(self, reading: InboxReading, player: str, caller: Caller, after: int | None) -> None:
        self.caller = caller
        self.source = InboxSource(reading, player)
        self._reading = reading
        self._player = player
        self._after = after
        self._version = 0

    def page(self) -> tuple[InboxPage, bool]:
        """Return what was told, and whether there is no need to wait.

        Raises ``Refused("version_not_reached")``, and :class:`~eights.services.ports.StoreUnavailable`.
        """
        updates = self._let_in()
        if updates is not None:
            return InboxPage(list(updates), self._version), bool(updates)
        snapshot = self._reading.snapshot(self._player, self._version)
        page = InboxPage([], self._version, snapshot.games, snapshot.more)
        return page if self._after is None else replace(page, reset=True), True

    def begin(self) -> tuple[bytes, int]:
        """Return a snapshot, or what was missed; raises as :meth:`page`."""
        updates = self._let_in()
        return self._frames(updates, "snapshot" if self._after is None else "reset", self._version), self._version

    def start(self) -> InboxStand:
        """Return how far the inbox was when its owner was let in."""
        return InboxStand(self._version, self.caller.token_hash or b"")

    @property
    def version(self) -> int:
        """The version that the owner had seen when let in."""
        return self._version

    def news(self, stand: InboxStand, after: int) -> tuple[bytes, int]:
        """Return what was told after a version, or the games that wait where some of it is gone."""
        updates = self._reading.since(self._player, after, stand.version)
        version = updates[-1].version if updates else stand.version
        return self._frames(updates, "reset", version), version

    def last(self, _stand: InboxStand) -> Last | None:
        """Return None: an inbox has no end."""
        return None

    def is_closed(self, stand: InboxStand) -> bool:
        """Tell whether the token that it was opened with has ended."""
        return not hmac.compare_digest(stand.token_hash, self.caller.token_hash or b"")

    def _let_in(self) -> Sequence[InboxUpdateView] | None:
        """Read what was told after the version asked for; None where that is not known, or none was asked for."""
        self._version = self._reading.version(self._player)
        if self._after is None:
            return None
        if self._after > self._version:
            raise Refused("version_not_reached", version=self._version)
        updates = self._reading.since(self._player, self._after, self._version)
        if updates:
            self._version = updates[-1].version
        return updates

    def _frames(self, updates: Sequence[InboxUpdateView] | None, anew: str, version: int) -> bytes:
        if updates is None:
            return sse.frame(anew, self._reading.snapshot(self._player, version), version)
        return b"".join(sse.frame("update", update, update.version) for update in updates)
