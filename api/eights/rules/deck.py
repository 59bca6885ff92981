"""What a table deals from, and how many cards each seat gets.

Everything here is for rules that passed :mod:`eights.rules.feasibility`, which itself asks the same questions.
"""

from typing import Final

from eights.rules.cards import RANKS_IN_DECK, SUITS, Card, pack
from eights.rules.ruleset import DEFAULT, MOST_PACKS, Rules


def pack_size(rules: Rules) -> int:
    """Return the number of cards in one pack."""
    return len(RANKS_IN_DECK[rules.deck.ranks]) * len(SUITS) + rules.deck.jokers


SPARE_CARDS: Final = 2
"""How many cards a seat ``auto`` packs leave undealt at least: with fewer, the stock soon runs dry for good."""


def packs_for(rules: Rules, seats: int) -> int:
    """Return how many packs are dealt from for that many seats.

    ``auto`` means the number that comes nearest to ``cards_per_player`` cards a seat (the larger of two as near), but
    never so few that less than two cards a seat are left after the deal, and at least two where a card may be played
    out of turn on its twin.
    """
    if rules.deck.packs != "auto":
        return rules.deck.packs
    size = pack_size(rules)
    nearest = (2 * rules.deck.cards_per_player * seats + size) // (2 * size)
    fewest = -(-(hand_size_for(rules, seats) + SPARE_CARDS) * seats // size)
    return max(nearest, min(fewest, MOST_PACKS), 2 if rules.jump_in else 1)


def cards_in_deck(rules: Rules, seats: int) -> int:
    """Return how many cards are dealt from for that many seats."""
    return packs_for(rules, seats) * pack_size(rules)


def full_deck(rules: Rules, seats: int) -> tuple[Card, ...]:
    """Return all cards for that many seats, unshuffled: packs one after another, each in the order of ``pack``."""
    return pack(rules.deck.ranks, rules.deck.jokers) * packs_for(rules, seats)


def hand_size_for(rules: Rules, seats: int) -> int:
    """Return how many cards each of that many seats is dealt."""
    return rules.hand_size.get(str(seats), rules.hand_size.get(DEFAULT, 0))
