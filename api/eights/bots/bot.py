"""What a bot is."""

from collections.abc import Callable

from eights.bots.dice import Dice
from eights.rules.moves import AnyMove
from eights.rules.view import SeatTable

Bot = Callable[[SeatTable, Dice], AnyMove | None]
"""Chooses a move for the seat whose table it is given.

The move is one of ``table.you.legal_moves`` (a play may leave out ``announce``). None lets the others go on: always
right for a seat off turn, never for the seat on turn. The same table and equal dice give the same choice.
"""
