"""Which suits the rules treat alike, and drawing one of the ways to exchange them.

Games on the same deal show it in other suits, so that it is less easily known again. A game in which two suits are
exchanged on every card and in every move is the same game, as long as the rules say nothing of one that they do not
say of the other.
"""

import hmac
from collections.abc import Iterator
from typing import Final

from eights.rules.cards import SUITS, Card, Suit, pack
from eights.rules.numbers import below, words
from eights.rules.rulebook import Rulebook, rulebook
from eights.rules.ruleset import Rules
from eights.rules.shuffle import relabelled

_DOMAIN: Final = b"eights/suits/1"


def alike(rules: Rules) -> tuple[tuple[Suit, ...], ...]:
    """Return the suits in classes, both in the order S H D C: two suits of a class may be exchanged, and so may all.

    That is, exchanging the two on all cards of the deck changes neither what a card does, is worth and multiplies, nor
    what may be played on what. What the rules say of cards that are not in the deck does not matter.
    """
    classes: list[tuple[Suit, ...]] = []
    for suit in SUITS:
        # To be exchangeable is an equivalence: (a c) is (a b)(b c)(a b).
        for place, members in enumerate(classes):
            if _exchangeable(rules, members[0], suit):
                classes[place] = (*members, suit)
                break
        else:
            classes.append((suit,))
    return tuple(classes)


def relabelling(rules: Rules, random: bytes) -> str:
    """Return the ``suits`` of a :class:`~eights.rules.state.Chance`, all that exchange only suits alike equally likely.

    The same rules and secret random bytes, 16 of them or more, give the same; whoever sees the result learns nothing
    of the bytes.
    """
    numbers = words(hmac.digest(random, _DOMAIN, "sha256"))
    becomes = {suit: other for members in alike(rules) for suit, other in _exchanged(members, numbers)}
    return "".join(becomes[suit] for suit in SUITS)


def _exchanged(members: tuple[Suit, ...], numbers: Iterator[int]) -> Iterator[tuple[Suit, Suit]]:
    """Yield each suit of a class with the one that it becomes."""
    left = list(members)
    for suit in members:
        yield suit, left.pop(below(len(left), numbers))


def _exchangeable(rules: Rules, one: Suit, other: Suit) -> bool:
    """Tell whether the rules are the same with two suits exchanged."""
    book = rulebook(rules)
    cards = pack(rules.deck.ranks, rules.deck.jokers)
    becomes = dict(zip(cards, relabelled(cards, SUITS.translate(str.maketrans(one + other, other + one))), strict=True))
    return all(
        _what_it_is(book, card) == _what_it_is(book, becomes[card])
        and {becomes[on_it] for on_it in book.forbidden[card] & becomes.keys()}
        == book.forbidden[becomes[card]] & becomes.keys()
        for card in cards
    )


def _what_it_is(book: Rulebook, card: Card) -> tuple[object, ...]:
    """Return all that the rules say of a card by itself; what it may not lie on names other cards."""
    effect = book.effects[card]
    does = tuple(getattr(effect, field) for field in effect.__struct_fields__ if field != "not_on")
    return does, book.points[card], book.multipliers[card]
