"""Taking a seat and giving it up; and calling a game off."""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from eights.bots.house import HOUSE_BOTS
from eights.rules.dealing import with_entropy
from eights.rules.events import GameAborted, SeatLeft, SeatTaken
from eights.rules.state import Seat
from eights.services.access import STRANGER, Viewer, hash_token, require_host
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.course import STAND_IN
from eights.services.game import Game, SeatHolder
from eights.services.players.seating import Seating
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import TakenSeatView, game_view

SeatAnswer = Callable[[Game, Seat, str | None], object]
"""Makes the answer to somebody who sat down, from the game, the seat and its token; a registered player has none."""


class Seats:
    """Who sits at a table."""

    def __init__(self, changes: Changes, seating: Seating) -> None:
        self._changes = changes
        self._seating = seating

    def take(
        self, game_id: str, name: str, seat: Seat | None, entropy: str, asked: Asked, answer: SeatAnswer | None = None
    ) -> Answer:
        """Take a seat: the one named, else the one that is kept for the caller, else the lowest that anybody may have.

        A registered player sits down as itself, whatever ``name`` says, and has no other token. In a private game the
        host seats people, and players take the seats that are kept for them; others do not know of it. The answer is a
        ``TakenSeatView`` unless made otherwise. Raises ``Refused``: ``game_started``, ``game_over``,
        ``seat_not_found``, ``seat_taken``, ``seat_reserved``, ``no_open_seat``, ``player_seated_already``,
        ``forbidden``.
        """
        player = self._seating.of(asked.caller)

        def decide(game: Game, viewer: Viewer, mint: Mint) -> Change:
            if game.visibility == "private" and (viewer.invited is None or seat not in (None, viewer.invited)):
                require_host(viewer)
            _refuse_late(game)
            _refuse_second(viewer, player)
            taken = _seat_for(game, viewer, seat)
            holder, token = with_token(name, mint, taken) if player is None else (player, None)
            say = answer or _taken_seat
            return Change(_sat_down(game, viewer, taken, holder, entropy), lambda after: say(after, taken, token), 201)

        return self._changes.make(game_id, asked, decide)

    def seat_bot(self, game_id: str, bot: str, name: str | None, seat: Seat | None, asked: Asked) -> Answer:
        """Seat a house bot as the host, in the seat named or the lowest open one; the answer is a ``TakenSeatView``.

        :meth:`leave` clears it again before the deal. Raises ``Refused``: ``unknown_bot``, ``token_missing``,
        ``forbidden`` for all but the host, and as :meth:`take`.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            require_host(viewer)
            _refuse_late(game)
            holder = house_bot(bot, name)
            taken = _seat_for(game, viewer, seat)
            return Change(
                _sat_down(game, viewer, taken, holder, ""), lambda after: _taken_seat(after, taken, None), 201
            )

        return self._changes.make(game_id, asked, decide)

    def accept(self, game_id: str, asked: Asked, answer: Callable[[Game, Seat], object]) -> Answer:
        """Take the seat that is kept for the caller, by asking for something else that says as much.

        Raises ``Refused("forbidden")`` if none is, or no longer; and as :meth:`take`.
        """
        player = self._seating.of(asked.caller)

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            kept = viewer.invited
            if player is None or kept is None:
                raise Refused("forbidden")
            _refuse_late(game)
            return Change(_sat_down(game, viewer, kept, player, ""), lambda after: answer(after, kept))

        return self._changes.make(game_id, asked, decide)

    def leave(self, game_id: str, seat: Seat, asked: Asked) -> Answer:
        """Give a seat up before the deal (its holder, or the host), or resign it after; the answer is the new view.

        A seat that is kept for a player who declines, or at the host's wish, is anybody's then.

        After the deal a house bot takes the seat over, or it is out, as the game was set up. Raises ``Refused``:
        ``seat_not_found``, ``seat_open``, ``seat_out``, ``game_over``, ``token_missing``, ``forbidden``.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            _refuse_leaving(game, viewer, seat)
            return Change(_left(game, seat), lambda after: game_view(after, _remaining(viewer, after.seats[seat])))

        return self._changes.make(game_id, asked, decide)

    def abort(self, game_id: str, asked: Asked) -> Answer:
        """Call a game off, as its host; the answer is the new view.

        Raises ``Refused``: ``token_missing``, ``forbidden``, ``game_over``.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            require_host(viewer)
            if game.status in ("finished", "aborted"):
                raise Refused("game_over")
            aborted = replace(game, aborted=True, state=replace(game.state, status="finished"))
            return Change(Progress(aborted).told(GameAborted()), lambda after: game_view(after, viewer))

        return self._changes.make(game_id, asked, decide)


def _taken_seat(_: Game, seat: Seat, token: str | None) -> TakenSeatView:
    return TakenSeatView(seat, token or UNSET)


def house_bot(bot: str, name: str | None = None) -> SeatHolder:
    """Return a seat for a house bot, under a name or its own; raises ``Refused("unknown_bot")``."""
    if bot not in HOUSE_BOTS:
        raise Refused("unknown_bot", bot=bot)
    return SeatHolder(name or bot, bot=bot)


def with_token(name: str, mint: Mint, seat: Seat) -> tuple[SeatHolder, str]:
    """Return a seat for somebody who is known by name alone, and the token that acts for it."""
    token = mint.token(str(seat))
    return SeatHolder(name, hash_token(token)), token


def _refuse_second(viewer: Viewer, player: SeatHolder | None) -> None:
    """Who plays with a token for each seat may have several; a player's token stands for one at each table."""
    if player is not None and viewer.seat is not None:
        raise Refused("player_seated_already", player=player.player)


def _sat_down(game: Game, viewer: Viewer, seat: Seat, holder: SeatHolder, entropy: str) -> Progress:
    """Seat somebody; the seat that was kept for a player who takes another one is anybody's then."""
    progress = Progress(replace(game, state=with_entropy(game.state, seat, entropy)))
    if viewer.invited is not None and viewer.invited != seat:
        progress = progress.seated(viewer.invited, SeatHolder()).told(SeatLeft(viewer.invited))
    return progress.seated(seat, holder).told(SeatTaken(seat, holder.name or ""))


def _refuse_late(game: Game) -> None:
    if game.status in ("finished", "aborted"):
        raise Refused("game_over")
    if game.state.round is not None:
        raise Refused("game_started")


def _seat_for(game: Game, viewer: Viewer, wanted: Seat | None) -> Seat:
    if wanted is None:
        free = (seat for seat, holder in enumerate(game.seats) if holder.is_free)
        found = next(free, None) if viewer.invited is None else viewer.invited
        if found is None:
            raise Refused("no_open_seat")
        return found
    _require_at_table(game, wanted)
    if not game.seats[wanted].is_free and wanted != viewer.invited:
        raise Refused("seat_taken" if game.seats[wanted].invited is None else "seat_reserved", seat=wanted)
    return wanted


def _require_at_table(game: Game, seat: Seat) -> None:
    if not 0 <= seat < len(game.seats):
        raise Refused("seat_not_found", seat=seat)


def _refuse_leaving(game: Game, viewer: Viewer, seat: Seat) -> None:
    _require_at_table(game, seat)
    if viewer == STRANGER:
        raise Refused("token_missing")
    if viewer.former == seat:
        raise Refused("seat_out", seat=seat)
    if seat not in (viewer.seat, viewer.invited) and not (viewer.host and game.state.round is None):
        raise Refused("forbidden")
    if game.status in ("finished", "aborted"):
        raise Refused("game_over")
    if game.seats[seat].is_free:
        raise Refused("seat_open", seat=seat)
    if seat in game.state.out:
        raise Refused("seat_out", seat=seat)


def _remaining(viewer: Viewer, holder: SeatHolder) -> Viewer:
    """What somebody is once a seat was left: its holder still only where it is out, as nobody else has it then."""
    return viewer if viewer.host or holder.token_hash is not None or holder.player is not None else STRANGER


def _left(game: Game, seat: Seat) -> Progress:
    holder = game.seats[seat]
    if game.state.round is None:
        untouched = replace(game, state=with_entropy(game.state, seat, ""))
        return Progress(untouched).seated(seat, SeatHolder()).told(SeatLeft(seat))
    if game.on_leave == "bot":
        stand_in = SeatHolder(holder.name, bot=STAND_IN, former_hash=holder.token_hash, former_player=holder.player)
        return Progress(game).losing(seat).seated(seat, stand_in).told(SeatLeft(seat, STAND_IN))
    return Progress(game).left(seat)
