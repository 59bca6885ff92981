"""The table as ``steady`` looks at it: what a seat sees, laid out once for weighing all its moves."""

from typing import Final

from eights.rules.cards import Card
from eights.rules.moves import Play
from eights.rules.rulebook import rulebook
from eights.rules.ruleset import Effect
from eights.rules.view import SeatTable

_DANGER: Final = (0.0, *(cards**-1.5 for cards in range(1, 1000)))


def danger(cards: int) -> float:
    """Return how near a seat with that many cards is to going out: 1 with one card, falling to 0.

    >>> [round(danger(cards), 2) for cards in (1, 2, 4, 8)]
    [1.0, 0.35, 0.12, 0.04]
    """
    return _DANGER[min(cards, len(_DANGER) - 1)]


class Outlook:
    """What one seat knows when it chooses."""

    __slots__ = ("book", "counts", "hand", "order", "rules", "table", "urgency")

    def __init__(self, table: SeatTable) -> None:
        self.table = table
        self.rules = table.rules
        self.book = rulebook(table.rules)
        self.hand = table.you.hand
        self.counts = table.counts
        self.order = _order(table)
        """The seats still in from this one on, in the present direction."""
        self.urgency = max((danger(table.counts[seat]) for seat in self.order[1:]), default=0.0)
        """How near the nearest of the others is to going out."""

    def effect(self, card: Card) -> Effect:
        """Return what a card does."""
        return self.book.effects[card]

    def rest(self, card: Card) -> tuple[Card, ...]:
        """Return the hand without one card of that code."""
        at = self.hand.index(card)
        return self.hand[:at] + self.hand[at + 1 :]

    def before_own_turn(self, play: Play) -> tuple[int, ...]:
        """Return the seats that come before this one's next turn, in order, if it makes this play."""
        effect = self.effect(play.card)
        order, two = self.order, len(self.order) == 2
        if effect.reverse and not two:
            order = order[:1] + order[:0:-1]
        if play.power == "choose_next" and play.target in order:
            return order[order.index(play.target) :]
        back_and_forth = effect.reverse and self.rules.reverse_with_two == "again"
        if effect.again or (two and (effect.skip or back_and_forth)):
            first = 0
        else:
            first = (1 + effect.skip) % len(order)
        if effect.draw and first == 0:
            first = 1  # nobody owes a penalty that is their own
        return order[first:] if first else ()


def _order(table: SeatTable) -> tuple[int, ...]:
    seats, own = len(table.counts), table.you.seat
    around = ((own + table.round.direction * step) % seats for step in range(seats))
    return tuple(seat for seat in around if seat not in table.out)
