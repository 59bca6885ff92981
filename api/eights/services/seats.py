"""Taking a seat and giving it up; and calling a game off."""

from collections.abc import Callable

from msgspec.structs import replace

from eights.rules.dealing import with_entropy
from eights.rules.events import GameAborted, SeatLeft, SeatTaken
from eights.rules.state import Seat
from eights.services.access import STRANGER, Viewer, hash_token, require_host
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.course import STAND_IN
from eights.services.game import Game, SeatHolder
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import TakenSeatView, game_view

SeatAnswer = Callable[[Game, Seat, str], object]
"""Makes the answer to somebody who sat down, from the game, the seat and its token."""


class Seats:
    """Who sits at a table."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def take(
        self, game_id: str, name: str, seat: Seat | None, entropy: str, asked: Asked, answer: SeatAnswer | None = None
    ) -> Answer:
        """Take an open seat, the lowest one if none is named; the answer is a ``TakenSeatView`` unless made otherwise.

        In a private game the host seats people; others do not know of it. Raises ``Refused``: ``game_started``,
        ``game_over``, ``seat_not_found``, ``seat_taken``, ``no_open_seat``, ``forbidden``.
        """

        def decide(game: Game, viewer: Viewer, mint: Mint) -> Change:
            if game.visibility == "private":
                require_host(viewer)
            _refuse_late(game)
            taken = _open_seat(game, seat)
            token = mint.token(str(taken))
            mixed = replace(game, state=with_entropy(game.state, taken, entropy))
            progress = Progress(mixed).seated(taken, SeatHolder(name, hash_token(token))).told(SeatTaken(taken, name))
            say = answer or _taken_seat
            return Change(progress, lambda seated: say(seated, taken, token), 201)

        return self._changes.make(game_id, asked, decide)

    def leave(self, game_id: str, seat: Seat, asked: Asked) -> Answer:
        """Give a seat up before the deal (its holder, or the host), or resign it after; the answer is the new view.

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


def _taken_seat(_: Game, seat: Seat, token: str) -> TakenSeatView:
    return TakenSeatView(seat, token)


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
    if viewer == STRANGER:
        raise Refused("token_missing")
    if viewer.former == seat:
        raise Refused("seat_out", seat=seat)
    if viewer.seat != seat and not (viewer.host and game.state.round is None):
        raise Refused("forbidden")
    if game.status in ("finished", "aborted"):
        raise Refused("game_over")
    if game.seats[seat].name is None:
        raise Refused("seat_open", seat=seat)
    if seat in game.state.out:
        raise Refused("seat_out", seat=seat)


def _remaining(viewer: Viewer, holder: SeatHolder) -> Viewer:
    """What somebody is once a seat was left: its holder still only where it is out, as nobody else has it then."""
    return viewer if viewer.host or holder.token_hash is not None else STRANGER


def _left(game: Game, seat: Seat) -> Progress:
    holder = game.seats[seat]
    if game.state.round is None:
        untouched = replace(game, state=with_entropy(game.state, seat, ""))
        return Progress(untouched).seated(seat, SeatHolder()).told(SeatLeft(seat))
    if game.on_leave == "bot":
        stand_in = SeatHolder(holder.name, bot=STAND_IN, former_hash=holder.token_hash)
        return Progress(game).seated(seat, stand_in).told(SeatLeft(seat, STAND_IN))
    return Progress(game).left(seat)
