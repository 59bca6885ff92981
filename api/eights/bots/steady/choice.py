"""How ``steady`` chooses."""

from typing import Final

from eights.bots.dice import Dice
from eights.bots.steady.considerations import weight_of_play, weight_of_waiting
from eights.bots.steady.outlook import Outlook, Prospect
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Play
from eights.rules.view import SeatTable

GOING_OUT: Final = 1000.0
DRAWN_CARD: Final = -2.0
"""What a card drawn weighs; one played weighs 1, before anything else is considered."""


def choose(table: SeatTable, _dice: Dice, /) -> AnyMove | None:
    """Choose the move that weighs most; off turn only what weighs more than waiting. It never throws the dice."""
    legal = table.you.legal_moves
    if not legal:
        return None
    for move in legal:
        if isinstance(move, Announce | Challenge):
            return move
    on_turn = table.round.turn == table.you.seat
    if len(legal) == 1 and on_turn:
        return legal[0]
    look = Outlook(table)
    weights = [weight(look, move) for move in legal]
    heaviest = max(weights)
    if not on_turn and heaviest <= weight_of_waiting(look):
        return None
    return legal[weights.index(heaviest)]


def weight(look: Outlook, move: AnyMove) -> float:
    """Return what speaks for a move, in cards."""
    if isinstance(move, Play):
        return GOING_OUT if len(look.hand) == 1 else weight_of_play(Prospect(look, move))
    if isinstance(move, NameSuit):
        fitting = look.book.fitting(look.round.top, move.suit)
        return float(sum(card in fitting for card in look.hand))
    drawn = max(1, look.penalty) if isinstance(move, DrawCard) else 0
    return drawn * DRAWN_CARD + weight_of_waiting(look)
