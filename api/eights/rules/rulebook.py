"""The rules of a game, laid out card by card so that a move is looked up instead of worked out.

A :class:`Rulebook` says nothing that the :class:`~eights.rules.ruleset.Rules` do not; it is made once for each.
"""

from typing import TypeVar

from eights.rules.cards import JOKER, JOKER_SELECTOR, RANKS, SUITS, Card, rank_of, selects, suit_of
from eights.rules.effects import EFFECTS, EffectFunction
from eights.rules.moves import Play
from eights.rules.ruleset import Effect, Rules

CARDS: tuple[Card, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
T = TypeVar("T")

NO_CARDS: frozenset[Card] = frozenset()


class Rulebook:
    """What each card is and does under one set of rules."""

    __slots__ = (
        "_fitting",
        "answers",
        "effects",
        "forbidden",
        "multipliers",
        "only",
        "plays",
        "points",
        "stackable",
        "unfold",
    )

    def __init__(self, rules: Rules) -> None:
        self.effects: dict[Card, Effect] = {card: _for_card(rules.cards, card, Effect()) for card in CARDS}
        self.points: dict[Card, int] = {card: _for_card(rules.points, card, 0) for card in CARDS}
        self.multipliers: dict[Card, int] = {card: _for_card(rules.finish.multiplier, card, 1) for card in CARDS}
        self.unfold: dict[Card, tuple[tuple[EffectFunction, object], ...]] = {
            card: _functions(effect) for card, effect in self.effects.items()
        }
        """By card: its effects as functions, each with the value of its field."""
        self.only: dict[Card, frozenset[Card]] = {card: frozenset((card,)) for card in CARDS}
        """By card: the set of that card."""
        self.forbidden: dict[Card, frozenset[Card]] = {
            top: frozenset(card for card in CARDS if any(selects(on, top) for on in self.effects[card].not_on))
            for top in CARDS
        }
        """By top card: what may never be played on it."""
        self.stackable: dict[Card, frozenset[Card]] = {top: self._stackable(rules, top) for top in CARDS}
        """By top card: what the rules of stacking let answer its penalty, whatever else forbids it."""
        self.answers: dict[Card, frozenset[Card]] = {top: self.stackable[top] - self.forbidden[top] for top in CARDS}
        """By top card: what may be played on it while its penalty is pending."""
        self.plays: dict[Card, tuple[tuple[Play, ...], tuple[Play, ...]]] = {
            card: (_plays(card, effect, announce=False), _plays(card, effect, announce=True))
            for card, effect in self.effects.items()
        }
        """By card without powers: its plays, as they stand and with ``announce``, where it is not the last card."""
        self._fitting: dict[tuple[Card, str | None], frozenset[Card]] = {}

    def fitting(self, top: Card, named: str | None) -> frozenset[Card]:
        """Return the cards that may be played on a top card when ``named`` is the named suit, if any."""
        key = (top, named)
        if key not in self._fitting:
            self._fitting[key] = frozenset(card for card in CARDS if self._fits(card, top, named))
        return self._fitting[key]

    def _fits(self, card: Card, top: Card, named: str | None) -> bool:
        if card in self.forbidden[top]:
            return False
        if self.effects[card].wild or self.effects[top].open or rank_of(card) == rank_of(top):
            return True
        suit = named or suit_of(top)
        return suit is not None and suit == suit_of(card)

    def _stackable(self, rules: Rules, top: Card) -> frozenset[Card]:
        if rules.penalty.stack == "none":
            return NO_CARDS
        drawing = {card for card in CARDS if self.effects[card].draw}
        if rules.penalty.stack == "same_rank":
            drawing = {card for card in drawing if rank_of(card) == rank_of(top)}
        return frozenset(drawing)


def rulebook(rules: Rules) -> Rulebook:
    """Return the rulebook of some rules, made on first use and kept with them."""
    kept: Rulebook | None = rules.__dict__.get("rulebook")
    if kept is None:
        kept = rules.__dict__["rulebook"] = Rulebook(rules)
    return kept


def _for_card(by_selector: dict[str, T], card: Card, default: T) -> T:
    """Look a card up: one card beats its rank."""
    if card == JOKER:
        return by_selector.get(JOKER_SELECTOR, default)
    return by_selector.get(card, by_selector.get(rank_of(card), default))


def _functions(effect: Effect) -> tuple[tuple[EffectFunction, object], ...]:
    values = ((function, getattr(effect, field)) for field, function in EFFECTS)
    return tuple((function, value) for function, value in values if value)


def _plays(card: Card, effect: Effect, *, announce: bool) -> tuple[Play, ...]:
    suits = tuple(SUITS) if effect.names_suit else (None,)
    return tuple(Play(card, suit, announce=announce) for suit in suits)
