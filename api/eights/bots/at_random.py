"""The bot ``random``: any legal move is as good to it as any other."""

from typing import Final

from eights.bots.dice import Dice
from eights.rules.moves import AnyMove
from eights.rules.view import SeatTable

LETS_PASS: Final = 2
"""Off turn it lets one occasion in so many go by."""


def choose(table: SeatTable, dice: Dice, /) -> AnyMove | None:
    """Choose one of the seat's legal moves; off turn only now and then."""
    legal = table.you.legal_moves
    if not legal:
        return None
    if table.round.turn != table.you.seat and dice.below(LETS_PASS) == 0:
        return None
    return dice.pick(legal)
