"""What ``steady`` considers about a play, each with its weight.

The unit is one card more or less in the own hand. The weights were tuned on deals of their own (``eights arena`` with
other seeds than the ones that its strength is reported on).
"""

from collections.abc import Callable
from typing import Final

from eights.bots.steady.outlook import Outlook, danger
from eights.rules.cards import Card
from eights.rules.moves import Play

Consideration = Callable[[Outlook, Play, tuple[Card, ...]], float]
"""Applied to the outlook, a play, and the hand that it leaves."""


def savings(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """What is given up with the card: wilds, and cards that are worth most as the last one."""
    return -worth_keeping(look, play.card)


def worth_keeping(look: Outlook, card: Card) -> float:
    """Return what a card is good for later: it goes on anything, or finishes with a multiplier or a last penalty."""
    effect = look.effect(card)
    closing = (look.book.multipliers[card] - 1) + 0.1 * (effect.draw if look.rules.finish.draw_applies else 0)
    return effect.wild + 0.5 * closing


def follow_up(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """How much of the hand that is left fits on the card: long suits and equal ranks go on."""
    if play.power == "swap_hands":
        return 0.5
    fitting = look.book.fitting(play.card, play.suit)
    return sum(card in fitting for card in rest) / len(rest)


def stranded(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """To play again with nothing that fits is to draw."""
    if look.before_own_turn(play) or play.power == "swap_hands":
        return 0.0
    return -float(look.book.fitting(play.card, play.suit).isdisjoint(rest))


def shedding(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """Points that will not be held when somebody goes out, by how soon that may be."""
    points = look.book.points
    return look.urgency * points[play.card] / (1 + max(points.values()))


def exposure(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """How near those are to going out who come before the next own turn."""
    counts = counts_after(look, play, rest)
    before = look.before_own_turn(play)
    if look.effect(play.card).draw and look.rules.penalty.ends_turn:
        before = before[1:]
    return -sum(danger(counts[seat]) for seat in before)


def exposure_while_waiting(look: Outlook) -> float:
    """Return the same as :func:`exposure` for a seat that leaves everything as it is."""
    turn = look.table.round.turn
    first = look.order.index(turn) if turn in look.order[1:] else 1
    return -sum(danger(look.counts[seat]) for seat in look.order[first:])


def burden(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """Cards that the next seat has to draw, the more the nearer it is to going out."""
    count = look.effect(play.card).draw
    if not count:
        return 0.0
    victim = look.before_own_turn(play)[0]
    return (look.table.round.penalty + count) * danger(look.counts[victim])


def exchange(look: Outlook, play: Play, rest: tuple[Card, ...]) -> float:
    """Cards fewer in hand after swapping it for another."""
    if play.power != "swap_hands" or play.target is None:
        return 0.0
    return float(len(rest) - look.counts[play.target])


def counts_after(look: Outlook, play: Play, rest: tuple[Card, ...]) -> list[int]:
    """Return how many cards each seat holds when the play has taken effect, its penalty drawn."""
    counts = list(look.counts)
    if play.power == "swap_hands" and play.target is not None:
        counts[play.target] = len(rest)
    drawn = look.effect(play.card).draw
    if drawn:
        counts[look.before_own_turn(play)[0]] += look.table.round.penalty + drawn
    return counts


EXPOSURE: Final = 0.5

CONSIDERATIONS: Final[tuple[tuple[float, Consideration], ...]] = (
    (1.0, savings),
    (1.0, follow_up),
    (1.0, stranded),
    (1.0, shedding),
    (EXPOSURE, exposure),
    (0.3, burden),
    (0.6, exchange),
)
