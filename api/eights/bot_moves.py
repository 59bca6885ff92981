"""The bots at a table: whose move is next, and what it is.

Whoever keeps a table (the server, the arena) asks for the next bot's move, makes it, and asks again: the bots see the
seat's table alone, which this module builds for them from the state.
"""

from collections.abc import Iterator, Mapping

from eights.bots.bot import Bot
from eights.bots.dice import Dice
from eights.rules.moves import AnyMove
from eights.rules.state import Seat, State
from eights.rules.unfolding import players_in
from eights.rules.view import seat_table


def next_bot_move(state: State, bots: Mapping[Seat, Bot], version: int) -> tuple[Seat, AnyMove] | None:
    """Return the next move that one of the bots makes, with its seat; None where the table waits for others.

    Seats off turn are asked first, in order of play, since their occasions pass with the next move. ``version`` counts
    what has happened in the game: the same state and version give the same move, and another version other dice.
    """
    for seat in _asked(state):
        if seat in bots:
            dice = Dice.at(state.chance.seed, seat, version, state.chance.blind)
            move = bots[seat](seat_table(state, seat), dice)
            if move is not None:
                return seat, move
    return None


def _asked(state: State) -> Iterator[Seat]:
    """Yield the seats that may have something to do now, the one on turn last."""
    laid = state.round
    if laid is None or state.status != "playing":
        return
    if laid.owing or state.rules.jump_in:
        players = players_in(state)
        at = players.index(laid.turn)
        yield from (players[(at + laid.direction * step) % len(players)] for step in range(1, len(players)))
    yield laid.turn
