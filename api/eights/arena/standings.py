"""What the results of many deals say of each entrant."""

from collections.abc import Sequence
from dataclasses import dataclass

from eights.arena.duplicate import DealResult
from eights.arena.entrants import labels
from eights.tournaments.estimates import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's result."""

    entrant: str
    won: Estimate
    """Share of the rounds that it won; the fair share is one by the number of entrants."""
    beaten: Estimate
    """Share of its opponents that it did better than in a round, by points, equal points counting half; fair is 1/2."""
    points: Estimate
    """Points a round."""
    seconds_a_move: float


def standings(entrants: Sequence[str], results: Sequence[DealResult]) -> list[Standing]:
    """Return each entrant's standing over at least two deals, in the entrants' order."""
    opponents = len(entrants) - 1
    return [
        Standing(
            label,
            won=estimate([result.wins[place] / result.rounds for result in results]),
            beaten=estimate([result.beaten[place] / (result.rounds * opponents) for result in results]),
            points=estimate([result.points[place] / result.rounds for result in results]),
            seconds_a_move=_seconds_a_move(results, place),
        )
        for place, label in enumerate(labels(entrants))
    ]


def _seconds_a_move(results: Sequence[DealResult], place: int) -> float:
    choices = sum(result.choices[place] for result in results)
    return sum(result.nanoseconds[place] for result in results) / (1e9 * max(1, choices))
