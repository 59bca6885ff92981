"""Reading an inbox, and the games of a player, as they are now."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from eights.rules.state import Seat
from eights.services.access import STRANGER, Viewer
from eights.services.following import HEARTBEAT_S
from eights.services.game import Game, GameId, GameStatus
from eights.services.players.inbox import Entry, Inboxes, Waiting
from eights.services.players.notices import (
    AnyNotice,
    DealDue,
    GameFinished,
    GameStarted,
    Invited,
    MatchNotice,
    Notice,
    TournamentNotice,
    YourTurn,
)
from eights.services.players.player import Player
from eights.services.players.telling import is_on_turn, is_to_deal, place_of
from eights.services.ports import GameStore
from eights.services.records import Records
from eights.services.refusals import Refused
from eights.services.revisions import PATTERN, Revision, RevisionText
from eights.services.scanning import page_of_games
from eights.services.views import GameView, Version, game_view

SHOWN_AT_ONCE: Final = 50
"""Games that a snapshot shows."""

InboxVersion = Annotated[int, Meta(ge=0)]
InboxRevision = Annotated[str, Meta(pattern=PATTERN, description="The version, and a mark by chance.")]
Passed = Literal[True]


class InvitedView(Notice, frozen=True, tag="invited"):
    """A seat is kept for the player; ``passed`` if it no longer is."""

    game_id: GameId
    seat: Seat
    variant: str
    passed: Passed | UnsetType = UNSET


class DealDueView(Notice, frozen=True, tag="deal_due"):
    """The next round waits to be dealt, by whoever is first; ``passed`` if the game has gone on."""

    game_id: GameId
    seat: Seat
    version: Version
    revision: RevisionText | UnsetType = UNSET
    passed: Passed | UnsetType = UNSET


class YourTurnView(Notice, frozen=True, tag="your_turn"):
    """The player is on turn: with the game as it is, legal moves included; ``passed`` instead if it has gone on."""

    game_id: GameId
    seat: Seat
    version: Version
    view: GameView | UnsetType = UNSET
    passed: Passed | UnsetType = UNSET


SeenNotice = InvitedView | GameStarted | DealDueView | YourTurnView | GameFinished | MatchNotice | TournamentNotice


class InboxUpdateView(msgspec.Struct, frozen=True):
    """What the player was told at once."""

    version: Version
    events: list[SeenNotice]


class InboxSnapshotView(msgspec.Struct, frozen=True):
    """Where a stream starts: the games that wait for the player to move or deal, longest waiting first; then those that
    the player is invited to."""

    version: InboxVersion
    games: list[GameView]
    more: bool
    """Whether more games may wait than are shown."""
    heartbeat_s: int = HEARTBEAT_S
    """Something comes at least that often; without it the connection is lost."""


class InboxPage(msgspec.Struct, frozen=True):
    """What the player was told after the version asked for; without one, or after a gap, the games that wait."""

    items: list[InboxUpdateView]
    version: InboxVersion
    revision: InboxRevision
    games: list[GameView] | UnsetType = UNSET
    more: bool | UnsetType = UNSET
    reset: Literal[True] | UnsetType = UNSET
    """Whether updates are missing: the log no longer reaches back so far, or what was seen was lost. Start anew from
    the games."""


class PlayersGamesPage(msgspec.Struct, frozen=True):
    """One page of a player's games, as the player sees them; ``next_cursor`` is null on the last one."""

    items: list[GameView]
    next_cursor: str | None


class InboxReading:
    """Reads inboxes and lists games for their owners. Every method may raise StoreUnavailable."""

    def __init__(self, inboxes: Inboxes, store: GameStore, players: Records[Player]) -> None:
        self._inboxes = inboxes
        self._store = store
        self._players = players

    def token_hash(self, player: str) -> bytes | None:
        """Return the hash of the token that is a player's now; None for nobody."""
        record = self._players.read(player).value
        return None if record is None else record.token_hash

    def revision(self, player: str) -> Revision:
        """Return the revision of a player's inbox."""
        return self._inboxes.revision(player)

    def since(self, player: str, after: Revision, until: Revision) -> Mapping[Revision, InboxUpdateView] | None:
        """Return what was told after a revision, up to at least ``until``, by what the inbox became by it.

        None if some of it is no longer kept, or ``after`` is of another past.
        """
        if after.may_be(until):
            return {}
        entries = self._inboxes.after(player, after.version if after.mark is None else after.version - 1)
        if after.mark is not None:
            if not entries or entries[0].revision != after:
                return None
            entries = entries[1:]
        if not entries or entries[0].version != after.version + 1:
            return None
        about = {notice.game_id for entry in entries for notice in entry.notices if isinstance(notice, _MayPass)}
        games = self._games(list(about))
        return {entry.revision: _update_view(entry, games, player) for entry in entries}

    def snapshot(self, player: str, version: int) -> InboxSnapshotView:
        """Return the games that wait for a player now."""

        def look(after: str | None, wanted: int) -> Sequence[tuple[str, Game | None]]:
            return self._waiting(self._inboxes.waiting, player, after, wanted)

        def look_at_invitations(after: str | None, wanted: int) -> Sequence[tuple[str, Game | None]]:
            return self._waiting(self._inboxes.invitations, player, after, wanted)

        found, more = page_of_games(look, None, SHOWN_AT_ONCE)
        if more is None:
            invited, more = page_of_games(look_at_invitations, None, SHOWN_AT_ONCE - len(found))
            found += invited
        return InboxSnapshotView(version, [_as_seen_by(game, player) for game in found], more is not None)

    def on_turn(self, player: str, status: GameStatus | None, cursor: str | None, limit: int) -> PlayersGamesPage:
        """Return a page of the games that wait for a player's move, longest waiting first.

        Raises ``Refused("cursor_invalid")`` for the cursor of another list.
        """
        if cursor is not None and not cursor.isdecimal():
            raise Refused("cursor_invalid")

        def look(after: str | None, wanted: int) -> Sequence[tuple[str, Game | None]]:
            waiting = self._waiting(self._inboxes.waiting, player, after, wanted)
            return [(own, game if game and _is_on_turn(game, player, status) else None) for own, game in waiting]

        return _page(*page_of_games(look, cursor, limit), player)

    def games(self, player: str, status: GameStatus | None, cursor: str | None, limit: int) -> PlayersGamesPage:
        """Return a page of the games that a player sits at, is invited to or has left to a bot, newest first.

        Raises ``Refused("cursor_invalid")`` for the cursor of another list.
        """
        if cursor is not None and cursor.isdecimal():
            raise Refused("cursor_invalid")

        def look(after: str | None, wanted: int) -> Sequence[tuple[str, Game | None]]:
            entries = self._inboxes.games(player, after, wanted)
            games = self._games([game_id for game_id, _ in entries])
            self._inboxes.strike_games(player, [own for game_id, own in entries if game_id not in games])
            return [(own, _if_in(games.get(game_id), player, status)) for game_id, own in entries]

        return _page(*page_of_games(look, cursor, limit), player)

    def _waiting(
        self, listed: Callable[[str, int, int], Sequence[Waiting]], player: str, after: str | None, wanted: int
    ) -> Sequence[tuple[str, Game | None]]:
        """Look at games that were said to wait for a player, and strike those out that do not."""
        entries = listed(player, int(after or 0), wanted)
        games = self._games([entry.game_id for entry in entries])
        waiting = [(entry, games.get(entry.game_id)) for entry in entries]
        found = [(entry, game if game and _waits_for(game, player) else None) for entry, game in waiting]
        self._inboxes.strike_waiting(player, [entry for entry, game in found if game is None])
        return [(str(entry.told_at), game) for entry, game in found]

    def _games(self, game_ids: Sequence[str]) -> dict[str, Game]:
        games = self._store.read_many(game_ids)
        return {game_id: game for game_id, game in zip(game_ids, games, strict=True) if game is not None}


_MayPass = Invited | DealDue | YourTurn


def _update_view(entry: Entry, games: Mapping[str, Game], player: str) -> InboxUpdateView:
    return InboxUpdateView(entry.version, [_seen(notice, games, player) for notice in entry.notices])


def _seen(notice: AnyNotice, games: Mapping[str, Game], player: str) -> SeenNotice:
    if not isinstance(notice, _MayPass):
        return notice
    game = games.get(notice.game_id)
    stands = game is not None and _stands(notice, game, player)
    passed: Passed | UnsetType = UNSET if stands else True
    if isinstance(notice, Invited):
        return InvitedView(notice.game_id, notice.seat, notice.variant, passed)
    if isinstance(notice, DealDue):
        revision = str(game.revision) if stands and game is not None else UNSET
        return DealDueView(notice.game_id, notice.seat, notice.version, revision, passed)
    view = _as_seen_by(game, player) if stands and game is not None else UNSET
    return YourTurnView(notice.game_id, notice.seat, notice.version, view, passed)


def _stands(notice: Invited | DealDue | YourTurn, game: Game, player: str) -> bool:
    """Tell whether the game is as it was; where it has gone on, another notice tells what is due now."""
    if isinstance(notice, Invited):
        return game.status == "open" and game.seats[notice.seat].invited == player
    return game.version == notice.version and _waits_for(game, player)


def _waits_for(game: Game, player: str) -> bool:
    place = place_of(game, player)
    if place is None or place.part == "former":
        return False
    if place.part == "invited":
        return game.status == "open"
    return is_on_turn(game, place.seat) or is_to_deal(game, place.seat)


def _is_on_turn(game: Game, player: str, status: GameStatus | None) -> bool:
    place = place_of(game, player)
    return place is not None and status in (None, game.status) and is_on_turn(game, place.seat)


def _if_in(game: Game | None, player: str, status: GameStatus | None) -> Game | None:
    belongs = game is not None and status in (None, game.status) and place_of(game, player) is not None
    return game if belongs else None


def _as_seen_by(game: Game, player: str) -> GameView:
    place = place_of(game, player)
    return game_view(game, Viewer(seat=place.seat) if place and place.part == "seated" else STRANGER)


def _page(games: Sequence[Game], next_cursor: str | None, player: str) -> PlayersGamesPage:
    return PlayersGamesPage([_as_seen_by(game, player) for game in games], next_cursor)
