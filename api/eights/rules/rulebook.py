"""The rules of a game, laid out card by card so that a move is looked up instead of worked out.

A :class:`Rulebook` says nothing that the :class:`~eights.rules.ruleset.Rules` do not; it is made once for each.
"""

from functools import cache

from eights.rules.cards import JOKER, RANKS, SUITS, Card, for_card, rank_of, selectors_of, suit_of
from eights.rules.effects import EFFECTS, EffectFunction
from eights.rules.moves import Play
from eights.rules.ruleset import Effect, Rules

CARDS: tuple[Card, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
NO_CARDS: frozenset[Card] = frozenset()
ONLY: dict[Card, frozenset[Card]] = {card: frozenset((card,)) for card in CARDS}
"""By card: the set of that card."""


class Rulebook:
    """What each card is and does under one set of rules."""

    __slots__ = (
        *("_fitting", "_shared", "announces", "answers", "draw_limit", "draws_at_will", "effects", "forbidden"),
        *("jump_in", "multipliers", "plays", "plays_drawn_card_alone", "points", "stackable", "turn_limit", "unfold"),
    )

    def __init__(self, rules: Rules) -> None:
        # What each move asks of the rules, in one place: looked up here it costs half.
        self.jump_in: bool = rules.jump_in
        self.announces: bool = rules.last_card.announce != "off"
        self.draw_limit: int | None = rules.draw.limit
        self.draws_at_will: bool = rules.draw.when == "any"
        self.plays_drawn_card_alone: bool = rules.draw.then == "drawn_card"
        self.turn_limit: int = rules.turn_limit
        self.effects: dict[Card, Effect] = {card: for_card(rules.cards, card, Effect()) for card in CARDS}
        self.points: dict[Card, int] = {card: for_card(rules.points, card, 0) for card in CARDS}
        self.multipliers: dict[Card, int] = {card: for_card(rules.finish.multiplier, card, 1) for card in CARDS}
        self.unfold: dict[Card, tuple[tuple[EffectFunction, object], ...]] = {
            card: _functions(effect) for card, effect in self.effects.items()
        }
        """By card: its effects as functions, each with the value of its field."""
        self._shared: dict[frozenset[Card], frozenset[Card]] = {}
        self.forbidden: dict[Card, frozenset[Card]] = self._forbidden()
        """By top card: what may never be played on it."""
        self.stackable: dict[Card, frozenset[Card]] = {top: self._share(self._stackable(rules, top)) for top in CARDS}
        """By top card: what the rules of stacking let answer its penalty, whatever else forbids it."""
        self.answers: dict[Card, frozenset[Card]] = {
            top: self._share(self.stackable[top] - self.forbidden[top]) for top in CARDS
        }
        """By top card: what may be played on it while its penalty is pending."""
        self.plays: dict[bool, dict[Card, tuple[Play, ...]]] = {
            announced: self._plays(announced=announced) for announced in (False, True)
        }
        """By ``announce``, then by card without powers: its plays where it is not the last card."""
        self._fitting: dict[str | None, dict[Card, frozenset[Card]]] = {None: {}, **{suit: {} for suit in SUITS}}

    def fitting(self, top: Card, named: str | None) -> frozenset[Card]:
        """Return the cards that may be played on a top card when ``named`` is the named suit, if any."""
        known = self._fitting[named].get(top)
        if known is None:
            known = self._share(frozenset([card for card in CARDS if self._fits(card, top, named)]))
            self._fitting[named][top] = known
        return known

    def _share(self, cards: frozenset[Card]) -> frozenset[Card]:
        """Return the set kept of those equal to this one: most tops of a suit or a rank have the same."""
        return self._shared.setdefault(cards, cards)

    def _forbidden(self) -> dict[Card, frozenset[Card]]:
        not_on = {card: frozenset(effect.not_on) for card, effect in self.effects.items() if effect.not_on}
        return {
            top: self._share(frozenset(card for card in not_on if not not_on[card].isdisjoint(selectors_of(top))))
            for top in CARDS
        }

    def _plays(self, *, announced: bool) -> dict[Card, tuple[Play, ...]]:
        return {
            card: plays_of(card, names_suit=effect.names_suit, announced=announced)
            for card, effect in self.effects.items()
            if not effect.powers
        }

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
    try:
        kept: Rulebook = rules.__dict__["rulebook"]
    except KeyError:
        kept = rules.__dict__["rulebook"] = Rulebook(rules)
    return kept


def _functions(effect: Effect) -> tuple[tuple[EffectFunction, object], ...]:
    values = ((function, getattr(effect, field)) for field, function in EFFECTS)
    return tuple((function, value) for function, value in values if value)


@cache
def plays_of(card: Card, *, names_suit: bool, announced: bool) -> tuple[Play, ...]:
    """Return a card's plays, powers apart; the same objects for all rules."""
    suits = tuple(SUITS) if names_suit else (None,)
    return tuple(Play(card, suit, announce=announced) for suit in suits)
