"""Quick join: a seat at the oldest public table that fits, or at a new one."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import UNSET

from eights.rules import catalogue
from eights.rules.events import SeatTaken
from eights.rules.ruleset import Rules
from eights.rules.state import Seat
from eights.services.access import Viewer
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.creation import Creation, NewGame
from eights.services.game import Game, TurnClock
from eights.services.identity import fresh_id
from eights.services.players.seating import Seating
from eights.services.ports import GameStore, Secrets
from eights.services.refusals import Refused
from eights.services.resolving import resolved
from eights.services.seats import Seats, with_token
from eights.services.views import JoinedView, game_view

DEFAULT_VARIANT: Final = "crazy-eights"
SHORTEST_MOVE_S: Final = 10
LONGEST_MOVE_S: Final = 300
"""Seconds a move at the tables where strangers are seated: enough to move, and nobody waits for hours."""
MOVE_S: Final = 30
"""Seconds a move at a new table, where the caller does not say."""
LOOKED_AT: Final = 200
"""Open tables looked at before a new one is opened."""
NEW_TABLES: Final = 20
"""New tables that fill up under somebody who wants to sit down there: so many in a row are a server gone mad."""
_NOT_THIS_TABLE: Final = ("no_open_seat", "player_seated_already", "game_started", "game_over", "too_busy")


class Joining:
    """Finds seats for people who want to play at once."""

    def __init__(
        self,
        store: GameStore,
        seating: Seating,
        secrets: Secrets,
        changes: Changes,
        creation: Creation,
        seats: Seats,
    ) -> None:
        self._store = store
        self._seating = seating
        self._secrets = secrets
        self._changes = changes
        self._creation = creation
        self._seats = seats

    def join(self, variant: str | None, move_s: int | None, name: str, asked: Asked) -> Answer:
        """Take a seat at the oldest public table that fits, of a variant and a clock if named; else at a new one.

        A table fits if nobody can be surprised there: it plays the variant's own rules, deals by itself, and has a
        clock from ``SHORTEST_MOVE_S`` to ``LONGEST_MOVE_S``.

        A registered player sits down as itself, at a table where it has no seat yet.
        The new one deals itself, and those who find no table at the same time meet there. The answer is a
        ``JoinedView``. Raises ``Refused``: ``unknown_variant``, ``idempotency_key_reused``, ``too_busy``. Requests of
        one key go to one table after the other together, so that they never take two seats.
        """
        new = NewGame(variant or DEFAULT_VARIANT, auto_deal=True, clock=TurnClock(move_s or MOVE_S))
        resolved(new.variant, (), {})
        turned_to: str | None = None
        for game_id in self._tables(variant, move_s, new):
            while turned_to != game_id:
                turned_to = self._turned(asked, turned_to, game_id)
                answer = self._seated(turned_to, new, name, asked)
                if answer is not None:
                    return answer
        raise Refused("too_busy", retry_after_s=1)

    def _tables(self, variant: str | None, move_s: int | None, new: NewGame) -> Iterator[str]:
        """Yield the ids of tables that may have a seat, the best first, and then those of new ones."""
        for game in self._store.read_many(self._store.list_oldest("open", LOOKED_AT)):
            if game is not None and _fits(game, variant, move_s):
                yield game.id
        kind = f"new:{new.variant}:{move_s or MOVE_S}"
        newest: str | None = None
        for _ in range(NEW_TABLES):
            # Whoever is first says which table it is; nobody waits until it is there, see _seated.
            newest = self._store.turn(kind, newest, fresh_id(self._secrets))
            yield newest

    def _turned(self, asked: Asked, before: str | None, game_id: str) -> str:
        """Return the table to try next: this one, unless a request of the same key has turned to another one."""
        return game_id if asked.scope is None else self._store.turn(f"join:{asked.scope}", before, game_id)

    def _seated(self, game_id: str, new: NewGame, name: str, asked: Asked) -> Answer | None:
        """Take a seat at a table, which is opened if it is not there; None if there is none to be had."""
        try:
            return self._at(game_id, name, asked)
        except Refused as refused:
            if refused.code in _NOT_THIS_TABLE:
                return None
            if refused.code != "game_not_found":
                raise
        return self._opened(game_id, new, name, asked) or self._seated(game_id, new, name, asked)

    def _at(self, game_id: str, name: str, asked: Asked) -> Answer:
        return self._seats.take(game_id, name, None, "", asked, _joined)

    def _opened(self, game_id: str, new: NewGame, name: str, asked: Asked) -> Answer | None:
        """Open a table with somebody in its first seat; None if it is there already."""
        mint = self._changes.mint(asked)
        progress = self._creation.lay_out(game_id, new, mint)
        player = self._seating.of(asked.caller)
        holder, token = with_token(name, mint, 0) if player is None else (player, None)
        sat = progress.seated(0, holder).told(SeatTaken(0, holder.name or ""))
        change = Change(sat, lambda game: _joined(game, 0, token), 201)
        return self._changes.commit(None, change, asked, mint)


def _fits(game: Game, variant: str | None, move_s: int | None) -> bool:
    return (
        _has_room(game) and _is_ordinary(game) and variant in (None, game.variant) and move_s in (None, _move_s(game))
    )


def _is_ordinary(game: Game) -> bool:
    """Tell whether a stranger may be seated here without having read the rules and settings."""
    in_time = SHORTEST_MOVE_S <= _move_s(game) <= LONGEST_MOVE_S
    return game.auto_deal and in_time and game.state.rules == _own_rules(game.variant)


def _move_s(game: Game) -> int:
    return 0 if game.clock is None else game.clock.move_s


@cache
def _own_rules(variant: str) -> Rules | None:
    try:
        return catalogue.resolve(catalogue.variant(variant))
    except catalogue.UnknownVariant:
        return None


def _has_room(game: Game) -> bool:
    return game.status == "open" and any(holder.is_free for holder in game.seats)


def _joined(game: Game, seat: Seat, token: str | None) -> JoinedView:
    return JoinedView(game_view(game, Viewer(seat=seat)), seat, token or UNSET)
