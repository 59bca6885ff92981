"""What ``steady`` considers about a play, each with its weight.

The unit is one card more or less in the own hand. The weights were tuned on deals of their own, which the reported
strength (``eights arena``) does not rest on.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from eights.bots.steady.outlook import Outlook, Prospect, danger

Consideration = Callable[[Prospect], float]

LATER: Final = 0.85


def savings(prospect: Prospect) -> float:
    """What is given up with the card: it goes on anything, or is worth most as the last one."""
    look, effect = prospect.look, prospect.effect
    last_penalty = effect.draw if look.rules.finish.draw_applies else 0
    return -effect.wild - 0.5 * (look.book.multipliers[prospect.play.card] - 1) - 0.1 * last_penalty


def follow_up(prospect: Prospect) -> float:
    """The share of the hand left that fits on the card: long suits and equal ranks go on."""
    if prospect.play.power == "swap_hands":
        return 0.5
    fitting = prospect.fitting()
    return sum(card in fitting for card in prospect.rest) / len(prospect.rest)


def stranded(prospect: Prospect) -> float:
    """To play again with nothing that fits is to draw."""
    if prospect.before or prospect.play.power == "swap_hands":
        return 0.0
    return -float(prospect.fitting().isdisjoint(prospect.rest))


def shedding(prospect: Prospect) -> float:
    """Points that will not be held when somebody goes out, by how soon that may be."""
    points = prospect.look.book.points
    return prospect.look.urgency * points[prospect.play.card] / (1 + max(points.values()))


def exposure(prospect: Prospect) -> float:
    """How near those are to going out who come before the next own turn."""
    sits_out = prospect.effect.draw and prospect.look.rules.penalty.ends_turn
    return exposure_to(prospect.before[1:] if sits_out else prospect.before, prospect.counts)


def exposure_to(seats: Iterable[int], counts: Sequence[int]) -> float:
    """Return the exposure to these seats in their order, when they hold so many cards.

    Who comes later counts less: the others may stop it first.
    """
    return -sum(danger(counts[seat]) * LATER**place for place, seat in enumerate(seats))


def burden(prospect: Prospect) -> float:
    """Cards that the next seat has to draw, the more the nearer it is to going out."""
    if not prospect.effect.draw or not prospect.before:
        return 0.0
    return (prospect.look.penalty + prospect.effect.draw) * danger(prospect.look.counts[prospect.before[0]])


def exchange(prospect: Prospect) -> float:
    """Cards fewer in hand after swapping it for another."""
    play = prospect.play
    if play.power != "swap_hands" or play.target is None:
        return 0.0
    return float(len(prospect.rest) - prospect.look.counts[play.target])


EXPOSURE: Final = 0.6

CONSIDERATIONS: Final[tuple[tuple[float, Consideration], ...]] = (
    (2.0, savings),
    (1.0, follow_up),
    (1.5, stranded),
    (1.5, shedding),
    (EXPOSURE, exposure),
    (0.3, burden),
    (1.0, exchange),
)


def weight_of_play(prospect: Prospect) -> float:
    """Return what speaks for a play that leaves some of the hand, in cards: the one played, and all considerations."""
    return 1 + sum(factor * consider(prospect) for factor, consider in CONSIDERATIONS)


def weight_of_waiting(look: Outlook) -> float:
    """Return what speaks for leaving everything as it is, in cards."""
    return EXPOSURE * exposure_to(look.waiting_for(), look.counts)
