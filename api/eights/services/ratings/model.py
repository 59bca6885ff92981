"""The model: Bradley-Terry over all pairs (Weng and Lin, Journal of Machine Learning Research 12, 2011).

Each seat is compared with each other, so equal places of equals move alike, and a better place never gains less. Their
Plackett-Luce, in the library's rendering, breaks both where places are shared: among equals that are first, first,
third, fourth and fifth, the third would gain more than the winners.
"""

from collections.abc import Sequence
from typing import Final

from openskill.models import BradleyTerryFull

from eights.services.ratings.rating import START_MU, START_SIGMA, Rating, Shift

_MODEL: Final = BradleyTerryFull(mu=START_MU, sigma=START_SIGMA)


def shifts(ratings: Sequence[Rating], places: Sequence[int]) -> list[Shift]:
    """Return what a game does to the ratings of those who played it, by seat.

    ``places`` are 1 for the best; equal ones are ties.
    """
    alone = [[_MODEL.rating(rating.mu, rating.sigma)] for rating in ratings]
    rated = _MODEL.rate(alone, ranks=[float(place) for place in places])
    return [
        Shift(after.mu - before.mu, after.sigma / before.sigma) for before, (after,) in zip(ratings, rated, strict=True)
    ]
