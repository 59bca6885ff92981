"""Creating a game: the variant's rules resolved, the seats laid out, the seed drawn and committed to."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from eights.bots.house import HOUSE_BOTS
from eights.rules.dealing import new_game
from eights.rules.events import SeatTaken
from eights.rules.shuffle import SEED_BYTES
from eights.rules.state import Seat
from eights.services.access import Viewer, hash_token
from eights.services.changes import Answer, Asked, Change, Changes, answer_again
from eights.services.game import Game, OnLeave, SeatHolder, TurnClock, Visibility
from eights.services.identity import id_for
from eights.services.players.player import Player
from eights.services.players.seating import Seating, seat_kept_for, seat_of
from eights.services.ports import Clock, GameStore, Secrets
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.resolving import resolved
from eights.services.tokens import Mint
from eights.services.views import CreatedView, game_view


class SeatWish(msgspec.Struct, frozen=True):
    """A seat as asked for: for somebody by name, for a house bot, for a registered player, or open."""

    name: str | None = None
    bot: str | None = None
    player: str | None = None


class NewGame(msgspec.Struct, frozen=True):
    """A game as asked for; ``seats`` None means as many open seats as the variant's minimum."""

    variant: str
    options: tuple[str, ...] = ()
    rules: dict[str, Any] = {}
    seats: tuple[SeatWish, ...] | None = None
    visibility: Visibility = "public"
    auto_deal: bool = False
    clock: TurnClock | None = None
    on_leave: OnLeave = "forfeit"
    first_dealer: Seat | None = None


class Creation:
    """Creates games."""

    def __init__(self, store: GameStore, seating: Seating, clock: Clock, secrets: Secrets, changes: Changes) -> None:
        self._store = store
        self._seating = seating
        self._clock = clock
        self._secrets = secrets
        self._changes = changes

    def create(self, wish: NewGame, asked: Asked) -> Answer:
        """Create a game; the answer is a :class:`~eights.services.views.CreatedView`.

        Raises ``Refused``: ``unknown_variant``, ``unknown_option``, ``duplicate_option``,
        ``options_exclude_each_other``, ``rules_invalid`` with faults, ``seat_count_invalid``, ``dealer_invalid``,
        ``unknown_bot``, ``seat_ambiguous``, ``player_seated_already``, ``unknown_player``.
        """
        game_id = id_for("game", asked, self._secrets)
        stored = self._store.read(game_id, asked.scope) if asked.attempt else None
        if stored is not None and stored.recorded is not None:
            return answer_again(stored.recorded, asked)
        mint = self._changes.mint(asked)
        progress = self.lay_out(game_id, wish, mint, consenting=[asked.caller.player or ""])
        progress = replace(progress, game=replace(progress.game, host_player=asked.caller.player))
        change = Change(progress, lambda created: _created(created, mint), status=201)
        answer = self._changes.commit(None, change, asked, mint)
        if answer is None:
            return self._answer_of_the_first(game_id, asked)
        return answer

    def _answer_of_the_first(self, game_id: str, asked: Asked) -> Answer:
        """The same keyed request won the race, or did so long ago that its answer is no longer kept."""
        recorded = self._store.read(game_id, asked.scope).recorded
        if recorded is None:
            raise Refused("idempotency_key_reused")
        return answer_again(recorded, asked)

    def lay_out(self, game_id: str, wish: NewGame, mint: Mint, consenting: Collection[str] = ()) -> Progress:
        """Return a new game as asked for, not written yet; raises ``Refused`` as :meth:`create` does.

        Registered players who consent to it sit down at once; for others their seats are kept until they do.
        """
        rules = resolved(wish.variant, wish.options, wish.rules)
        wishes = wish.seats if wish.seats is not None else (SeatWish(),) * rules.players.min
        if not rules.players.min <= len(wishes) <= rules.players.max:
            raise Refused("seat_count_invalid", min=rules.players.min, max=rules.players.max, seats=len(wishes))
        if wish.first_dealer is not None and not 0 <= wish.first_dealer < len(wishes):
            raise Refused("dealer_invalid", seats=len(wishes))
        game = Game(
            id=game_id,
            version=0,
            variant=wish.variant,
            options=wish.options,
            created_at_ms=self._clock.now_ms(),
            host_hash=hash_token(mint.token("host")),
            visibility=wish.visibility,
            auto_deal=wish.auto_deal,
            on_leave=wish.on_leave,
            seats=self._seats(wishes, mint, consenting),
            first_dealer=wish.first_dealer,
            state=new_game(rules, len(wishes), self._secrets.token_bytes(SEED_BYTES), game_id, wish.first_dealer),
            clock=wish.clock,
        )
        taken = (SeatTaken(seat, holder.name) for seat, holder in enumerate(game.seats) if holder.name is not None)
        return Progress(game).told(*taken)

    def _seats(self, wishes: Sequence[SeatWish], mint: Mint, consenting: Collection[str]) -> tuple[SeatHolder, ...]:
        players = self._seating.known(_named_once(wishes))
        return tuple(
            _holder(seat, wish, mint) if wish.player is None else _players_seat(players[wish.player], consenting)
            for seat, wish in enumerate(wishes)
        )


def _named_once(wishes: Sequence[SeatWish]) -> Collection[str]:
    """Return the players whom seats are asked for."""
    named: dict[str, None] = {}
    for seat, wish in enumerate(wishes):
        if wish.player is None:
            continue
        if wish.name is not None or wish.bot is not None:
            raise Refused("seat_ambiguous", seat=seat)
        if wish.player in named:
            raise Refused("player_seated_already", player=wish.player)
        named[wish.player] = None
    return named


def _players_seat(player: Player, consenting: Collection[str]) -> SeatHolder:
    return seat_of(player) if player.id in consenting else seat_kept_for(player.id)


def _holder(seat: Seat, wish: SeatWish, mint: Mint) -> SeatHolder:
    if wish.bot is not None:
        if wish.bot not in HOUSE_BOTS:
            raise Refused("unknown_bot", bot=wish.bot)
        return SeatHolder(wish.name or wish.bot, bot=wish.bot)
    if wish.name is None:
        return SeatHolder()
    return SeatHolder(wish.name, hash_token(mint.token(str(seat))))


def _created(game: Game, mint: Mint) -> CreatedView:
    tokens = {
        str(seat): mint.token(str(seat)) for seat, holder in enumerate(game.seats) if holder.token_hash is not None
    }
    return CreatedView(game_view(game, Viewer(host=True)), mint.token("host"), tokens)
