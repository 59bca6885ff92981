"""A rating: what is known of somebody's skill at one variant."""

import math
from typing import Final

import msgspec

START_MU: Final = 25.0
START_SIGMA: Final = START_MU / 3
CAUTION: Final = 3
"""Standard deviations that are taken off: the skill that somebody almost certainly has."""


class Rating(msgspec.Struct, frozen=True, array_like=True):
    """A skill, as far as it is known: the mean and the standard deviation of what it may be, and from how many games.

    Whoever was never rated has the rating that comes without arguments.
    """

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def cautious(self) -> float:
        """The conservative estimate, ``mu - 3 sigma``, to hundredths: what is shown, and what ranks; 0 to begin with.

        >>> Rating().cautious, Rating(27.5, 5.0).cautious
        (0.0, 12.5)
        """
        return round(self.mu - CAUTION * self.sigma, 2) + 0.0  # no -0.0

    def shifted(self, shift: "Shift") -> "Rating":
        """Return the rating after one more game."""
        return Rating(self.mu + shift.mu, self.sigma * shift.sigma_factor, self.games + 1)


class Shift(msgspec.Struct, frozen=True, array_like=True):
    """What one game does to one rating, also to one that another game has changed in the meantime."""

    mu: float
    """Is added."""
    sigma_factor: float
    """The standard deviation is multiplied with it."""

    def weighted(self, weight: float) -> "Shift":
        """Return what the game does where it counts as so much of a game, from 0 to 1."""
        return Shift(self.mu * weight, self.sigma_factor**weight)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mu) and math.isfinite(self.sigma_factor) and self.sigma_factor > 0):
            message = f"no rating can be shifted by {self.mu} and {self.sigma_factor}"
            raise ValueError(message)


class RatingChange(msgspec.Struct, frozen=True):
    """What a game did to a rating: conservative estimates before and after it."""

    variant: str
    before: float
    after: float
