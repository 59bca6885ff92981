"""Taking a seat and giving it up; and calling a game off."""

from msgspec.structs import replace

from eights.rules.dealing import with_entropy
from eights.rules.events import GameAborted, SeatLeft, SeatTaken
from eights.rules.leaving import leave
from eights.rules.replay import Left
from eights.rules.state import Seat
from eights.services.access import STRANGER, Viewer, hash_token, require_host
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.deals import deal_by_itself
from eights.services.game import Game, SeatHolder
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import TakenSeatView, game_view


class Seats:
    """Who sits at a table."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def take(self, game_id: str, name: str, seat: Seat | None, entropy: str, asked: Asked) -> Answer:
        """Take an open seat, the lowest one if none is named; the answer is a ``TakenSeatView``.

        In a private game the host seats people; others do not know of it. Raises ``Refused``: ``game_started``,
        ``game_over``, ``seat_not_found``, ``seat_taken``, ``no_open_seat``, ``forbidden``.
        """

        def decide(game: Game, viewer: Viewer, mint: Mint) -> Change:
            if game.visibility == "private":
                require_host(viewer)
            _refuse_late(game)
            taken = _open_seat(game, seat)
            token = mint.token(str(taken))
            seated = _with_holder(game, taken, SeatHolder(name, hash_token(token)))
            after, dealt, steps = deal_by_itself(replace(seated, state=with_entropy(game.state, taken, entropy)))
            events = [SeatTaken(taken, name), *dealt]
            return Change(after, events, steps, lambda _: TakenSeatView(taken, token), 201)

        return self._changes.make(game_id, asked, decide)

    def leave(self, game_id: str, seat: Seat, asked: Asked) -> Answer:
        """Give a seat up before the deal (its holder, or the host), or resign it after; the answer is the new view.

        Raises ``Refused``: ``seat_not_found``, ``seat_open``, ``seat_out``, ``game_over``, ``token_missing``,
        ``forbidden``.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            _refuse_leaving(game, viewer, seat)
            if game.state.round is None:
                return _give_up(game, viewer, seat)
            state, events = leave(game.state, seat)
            after, dealt, steps = deal_by_itself(replace(game, state=state))
            return Change(after, [*events, *dealt], (Left(seat), *steps), lambda left: game_view(left, viewer))

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
            return Change(aborted, [GameAborted()], (), lambda after: game_view(after, viewer))

        return self._changes.make(game_id, asked, decide)


def _refuse_late(game: Game) -> None:
    if game.status in ("finished", "aborted"):
        raise Refused("game_over")
    if game.state.round is not None:
        raise Refused("game_started")


def _open_seat(game: Game, wanted: Seat | None) -> Seat:
    open_seats = [seat for seat, holder in enumerate(game.seats) if holder.name is None]
    if wanted is None:
        if not open_seats:
            raise Refused("no_open_seat")
        return open_seats[0]
    _require_at_table(game, wanted)
    if wanted not in open_seats:
        raise Refused("seat_taken", seat=wanted)
    return wanted


def _require_at_table(game: Game, seat: Seat) -> None:
    if not 0 <= seat < len(game.seats):
        raise Refused("seat_not_found", seat=seat)


def _refuse_leaving(game: Game, viewer: Viewer, seat: Seat) -> None:
    _require_at_table(game, seat)
    if not viewer.known:
        raise Refused("token_missing")
    if viewer.seat != seat and not (viewer.host and game.state.round is None):
        raise Refused("forbidden")
    if game.status in ("finished", "aborted"):
        raise Refused("game_over")
    if game.seats[seat].name is None:
        raise Refused("seat_open", seat=seat)
    if seat in game.state.out:
        raise Refused("seat_out", seat=seat)


def _give_up(game: Game, viewer: Viewer, seat: Seat) -> Change:
    remaining = STRANGER if viewer.seat == seat else viewer
    freed = _with_holder(replace(game, state=with_entropy(game.state, seat, "")), seat, SeatHolder())
    return Change(freed, [SeatLeft(seat)], (), lambda after: game_view(after, remaining))


def _with_holder(game: Game, seat: Seat, holder: SeatHolder) -> Game:
    return replace(game, seats=(*game.seats[:seat], holder, *game.seats[seat + 1 :]))
