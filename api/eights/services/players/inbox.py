"""The inboxes of players: what they were told, and which games they are in.

What is told follows from games, matches and tournaments, none of which lies where the inbox does. So whoever tells
something may have to tell it again: a telling has a subject and a number, and is heard once.
"""

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from eights.services.players.notices import AnyNotice
from eights.services.revisions import Revision
from eights.services.views import Version

TOLD_KEPT_S: Final = 90 * 24 * 3600
"""How long it is known that something was told, unless said otherwise: longer than it may be told again."""


class Entry(msgspec.Struct, frozen=True):
    """What a player was told at once. Entries count from 1, without gaps; the inbox's version is the newest's."""

    version: Version
    notices: tuple[AnyNotice, ...]
    mark: int | None = None
    """Drawn by chance; None where the entry is older than marks."""

    @property
    def revision(self) -> Revision:
        """What the inbox became by it."""
        return Revision(self.version, self.mark)


class Waiting(msgspec.Struct, frozen=True):
    """A game that waited for a player when it was told so last, and the version of the entry that told it."""

    game_id: str
    told_at: Version


class Inboxes(Protocol):
    """Inboxes by the ids of players. Every method may raise :class:`~eights.services.ports.StoreUnavailable`."""

    def tell(
        self,
        player_id: str,
        subject: str,
        number: int,
        notices: Sequence[AnyNotice],
        first: AnyNotice | None = None,
        kept_s: int = TOLD_KEPT_S,
    ) -> None:
        """Add an entry, unless the player was told of the subject under this number or a higher one already.

        ``first`` goes before the notices if the player was never told of the subject; without it, and without
        notices, nothing is written. ``kept_s`` is how long the telling is known. A game that a player is on turn in or
        due to deal waits for the player until the telling that it is over, or until it is struck out. An invitation
        does so apart from these: anybody may send some, and none of them is to take a game's place.
        """

    def revision(self, player_id: str) -> Revision:
        """Return the revision of the newest entry, version 0 before the first; without a mark if it is gone."""

    def after(self, player_id: str, version: int) -> Sequence[Entry]:
        """Return the entries above a version, oldest first: the last 256 are kept, and for 30 days after the newest."""

    def waiting(self, player_id: str, after: int, limit: int) -> Sequence[Waiting]:
        """Return games that wait for the player since an entry above a version, longest waiting first; check each."""

    def invitations(self, player_id: str, after: int, limit: int) -> Sequence[Waiting]:
        """Return games that the player is invited to, as :meth:`waiting` those that wait; check each."""

    def strike_waiting(self, player_id: str, games: Sequence[Waiting]) -> None:
        """Strike games and invitations out that do not wait any longer; one told of again meanwhile stays."""

    def enter_game(self, player_id: str, game_id: str, created_at_ms: int) -> None:
        """Note that a player is in a game, seated or invited; may be repeated."""

    def games(self, player_id: str, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Return games that the player was in, newest first, as ``(id, cursor)``; check each.

        ``before`` is the cursor to go on after. The last 10,000 are kept.
        """

    def strike_games(self, player_id: str, cursors: Sequence[str]) -> None:
        """Strike games out that are no longer kept."""
