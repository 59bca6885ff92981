"""How ``steady`` chooses."""

from typing import Final

from eights.bots.dice import Dice
from eights.bots.steady.considerations import CONSIDERATIONS, EXPOSURE, exposure_while_waiting
from eights.bots.steady.outlook import Outlook
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Play
from eights.rules.view import SeatTable

GOING_OUT: Final = 1000.0
DRAWN_CARD: Final = -1.0
"""What a card drawn weighs; a card played weighs 1 before anything else is considered."""


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
    if not on_turn and heaviest <= waiting(look):
        return None
    return legal[weights.index(heaviest)]


def weight(look: Outlook, move: AnyMove) -> float:
    """Return what speaks for a move, in cards."""
    if isinstance(move, Play):
        return weight_of_play(look, move)
    if isinstance(move, NameSuit):
        fitting = look.book.fitting(look.table.round.top, move.suit)
        return float(sum(card in fitting for card in look.hand))
    drawn = max(1, look.table.round.penalty) if isinstance(move, DrawCard) else 0
    return drawn * DRAWN_CARD + waiting(look)


def waiting(look: Outlook) -> float:
    """Return what speaks for leaving everything as it is, in cards."""
    return EXPOSURE * exposure_while_waiting(look)


def weight_of_play(look: Outlook, play: Play) -> float:
    """Return what speaks for a play, in cards."""
    rest = look.rest(play.card)
    if not rest:
        return GOING_OUT
    return 1 + sum(factor * consider(look, play, rest) for factor, consider in CONSIDERATIONS)
