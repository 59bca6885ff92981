"""A bot for Eights: one function, from what your seat sees to what it does.

Try it without a server, against the house bots, on the same cards from every seat:

    eights arena my_bot:choose steady random --variant huit-americain --deals 500

Let it play on a server, everything that it is invited to, with the token of a player that you registered there:

    export EIGHTS_TOKEN=ep_...
    eights bot --url http://127.0.0.1:8000 my_bot:choose
"""

from eights.client import GameView, Move


def choose(view: GameView) -> Move:
    """Return one of ``view.you.legal_moves``. Called whenever it is your turn, at any table.

    Cards are texts: rank, then suit ("8H" is the eight of hearts, "TS" the ten of spades, "XX" a joker). Look at
    ``view.round`` for what lies on the table, at ``view.seats`` for what everybody sees of the others, and at
    ``view.variant`` for the rules.
    """
    if view.you is None:
        raise ValueError("a stranger has no move to choose")
    hand = view.you.hand
    return max(view.you.legal_moves, key=lambda move: worth(move, hand, view))


def worth(move: Move, hand: tuple[str, ...], view: GameView) -> float:
    """Return how good a move looks: the highest is made. This is the place to do better."""
    # Speaking does not cost the turn: announce your own last card, and catch those who forgot to.
    if move.action in ("announce", "challenge"):
        return 100

    # You dealt, and the starter is wild: name the suit you have most of.
    if move.action == "name_suit":
        return count(move.suit, hand)

    # Play rather than draw, and draw rather than pass.
    if move.action == "pass":
        return -2
    if move.card is None:
        return -1

    # A swap is worth what it rids you of; the other powers aim at whoever has most cards left.
    if move.target is not None:
        theirs = view.seats[move.target].cards
        return 5 + (len(hand) - 1 - theirs if move.power == "swap_hands" else theirs / 100)

    # Keep wild cards, which name a suit, for when nothing else fits; then name the suit you have most of.
    if move.suit is not None:
        return 5 + count(move.suit, hand) / 10

    # Stay in the suits you have most of. Of equal ones the high card goes first: it would cost more in the end.
    return 10 + count(move.card[1], hand) + "23456789TJQKA".find(move.card[0]) / 100


def count(suit: str | None, hand: tuple[str, ...]) -> int:
    """Return how many cards of a suit are in a hand."""
    return sum(card[1] == suit for card in hand)
