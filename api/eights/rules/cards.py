"""Cards and packs.

A card is its code: rank then suit (``"8H"``, ``"TD"``), or ``"XX"`` for a joker. Codes are plain strings, so that what
is played, stored, sent and printed is the same thing.
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

from msgspec import Meta

T = TypeVar("T")

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
JOKER: Final = "XX"
JOKER_SELECTOR: Final = "joker"

RANKS_IN_DECK: Final = {"2-A": "23456789TJQKA", "7-A": "789TJQKA"}
"""The ranks of a pack of 52 (``2-A``) and of a pack of 32 (``7-A``)."""

CARD_PATTERN: Final = f"^([{RANKS}][{SUITS}]|{JOKER})$"

Card = Annotated[str, Meta(extra_json_schema={"pattern": CARD_PATTERN})]
"""A card's code. (It is described to readers of views, and not checked each time that a state is read.)"""

Suit = Annotated[str, Meta(extra_json_schema={"enum": list(SUITS)})]
"""One of ``SUITS``."""

Selector = str
"""What a rule speaks of: a rank (``"8"``), one card (``"QS"``) or ``"joker"``."""


def rank_of(card: Card) -> str:
    """Return the rank of a card; all jokers share the rank ``"X"``.

    >>> rank_of("TD"), rank_of("XX")
    ('T', 'X')
    """
    return card[0]


def suit_of(card: Card) -> str | None:
    """Return the suit of a card, or None for a joker.

    >>> suit_of("TD"), suit_of("XX")
    ('D', None)
    """
    return None if card == JOKER else card[1]


def is_selector(text: str) -> bool:
    """Tell whether a text is a rank, a card or ``"joker"``.

    >>> [is_selector(text) for text in ("8", "QS", "joker", "XX", "1", "S")]
    [True, True, True, False, False, False]
    """
    if text == JOKER_SELECTOR:
        return True
    if len(text) == 1:
        return text in RANKS
    return len(text) == 2 and text[0] in RANKS and text[1] in SUITS


def selectors_of(card: Card) -> tuple[Selector, ...]:
    """Return the selectors that mean a card, the closest first.

    >>> selectors_of("QS"), selectors_of("XX")
    (('QS', 'Q'), ('joker',))
    """
    return (JOKER_SELECTOR,) if card == JOKER else (card, rank_of(card))


def for_card(by_selector: Mapping[Selector, T], card: Card, default: T) -> T:
    """Look up what is said of a card: the card itself beats its rank.

    >>> [for_card({"Q": 10, "QS": 25}, card, 0) for card in ("QS", "QH", "XX")]
    [25, 10, 0]
    """
    return next((by_selector[selector] for selector in selectors_of(card) if selector in by_selector), default)


def pack(ranks: str, jokers: int) -> tuple[Card, ...]:
    """Return one pack in its documented order: suits S H D C, in each the ranks from low to high, then the jokers.

    >>> len(pack("2-A", 2)), pack("7-A", 1)[:3], pack("7-A", 1)[-1]
    (54, ('7S', '8S', '9S'), 'XX')
    """
    suited = tuple(rank + suit for suit in SUITS for rank in RANKS_IN_DECK[ranks])
    return suited + (JOKER,) * jokers
