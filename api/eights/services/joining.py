"""Quick join: a seat at the oldest public table that fits, or at a new one."""

import base64
import hashlib
from collections.abc import Iterator
from typing import Final

from eights.rules.events import SeatTaken
from eights.rules.state import Seat
from eights.services.access import Viewer, hash_token
from eights.services.changes import Answer, Asked, Change, Changes, answer_again
from eights.services.creation import ID_BYTES, Creation, NewGame
from eights.services.game import Game, SeatHolder
from eights.services.ports import GameStore, Secrets
from eights.services.refusals import Refused
from eights.services.seats import Seats
from eights.services.views import JoinedView, game_view

DEFAULT_VARIANT: Final = "crazy-eights"
LOOKED_AT: Final = 50
"""Open tables looked at before a new one is opened."""
_NOT_THIS_TABLE: Final = ("no_open_seat", "game_started", "game_over", "game_not_found", "too_busy")


class Joining:
    """Finds seats for people who want to play at once."""

    def __init__(self, store: GameStore, secrets: Secrets, changes: Changes, creation: Creation, seats: Seats) -> None:
        self._store = store
        self._secrets = secrets
        self._changes = changes
        self._creation = creation
        self._seats = seats

    def join(self, variant: str | None, name: str, asked: Asked) -> Answer:
        """Take a seat at the oldest open public table, of a variant if one is named; else open one that deals itself.

        The answer is a ``JoinedView``. Raises ``Refused("unknown_variant")``. A keyed request that is repeated goes
        back to the table it had chosen, so that it never takes two seats.
        """
        own_id = self._own_id(asked)
        if asked.scope is not None:
            recorded = self._store.read(own_id, asked.scope).recorded
            if recorded is not None:
                return answer_again(recorded, asked)
        for game_id in self._tables(variant, asked):
            answer = self._seated(game_id, name, asked)
            if answer is not None:
                return answer
        return self._opened(own_id, variant or DEFAULT_VARIANT, name, asked)

    def _own_id(self, asked: Asked) -> str:
        """The id of the table that this request would open: the same whenever a keyed one is repeated."""
        keyed = hashlib.sha256(f"join\0{asked.scope}".encode()).digest()[:ID_BYTES]
        material = keyed if asked.scope is not None else self._secrets.token_bytes(ID_BYTES)
        return base64.b32encode(material).decode().lower()

    def _tables(self, variant: str | None, asked: Asked) -> Iterator[str]:
        if asked.scope is not None:
            turned_to = self._store.pointed(asked.scope)
            if turned_to is not None:
                yield turned_to
        ids = self._store.list_oldest("open", LOOKED_AT)
        for game in self._store.read_many(ids):
            if game is not None and game.status == "open" and variant in (None, game.variant):
                if asked.scope is not None:
                    self._store.point(asked.scope, game.id)
                yield game.id

    def _seated(self, game_id: str, name: str, asked: Asked) -> Answer | None:
        try:
            return self._seats.take(game_id, name, None, "", asked, _joined)
        except Refused as refused:
            if refused.code in _NOT_THIS_TABLE:
                return None
            raise

    def _opened(self, game_id: str, variant: str, name: str, asked: Asked) -> Answer:
        mint = self._changes.mint(asked)
        progress = self._creation.lay_out(game_id, NewGame(variant, auto_deal=True), mint)
        token = mint.token("0")
        sat = progress.seated(0, SeatHolder(name, hash_token(token))).told(SeatTaken(0, name))
        change = Change(sat, lambda game: _joined(game, 0, token), 201)
        answer = self._changes.commit(None, change, asked, mint)
        if answer is not None:
            return answer
        recorded = self._store.read(game_id, asked.scope).recorded
        if recorded is None:
            raise Refused("idempotency_key_reused")
        return answer_again(recorded, asked)


def _joined(game: Game, seat: Seat, token: str) -> JoinedView:
    return JoinedView(game_view(game, Viewer(seat=seat)), seat, token)
