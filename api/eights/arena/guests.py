"""Somebody's own bots in the arena: they see what a seat of theirs would see on a server, and nothing else."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from eights.bots.house import HOUSE_BOTS
from eights.client.bot.asking import asked, refused
from eights.client.bot.naming import bot_named
from eights.client.models import GameView, Move
from eights.rules.legality import refusal
from eights.rules.moves import AnyMove
from eights.rules.state import Chance, Seat, State
from eights.services.access import Viewer
from eights.services.game import Game, SeatHolder
from eights.services.views import game_view

DEALT: Final = 2
"""The version of a game on a server once its first round is dealt: it was created, then dealt."""


class Guest:
    """A bot of somebody's own, by the name of its function, and how much processor time its choices take."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.choices = 0
        self.nanoseconds = 0
        self._choose = bot_named(name)

    def move(self, game: Game, seat: Seat) -> AnyMove:
        """Return its move; raises ``BotFailed`` if it fails, or makes a move that a server would refuse."""
        view = view_over_http(game, seat)
        begun = time.process_time_ns()
        chosen = asked(self.name, self._choose, view)
        self.nanoseconds += time.process_time_ns() - begun
        self.choices += 1
        move = _as_sent(chosen)
        code = "no_move" if move is None else refusal(game.state, seat, move)
        if move is None or code is not None:
            raise refused(self.name, chosen, view, str(code))
        return move


def guest_move(table: Game, state: State, guests: Mapping[Seat, Guest], version: int) -> tuple[Seat, AnyMove] | None:
    """Return the move of the guest on turn, with its seat; None where none is.

    Off turn guests are not asked, nor are they on a server: their occasions pass.
    """
    if state.round is None or state.round.turn not in guests:
        return None
    turn = state.round.turn
    shown = replace(state, chance=table.state.chance)
    return turn, guests[turn].move(replace(table, state=shown, version=DEALT + version), turn)


def laid_table(game_id: str, variant: str, sitting: Sequence[str], state: State) -> Game:
    """Return a server's game around a state, for guests to look at, with the names of those who sit there by seat.

    Its chance is not the state's: the commitment that guests see follows from the id, which another rotation does not
    share, so that a deal is not recognised when it comes again.
    """
    shown = Chance(hashlib.sha256(game_id.encode()).digest(), game_id, ("",) * state.seats)
    return Game(
        id=game_id,
        version=DEALT,
        variant=variant,
        options=(),
        created_at_ms=0,
        host_hash=b"",
        visibility="private",
        auto_deal=True,
        on_leave="forfeit",
        seats=tuple(SeatHolder(name, bot=name if name in HOUSE_BOTS else None) for name in sitting),
        first_dealer=None,
        state=replace(state, chance=shown),
    )


def view_over_http(game: Game, seat: Seat) -> GameView:
    """Return what a client of a server reads of a game."""
    return msgspec.json.decode(msgspec.json.encode(game_view(game, Viewer(seat=seat))), type=GameView)


def _as_sent(move: Move) -> AnyMove | None:
    """Return the move as a server reads it; None for what it would not take for one."""
    try:
        return msgspec.json.decode(msgspec.json.encode(move), type=AnyMove)
    except (msgspec.MsgspecError, TypeError, ValueError):
        return None
