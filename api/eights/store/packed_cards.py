"""Cards as bytes, one for each: what move lists and score sheets hold most of."""

from collections.abc import Iterable
from typing import Final

from eights.rules.cards import JOKER, Card

CARDS: Final[tuple[Card, ...]] = (*(rank + suit for suit in "SHDC" for rank in "A23456789TJQK"), JOKER)
"""Cards by the number that is stored: never to be put in another order."""
NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}

_number_of: Final = NUMBERS.__getitem__
_card_of: Final = CARDS.__getitem__


def packed(cards: Iterable[Card]) -> bytes:
    r"""Return cards as bytes.

    >>> packed(("AS", "2S", "XX"))
    b'\x00\x014'
    """
    return bytes(map(_number_of, cards))


def unpacked(data: bytes) -> tuple[Card, ...]:
    r"""Return the cards that some bytes stand for; raises IndexError where a byte stands for none.

    >>> unpacked(b"\x00\x014")
    ('AS', '2S', 'XX')
    """
    return tuple(map(_card_of, data))
