"""What the players of a game are told of it, as it is now: a step of :class:`eights.services.outcomes.Outcomes`.

Told once for each version of the game at the most, whoever tells it and however often. Whoever is late says nothing:
what a version meant is of no use to anybody once a later one was told.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from eights.rules.state import Seat
from eights.services.following import final_scores, is_over
from eights.services.game import Game, SeatHolder
from eights.services.lifetimes import Lifetimes
from eights.services.players.inbox import Inboxes
from eights.services.players.notices import AnyNotice, DealDue, GameFinished, GameStarted, Invited, YourTurn
from eights.services.ratings.rating import RatingChange

_LAST: Final = 2**31
"""Above every version of a game."""

Part = Literal["seated", "invited", "former"]


RatingChanges = Callable[[Game], Mapping[str, RatingChange]]
"""Tells what a game that is over did to ratings, by player; asked once it was rated."""


class Place(msgspec.Struct, frozen=True):
    """Who has, may have or had which seat."""

    player: str
    seat: Seat
    part: Part


class Telling:
    """Tells players of their games."""

    def __init__(self, inboxes: Inboxes, lifetimes: Lifetimes, rating_changes: RatingChanges = lambda _: {}) -> None:
        self._inboxes = inboxes
        self._lifetimes = lifetimes
        self._rating_changes = rating_changes

    def tell(self, before: Game | None, game: Game) -> None:
        """Tell everybody what there is to tell of a game now; may be repeated.

        Raises :class:`~eights.services.ports.StoreUnavailable`.
        """
        known = frozenset(places_of(before)) if before is not None else frozenset()
        kept_s = self._lifetimes.of(game.status)
        if not is_over(game):
            # The slowest of tables comes round to a player once everybody has taken as long as the game is kept.
            kept_s *= 1 + len(game.seats)
        places = list(places_of(game))
        changes = self._rating_changes(game) if places and is_over(game) else {}
        for place in places:
            if place not in known:
                self._inboxes.enter_game(place.player, game.id, game.created_at_ms)
            if place.part == "invited":
                self._invite(game, place, kept_s)
            notices, first = notices_of(game, place, changes.get(place.player)), _started(game, place)
            new = place not in known or before is None or not _has_started(before)
            if notices or (first is not None and new):
                self._inboxes.tell(place.player, game.id, _number(game), notices, first, kept_s)

    def _invite(self, game: Game, place: Place, kept_s: int) -> None:
        """Tell of an invitation; one to a game is told once, whatever happens there."""
        if game.status == "open":
            notice = Invited(game.id, place.seat, game.variant)
            self._inboxes.tell(place.player, f"{game.id}:invited", 1, [notice], kept_s=kept_s)


def places_of(game: Game) -> Iterable[Place]:
    """Return the registered players whom a game concerns."""
    for seat, holder in enumerate(game.seats):
        if holder.player is not None:
            yield Place(holder.player, seat, "seated")
        elif holder.invited is not None:
            yield Place(holder.invited, seat, "invited")
        elif holder.former_player is not None:
            yield Place(holder.former_player, seat, "former")


def place_of(game: Game, player: str) -> Place | None:
    """Return what a player is in a game; None for nothing."""
    return next((place for place in places_of(game) if place.player == player), None)


def notices_of(game: Game, place: Place, rating: RatingChange | None = None) -> Sequence[AnyNotice]:
    """Return what a player is to know of a game as it is now; if it is over, also what it did to the rating."""
    scores, seat = final_scores(game), place.seat
    if scores is not None:
        ended = (scores.version, scores.status, scores.totals, scores.ranking, scores.winners)
        return [GameFinished(game.id, seat, *ended, rating=rating)]
    if place.part != "seated":
        return ()
    if is_on_turn(game, seat):
        return [YourTurn(game.id, seat, game.version)]
    return [DealDue(game.id, seat, game.version)] if is_to_deal(game, seat) else ()


def is_on_turn(game: Game, seat: Seat) -> bool:
    """Tell whether a game waits for a seat's move."""
    return game.status == "playing" and game.state.round is not None and game.state.round.turn == seat


def is_to_deal(game: Game, seat: Seat) -> bool:
    """Tell whether the next round waits for the people at a table, and a seat is one of them.

    Who is out has no part in it, unless all who are still in are house bots.
    """
    if game.status not in ("ready", "round_over") or game.auto_deal:
        return False
    out = game.state.out
    return seat not in out or all(_is_bot(holder) for other, holder in enumerate(game.seats) if other not in out)


def _is_bot(holder: SeatHolder) -> bool:
    return holder.bot is not None


def _number(game: Game) -> int:
    """Return what a telling counts as: once a game is over, whatever is changed about it is no news."""
    return _LAST if is_over(game) else game.version


def _started(game: Game, place: Place) -> GameStarted | None:
    if place.part != "seated" or not _has_started(game):
        return None
    return GameStarted(game.id, place.seat, game.variant)


def _has_started(game: Game) -> bool:
    """Tell whether all seats are taken, or were when the first round was dealt."""
    return game.state.round is not None or all(holder.name is not None for holder in game.seats)
