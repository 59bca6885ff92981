"""Following a game: what happened since a version, each update as one viewer may see it."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from eights.rules.cards import Card
from eights.rules.events import (
    AnyEvent,
    Event,
    OpenEvent,
    RoundDealt,
    RoundEnded,
)
from eights.rules.scoring import ranking
from eights.rules.state import RoundEnding, Seat
from eights.rules.view import Count, event_as_seen_by
from eights.services.access import Caller, Viewer
from eights.services.game import Game, Update
from eights.services.ports import GameStore
from eights.services.reading import Reading
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.services.views import GameView, ScoreView, Version, game_view, score_view

HEARTBEAT_S: Final = 15
"""A stream is never silent for longer."""

Place = Annotated[int, Meta(ge=1)]
Ending = Literal["finished", "aborted"]
Reason = Literal["server_restarting", "token_revoked", "too_slow", "game_expired", "internal_error"]


class RoundDealtView(Event, frozen=True, tag="round_dealt"):
    """A round was dealt; ``hand`` is the viewer's own, and left out for who has none."""

    number: int
    dealer: Seat
    starter: Card
    counts: tuple[Count, ...]
    hand: tuple[Card, ...] = ()


class RoundEndedView(Event, frozen=True, tag="round_ended"):
    """A round ended; hands are open now."""

    ended_by: RoundEnding
    winner: Seat | None
    score: ScoreView


SeenEvent = OpenEvent | RoundDealtView | RoundEndedView


class UpdateView(msgspec.Struct, frozen=True):
    """What one accepted change made happen, as the viewer sees it; on a stream the newest carries the game's view."""

    version: Version
    events: list[SeenEvent]
    view: GameView | UnsetType = UNSET


class EventsPage(msgspec.Struct, frozen=True):
    """Every update after the version asked for, and the game as it is now."""

    items: list[UpdateView]
    version: Version
    view: GameView
    reset: Literal[True] | UnsetType = UNSET
    """Whether updates are missing: the log no longer reaches back so far, or what was seen was lost. Start anew from
    the view."""


class SnapshotView(msgspec.Struct, frozen=True):
    """The game as it is now, where a stream starts from it."""

    view: GameView
    heartbeat_s: int = HEARTBEAT_S
    """Something comes at least that often; without it the connection is lost."""


class FinalScoresView(msgspec.Struct, frozen=True):
    """How a game ended: totals and places by seat, and who won."""

    version: Version
    status: Ending
    totals: tuple[Count, ...]
    ranking: tuple[Place, ...]
    winners: tuple[Seat, ...] | None


class ClosingView(msgspec.Struct, frozen=True):
    """Why a stream ends before its game."""

    reason: Reason


class Since(msgspec.Struct, frozen=True):
    """A game, what the caller is in it, and what happened after some version."""

    game: Game
    viewer: Viewer
    updates: tuple[Update, ...] | None
    """None where the log no longer reaches back so far, or does not lead on from what the caller saw."""

    @property
    def is_news(self) -> bool:
        """Whether there is something to tell, or nothing more to wait for."""
        return self.updates != () or is_over(self.game)


class Following:
    """Reads what happened."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._reading = Reading(store)

    def admitted(self, game_id: str, caller: Caller, after: Revision | None) -> tuple[Game, Viewer]:
        """Return a game and what the caller is in it.

        Raises ``Refused`` as :meth:`~eights.services.reading.Reading.admitted`, and with ``version_not_reached`` if
        ``after`` is a version without a mark above the game's.
        """
        game, viewer = self._reading.admitted(game_id, caller)
        if after is not None and after.mark is None and after.version > game.version:
            raise Refused("version_not_reached", version=game.version)
        return game, viewer

    def since(self, game_id: str, caller: Caller, after: Revision | None) -> Since:
        """Return what happened after a revision, nothing if there is none; raises ``Refused`` as :meth:`admitted`."""
        game, viewer = self.admitted(game_id, caller, after)
        if after is None or after.may_be(game.revision):
            return Since(game, viewer, ())
        return Since(game, viewer, leading_on(self._store, game, after))


def leading_on(store: GameStore, game: Game, after: Revision) -> tuple[Update, ...] | None:
    """Read the updates that lead from a revision to a game as it stands; None as :func:`unbroken`."""
    above = after.version if after.mark is None else after.version - 1
    return unbroken(store.updates(game.id, above), after, game.version)


def unbroken(updates: Sequence[Update], after: Revision, until: int) -> tuple[Update, ...] | None:
    """Return the updates above ``after`` and up to ``until``.

    None if one is missing; or, where ``after`` has a mark, if its own update is not among them.

    >>> log = [Update(version, ()) for version in (4, 5, 6, 7)]
    >>> [update.version for update in unbroken(log, Revision(4), 6)]
    [5, 6]
    >>> unbroken(log, Revision(2), 6) is None, unbroken(log, Revision(4, 0x3f2a), 6) is None
    (True, True)
    """
    if after.mark is not None and all(update.revision != after for update in updates):
        return None
    wanted = tuple(update for update in updates if after.version < update.version <= until)
    return wanted if len(wanted) == until - after.version else None


def page_of(since: Since) -> EventsPage:
    """Return what happened as its caller may see it."""
    game, seat = since.game, since.viewer.seat
    return EventsPage(
        items=[update_seen_by(game, update, seat) for update in since.updates or ()],
        version=game.version,
        view=game_view(game, since.viewer),
        reset=True if since.updates is None else UNSET,
    )


def update_seen_by(game: Game, update: Update, seat: Seat | None) -> UpdateView:
    """Return an update of a game as a seat, or somebody without one, sees it; its view is left out."""
    return UpdateView(update.version, [_event_view(game, event_as_seen_by(event, seat)) for event in update.events])


def final_scores(game: Game) -> FinalScoresView | None:
    """Return how a game ended; None while it has not."""
    if game.status not in ("finished", "aborted"):
        return None
    return FinalScoresView(
        version=game.version,
        status="aborted" if game.aborted else "finished",
        totals=game.state.scores,
        ranking=ranking(game.state),
        winners=None if game.aborted else game.state.winners,
    )


def is_over(game: Game) -> bool:
    """Tell whether nothing more will happen in a game."""
    return game.status in ("finished", "aborted")


def still_holds(game: Game, viewer: Viewer, caller: Caller) -> bool:
    """Tell whether a caller still is in a game what it was when it was let in."""
    if viewer.seat is not None:
        holder = game.seats[viewer.seat]
        return holder.player == caller.player if caller.player else holder.token_hash == caller.token_hash
    if viewer.invited is not None and game.visibility == "private":
        kept = game.seats[viewer.invited]
        return caller.player in (kept.invited, kept.player)
    return True


def _event_view(game: Game, seen: AnyEvent) -> SeenEvent:
    if isinstance(seen, RoundDealt):
        return RoundDealtView(seen.number, seen.dealer, seen.starter, seen.counts, seen.hand)
    if isinstance(seen, RoundEnded):
        return RoundEndedView(seen.ended_by, seen.winner, score_view(game, seen.score))
    return seen
