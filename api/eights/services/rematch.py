"""Another match at the same table."""

import msgspec
from msgspec.structs import replace

from eights.rules.dealing import new_game
from eights.rules.events import SeatTaken
from eights.rules.shuffle import SEED_BYTES
from eights.services.access import STRANGER, Caller, Viewer, viewer_of
from eights.services.changes import Answer, Asked, Change, Changes, answer_again
from eights.services.game import Game, SeatHolder
from eights.services.identity import derived_id
from eights.services.players.seating import Seating, seat_kept_for
from eights.services.ports import Clock, GameStore, Secrets
from eights.services.progress import Progress
from eights.services.reading import Reading
from eights.services.refusals import Refused
from eights.services.seats import Seats
from eights.services.views import game_view


class Rematches:
    """Creates rematches: one for each game, whoever asks and however often."""

    def __init__(
        self, store: GameStore, seating: Seating, clock: Clock, secrets: Secrets, changes: Changes, seats: Seats
    ) -> None:
        self._store = store
        self._seating = seating
        self._seats = seats
        self._reading = Reading(store)
        self._clock = clock
        self._secrets = secrets
        self._changes = changes

    def ask(self, game_id: str, asked: Asked) -> Answer:
        """Return the rematch of a game that is over, created now if nobody asked before; the answer is its view.

        The same people sit in the same seats, and their tokens act for them there as well; a seat that was given up
        is open, or its house bot stays. A registered player's seat is kept until the player consents: by taking it, or
        by asking for the rematch, too. Raises ``Refused``: ``game_not_found``, ``token_missing``, ``token_invalid``,
        ``forbidden`` for somebody who left the game, ``rematch_too_soon``.
        """
        game, viewer = self._reading.admitted(game_id, asked.caller)
        if not viewer.known or viewer.seat in game.state.gone:
            raise Refused("token_missing" if viewer == STRANGER else "forbidden")
        if game.status not in ("finished", "aborted"):
            raise Refused("rematch_too_soon")
        new_id = rematch_id(game_id)
        while True:
            # Whoever loses the race to create it finds it there.
            answer = self._there_already(new_id, asked) or self._created(game, new_id, viewer, asked)
            if answer is not None:
                return answer

    def _there_already(self, new_id: str, asked: Asked) -> Answer | None:
        stored = self._store.read(new_id, asked.scope)
        if stored.recorded is not None:
            return answer_again(stored.recorded, asked)
        if stored.game is None:
            return None
        viewer = _viewer(stored.game, asked.caller)
        if viewer.invited is not None and stored.game.status == "open":
            return self._accepted(new_id, asked)
        view = game_view(stored.game, viewer)
        return Answer(200, msgspec.json.encode(view), stored.game.revision)

    def _accepted(self, new_id: str, asked: Asked) -> Answer | None:
        """Let an invited player sit down; None if its seat is no longer kept, or the rematch has gone on without."""
        try:
            unconditional = replace(asked, if_match=None)
            return self._seats.accept(new_id, unconditional, lambda game, seat: game_view(game, Viewer(seat=seat)))
        except Refused as refused:
            if refused.code in ("forbidden", "game_not_found", "game_over"):
                return None
            raise

    def _created(self, game: Game, new_id: str, viewer: Viewer, asked: Asked) -> Answer | None:
        asking = self._seating.of(asked.caller)
        change = Change(self._same_again(game, new_id, asking), lambda created: game_view(created, viewer), status=201)
        return self._changes.commit(None, change, asked, self._changes.mint(asked))

    def _same_again(self, game: Game, new_id: str, asking: SeatHolder | None) -> Progress:
        seats = tuple(_kept(holder, asking, out=seat in game.state.gone) for seat, holder in enumerate(game.seats))
        seed = self._secrets.token_bytes(SEED_BYTES)
        again = Game(
            id=new_id,
            version=0,
            variant=game.variant,
            options=game.options,
            created_at_ms=self._clock.now_ms(),
            host_hash=game.host_hash,
            visibility=game.visibility,
            auto_deal=game.auto_deal,
            on_leave=game.on_leave,
            seats=seats,
            first_dealer=None,
            state=new_game(game.state.rules, len(seats), seed, new_id),
            clock=game.clock,
            host_player=game.host_player,
        )
        return Progress(again).told(
            *(SeatTaken(seat, holder.name) for seat, holder in enumerate(seats) if holder.name is not None)
        )


def rematch_id(game_id: str) -> str:
    """Return the id of a game's rematch.

    >>> rematch_id("mzxw6ytboi4dqmjt")
    'lgi4whwvzcky4hqe'
    """
    return derived_id("rematch", game_id)


def _viewer(game: Game, caller: Caller) -> Viewer:
    """Who has left the rematch again sees it as anybody does."""
    try:
        return viewer_of(game, caller)
    except Refused as refused:
        if refused.code != "token_invalid":
            raise
    return STRANGER


def _kept(holder: SeatHolder, asking: SeatHolder | None, *, out: bool) -> SeatHolder:
    if out:
        return SeatHolder()
    player = holder.player or holder.invited
    if player is not None:
        return asking if asking is not None and asking.player == player else seat_kept_for(player)
    return SeatHolder(holder.name, holder.token_hash, holder.bot)
