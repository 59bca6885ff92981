"""Inboxes as streams and waiting requests follow them.

A feed says only that there is something new; each follower then reads what, and the games that it is about as they are
at that moment.
"""

import hmac
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from eights.services.access import Caller
from eights.services.following import Reason
from eights.services.players.inbox_reading import InboxPage, InboxReading, InboxUpdateView
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.web import sse
from eights.web.feeds import Source
from eights.web.streams import Followed


class InboxStand(msgspec.Struct, frozen=True):
    """How far an inbox has come, and whose it is."""

    revision: Revision
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
        now = InboxStand(self._reading.revision(self._player), token_hash)
        return before if now == before else now


class FollowedInbox(Followed[InboxStand, InboxPage]):
    """A player's inbox, followed by the player from after a revision, or else from the games that wait now."""

    def __init__(self, reading: InboxReading, player: str, caller: Caller, after: Revision | None) -> None:
        self.caller = caller
        self.source = InboxSource(reading, player)
        self._reading = reading
        self._player = player
        self._after = after
        self._revision = Revision(0)

    def page(self) -> tuple[InboxPage, bool]:
        """Return what was told, and whether there is no need to wait.

        Raises ``Refused("version_not_reached")``, and :class:`~eights.services.ports.StoreUnavailable`.
        """
        updates = self._let_in()
        if updates is not None:
            return InboxPage(list(updates.values()), self.revision.version, str(self.revision)), bool(updates)
        snapshot = self._reading.snapshot(self._player, self.revision.version)
        page = InboxPage([], snapshot.version, str(self.revision), snapshot.games, snapshot.more)
        return page if self._after is None else replace(page, reset=True), True

    def begin(self) -> tuple[bytes, Revision]:
        """Return a snapshot, or what was missed; raises as :meth:`page`."""
        updates = self._let_in()
        return self._frames(updates, "snapshot" if self._after is None else "reset", self.revision), self.revision

    def start(self) -> InboxStand:
        """Return how far the inbox was when its owner was let in."""
        return InboxStand(self.revision, self.caller.token_hash or b"")

    @property
    def revision(self) -> Revision:
        """What the owner had seen when let in."""
        return self._revision

    def news(self, stand: InboxStand, after: Revision) -> tuple[bytes, Revision]:
        """Return what was told after a revision, or the games that wait where some of it is gone."""
        told, until = self._reading.since(self._player, after, stand.revision), stand.revision
        if told is not None:
            # No more than the stand knows of: whoever is ahead of it would seem to have seen what is lost.
            told = {revision: update for revision, update in told.items() if revision.version <= until.version}
        return self._frames(told, "reset", until), until

    def last(self, _stand: InboxStand) -> None:
        """Return nothing: an inbox has no end."""

    def is_closed(self, stand: InboxStand) -> bool:
        """Tell whether the token that it was opened with has ended."""
        return not hmac.compare_digest(stand.token_hash, self.caller.token_hash or b"")

    def _let_in(self) -> Mapping[Revision, InboxUpdateView] | None:
        """Read what was told after the revision asked for; None where that is not known, or none was asked for."""
        after, self._revision = self._after, self._reading.revision(self._player)
        if after is None:
            return None
        if after.mark is None and after.version > self.revision.version:
            raise Refused("version_not_reached", version=self.revision.version)
        updates = self._reading.since(self._player, after, self.revision)
        if updates:
            self._revision = max(updates)
        return updates

    def _frames(self, updates: Mapping[Revision, InboxUpdateView] | None, anew: str, at: Revision) -> bytes:
        if updates is None:
            return sse.frame(anew, self._reading.snapshot(self._player, at.version), at)
        return b"".join(sse.frame("update", update, revision) for revision, update in updates.items())
