"""Games as streams and waiting requests follow them.

What followers are sent is built once for each kind of viewer.
"""

from collections.abc import Sequence
from typing import Self

import msgspec

from eights.rules.state import Seat
from eights.services.access import Caller, Viewer
from eights.services.following import (
    EventsPage,
    FinalScoresView,
    Following,
    Reason,
    SnapshotView,
    final_scores,
    leading_on,
    page_of,
    still_holds,
    unbroken,
    update_seen_by,
)
from eights.services.game import Game, Update
from eights.services.ports import GameStore
from eights.services.revisions import Revision
from eights.services.views import game_view
from eights.store.games import LOG_LENGTH
from eights.web import sse
from eights.web.feeds import Source
from eights.web.streams import Followed


class GameStand(msgspec.Struct, frozen=True):
    """A game as it stands, and what happened before, as far back as the log."""

    game: Game
    updates: tuple[Update, ...]
    frames: dict[tuple[Seat | None, Revision], bytes]
    """Built so far: by seat, and by what a follower has."""

    @classmethod
    def of(cls, game: Game, updates: Sequence[Update]) -> Self:
        """Return the stand of a game; of its newest updates, those are kept that the log would keep."""
        return cls(game, tuple(update for update in updates if update.version <= game.version)[-LOG_LENGTH:], {})

    @property
    def revision(self) -> Revision:
        """The game's revision."""
        return self.game.revision

    def news(self, seat: Seat | None, after: Revision) -> bytes | None:
        """Return all updates after a revision as a seat sees them, its view with the newest.

        None if one is gone, or they do not follow from it.
        """
        known = self.frames.get((seat, after))
        if known is not None:
            return known
        missed = unbroken(self.updates, after, self.game.version)
        if missed is None:
            return None
        seen = [update_seen_by(self.game, update, seat) for update in missed]
        seen[-1] = msgspec.structs.replace(seen[-1], view=game_view(self.game, Viewer(seat=seat)))
        told = zip(seen, missed, strict=True)
        frames = b"".join(sse.frame("update", update, change.revision) for update, change in told)
        self.frames[seat, after] = frames
        return frames


class GameSource(Source[GameStand]):
    """Reads a game, and then its log: so the game never is ahead of what is told."""

    def __init__(self, store: GameStore, game_id: str) -> None:
        self.subject = game_id
        self._store = store

    def read(self, before: GameStand) -> GameStand | Reason:
        """Return the game as it stands now."""
        game = self._store.read(self.subject).game
        if game is None:
            return "game_expired"
        if game.revision == before.revision:
            return before
        newer = leading_on(self._store, game, before.revision)
        return GameStand.of(game, self._store.updates(game.id, 0) if newer is None else (*before.updates, *newer))


class FollowedGame(Followed[GameStand, EventsPage]):
    """A game, followed by one caller from after a revision, or else from the game as it is now."""

    def __init__(self, store: GameStore, game_id: str, caller: Caller, after: Revision | None) -> None:
        self.caller = caller
        self.source = GameSource(store, game_id)
        self._store = store
        self._following = Following(store)
        self._game_id = game_id
        self._after = after

    def page(self) -> tuple[EventsPage, bool]:
        """Return what happened, and whether there is no need to wait.

        Raises ``Refused`` as :meth:`~eights.services.following.Following.admitted`, and StoreUnavailable.
        """
        since = self._following.since(self._game_id, self.caller, self._after)
        self._game, self._viewer = since.game, since.viewer
        return page_of(since), self._after is None or since.is_news

    def begin(self) -> tuple[bytes, Revision]:
        """Return a snapshot; nothing to go on after a revision; the game anew where that is lost. Raises as `page`."""
        after = self._after
        self._game, self._viewer = self._following.admitted(self._game_id, self.caller, after)
        if after is not None and (after.version < self._game.version or after.may_be(self.revision)):
            return b"", after
        return self._anew("snapshot" if after is None else "reset", self._game), self.revision

    def start(self) -> GameStand:
        """Return the game as it was when the caller was let in, and its log."""
        return GameStand.of(self._game, self._store.updates(self._game.id, 0))

    @property
    def revision(self) -> Revision:
        """The game's revision when the caller was let in."""
        return self._game.revision

    def news(self, stand: GameStand, after: Revision) -> tuple[bytes, Revision]:
        """Return the updates after a revision as the caller sees them, or a game anew where they do not lead on."""
        news = stand.news(self._viewer.seat, after)
        return self._anew("reset", stand.game) if news is None else news, stand.revision

    def last(self, stand: GameStand) -> FinalScoresView | None:
        """Return how the game ended, once it has."""
        return final_scores(stand.game)

    def is_closed(self, stand: GameStand) -> bool:
        """Tell whether the caller no longer is what it was when it was let in."""
        return not still_holds(stand.game, self._viewer, self.caller)

    def _anew(self, event: str, game: Game) -> bytes:
        return sse.frame(event, SnapshotView(game_view(game, self._viewer)), game.revision)
