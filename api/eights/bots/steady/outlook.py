"""The table as ``steady`` looks at it, and the plays it can make as it expects them to turn out."""

from math import sqrt
from typing import Final

from eights.rules.cards import Card
from eights.rules.moves import Play
from eights.rules.rulebook import rulebook
from eights.rules.view import SeatTable

_DANGER: Final = (0.0, *(1 / (cards * sqrt(cards)) for cards in range(1, 100)))


def danger(cards: int) -> float:
    """Return how near a seat with that many cards is to going out: 1 with one card, falling to 0.

    >>> [round(danger(cards), 2) for cards in (1, 2, 4, 8)]
    [1.0, 0.35, 0.12, 0.04]
    """
    return _DANGER[min(cards, len(_DANGER) - 1)]


class Outlook:
    """What one seat sees, laid out once for all its moves."""

    __slots__ = ("book", "counts", "hand", "order", "penalty", "round", "rules", "urgency")

    def __init__(self, table: SeatTable) -> None:
        self.rules = table.rules
        self.book = rulebook(table.rules)
        self.round = table.round
        self.hand = table.you.hand
        self.counts = table.counts
        self.penalty = table.round.penalty
        self.order = _order(table)
        """The seats still in, from this one on, in the present direction."""
        self.urgency = max((danger(table.counts[seat]) for seat in self.order[1:]), default=0.0)
        """How near the nearest of the others is to going out."""

    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats that come before this one's next turn if it leaves everything as it is."""
        turn = self.round.turn
        return self.order[self.order.index(turn) if turn in self.order[1:] else 1 :]


class Prospect:
    """One play, and what it leads to."""

    __slots__ = ("before", "counts", "effect", "look", "play", "rest")

    def __init__(self, look: Outlook, play: Play) -> None:
        at = look.hand.index(play.card)
        self.look = look
        self.play = play
        self.effect = look.book.effects[play.card]
        self.rest: tuple[Card, ...] = look.hand[:at] + look.hand[at + 1 :]
        """The hand without the card."""
        self.before = self._before_own_turn()
        """The seats that come before this one's next turn, in order; the first one owes any penalty."""
        self.counts = self._counts()
        """By seat: cards in hand once the play has taken effect and its penalty is drawn."""

    def fitting(self) -> frozenset[Card]:
        """Return the cards that could follow this one."""
        return self.look.book.fitting(self.play.card, self.play.suit)

    def _before_own_turn(self) -> tuple[int, ...]:
        order, effect = self.look.order, self.effect
        again, skipped = effect.again, effect.skip
        if len(order) == 2:
            again = again or skipped > 0 or (effect.reverse and self.look.rules.reverse_with_two == "again")
        elif effect.reverse:
            order = order[:1] + order[:0:-1]
        if self.play.power == "choose_next" and self.play.target in order:
            return order[order.index(self.play.target) :]
        first = 0 if again else (1 + skipped) % len(order)
        if first == 0:
            # Back to the player; but a penalty is never owed by the one who raised it.
            return order[1:] if effect.draw else ()
        return order[first:]

    def _counts(self) -> list[int]:
        counts = list(self.look.counts)
        if self.play.power == "swap_hands" and self.play.target is not None:
            counts[self.play.target] = len(self.rest)
        if self.effect.draw and self.before:
            counts[self.before[0]] += self.look.penalty + self.effect.draw
        return counts


def _order(table: SeatTable) -> tuple[int, ...]:
    seats, own = len(table.counts), table.you.seat
    around = ((own + table.round.direction * step) % seats for step in range(seats))
    return tuple(seat for seat in around if seat not in table.out)
