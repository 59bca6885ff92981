"""How much a game counts: less and less among the same few, and little against those of whom little is known.

A rating that is bought needs accounts that lose, and they are either new or always the same. So each opponent counts by
how well it is known, and by how often it was met before. A closed circle of accounts has few pairs, all of whose games
together count as a handful; tests/services/ratings/test_buying.py plays it through.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from eights.services.ratings.rating import START_SIGMA, Rating

HALVED_AFTER_MS: Final = 30 * 24 * 3600 * 1000
"""A meeting counts half after so long."""
UNKNOWN: Final = 0.2
"""What an opponent of whom nothing is known counts to somebody new: the first to come have only each other."""
MET_AGAIN: Final = 2
"""The power of the number of meetings by which one more counts less."""


def weight(own: Rating, opponents: Sequence[tuple[Rating, float]]) -> float:
    """Return how much of a game a game is for somebody, from its opponents and how often each was met before.

    However often two meet in a short time, all their games together count as less than 1.65 of one.

    >>> new, known = Rating(), Rating(25.0, 0.01)
    >>> [round(weight(new, [opponent]), 3) for opponent in ((known, 0), (new, 0), (new, 1))]
    [1.0, 0.2, 0.05]
    >>> round(weight(known, [(new, 0)]), 3)
    0.0
    """
    return fmean(_known(own, rating) / (1 + met) ** MET_AGAIN for rating, met in opponents)


def _known(own: Rating, opponent: Rating) -> float:
    """What is known of an opponent; nothing at all says little to those who are new, and less to those who are not."""
    unknown = _unknown(opponent)
    return 1 - unknown + UNKNOWN * unknown * _unknown(own)


def _unknown(rating: Rating) -> float:
    return min(1.0, rating.sigma / START_SIGMA) ** 2
