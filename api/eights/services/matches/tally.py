"""What the complete deals of a match say of its entrants.

Deals are the independent unit: the games on one deal share their cards. So each deal counts once, with each entrant's
mean over its games, and every pair of entrants is compared deal by deal. Where several pairs are compared, each
interval holds for itself: of twenty such intervals about one misses.
"""

import statistics
from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from eights.tournaments.estimates import Estimate, estimate, mean_difference, thinking_times


class GameFact(msgspec.Struct, frozen=True, array_like=True):
    """What one game came to, by entrant; noted once, when it was over."""

    points: tuple[int, ...]
    winner: int | None
    """Who went out or was left; None where nobody did."""
    gave_up: tuple[int, ...]
    illegal: tuple[int, ...]
    thought_ms: tuple[tuple[int, ...], ...]


class EntrantTally(msgspec.Struct, frozen=True, array_like=True):
    """One entrant's result."""

    points: int
    points_per_deal: float
    margin: float | None
    """How far the 95 % interval of ``points_per_deal`` reaches to either side; None for one deal."""
    wins: int
    forfeits: int
    illegal: int
    p50_ms: float | None
    p99_ms: float | None


class Difference(msgspec.Struct, frozen=True, array_like=True):
    """By how many points a deal one entrant scored more than another."""

    one: int
    other: int
    mean: float
    margin: float | None
    """How far the 95 % interval reaches to either side; None for one deal."""

    @property
    def includes_zero(self) -> bool:
        """Whether the deals leave it open that there is no difference at all."""
        return self.margin is None or Estimate(self.mean, self.margin).includes(0)


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """The result over some deals."""

    deals: int
    games: int
    undecided: int
    """Games that nobody won."""
    entrants: tuple[EntrantTally, ...]
    differences: tuple[Difference, ...]
    """For each pair of entrants, in their order."""


def tally_of(deals: Sequence[Sequence[GameFact]], entrants: int) -> Tally | None:
    """Return what complete deals say, each given by its games; None without a deal."""
    if not deals:
        return None
    games = [game for deal in deals for game in deal]
    means = [[statistics.fmean(game.points[entrant] for game in deal) for deal in deals] for entrant in range(entrants)]
    return Tally(
        deals=len(deals),
        games=len(games),
        undecided=sum(game.winner is None for game in games),
        entrants=tuple(_entrant(games, entrant, means[entrant]) for entrant in range(entrants)),
        differences=tuple(_difference(means, one, other) for one, other in combinations(range(entrants), 2)),
    )


def complete_deals(facts: Mapping[int, GameFact], deals: Sequence[Sequence[int]]) -> list[list[GameFact]]:
    """Return the games of those deals, given by their games' numbers, of which all facts are there."""
    return [[facts[number] for number in deal] for deal in deals if all(number in facts for number in deal)]


def _entrant(games: Sequence[GameFact], entrant: int, by_deal: Sequence[float]) -> EntrantTally:
    times = thinking_times([taken for game in games for taken in game.thought_ms[entrant]])
    return EntrantTally(
        points=sum(game.points[entrant] for game in games),
        points_per_deal=statistics.fmean(by_deal),
        margin=estimate(by_deal).margin if len(by_deal) > 1 else None,
        wins=sum(game.winner == entrant for game in games),
        forfeits=sum(entrant in game.gave_up for game in games),
        illegal=sum(game.illegal[entrant] for game in games),
        p50_ms=None if times is None else times.p50,
        p99_ms=None if times is None else times.p99,
    )


def _difference(means: Sequence[Sequence[float]], one: int, other: int) -> Difference:
    if len(means[one]) < 2:
        return Difference(one, other, means[one][0] - means[other][0], None)
    found = mean_difference(means[one], means[other])
    return Difference(one, other, found.mean, found.margin)
