"""How cards, suits and names look in print."""

from string import Formatter
from typing import Final

from rich.text import Text

from eights.client.demo.phrases import Phrases

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STYLES: Final = {"S": "bold", "H": "bold red", "D": "bold red", "C": "bold"}
JOKER: Final = "XX"


def card_face(card: str, phrases: Phrases) -> Text:
    """Return a card as players write it.

    >>> from eights.client.demo.phrases import ENGLISH, FRENCH
    >>> [card_face("QH", language).plain for language in (ENGLISH, FRENCH)], card_face("TS", FRENCH).plain
    (['Q♥', 'D♥'], '10♠')
    """
    if card == JOKER:
        return Text(phrases.joker, style="bold magenta")
    rank, suit = card[0], card[1]
    return Text(phrases.ranks.get(rank, rank) + SYMBOLS[suit], style=STYLES[suit])


def suit_face(suit: str, phrases: Phrases) -> Text:
    """Return a suit by its symbol and its name.

    >>> from eights.client.demo.phrases import FRENCH
    >>> suit_face("C", FRENCH).plain
    '♣ trèfle'
    """
    return Text(f"{SYMBOLS[suit]} {phrases.suits[suit]}", style=STYLES[suit])


def hand_faces(hand: tuple[str, ...], phrases: Phrases) -> Text:
    """Return a hand, sorted by suit as players hold it."""
    return Text(" ").join(card_face(card, phrases) for card in sorted(hand, key=lambda card: card[::-1]))


def fill(phrase: str, **values: Text | str | int) -> Text:
    """Fill a phrase's braces, keeping the style of what is filled in.

    >>> fill("{name} owes {count}", name=Text("Ana", style="bold"), count=2).plain
    'Ana owes 2'
    """
    filled = Text()
    for before, field, _, _ in Formatter().parse(phrase):
        filled.append(before)
        if field is not None:
            value = values[field]
            filled.append_text(value if isinstance(value, Text) else Text(str(value)))
    return filled
