"""Prints how many deals it takes to tell two bots apart, with every deal played from both sides and without.

``python -m bench.duplication [DEALS]``, in ``tests``. Every deal here is played in both rotations. With duplication a
deal counts with the mean of its two games; without, each deal is played once, and who sits where alternates. The
number of deals is the one with which the 95 % interval of the mean difference leaves zero out, on the right side, four
times of five: ``(1.96 + 0.84)**2 * variance / mean**2``, and where that proves too few on deals drawn from those
played, more.
"""

import hashlib
import math
import random
import statistics
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from eights.arena.duplicate import play_round
from eights.bots.bot import Bot
from eights.bots.dice import Dice
from eights.bots.house import HOUSE_BOTS
from eights.rules.catalogue import resolve, variant
from eights.rules.moves import AnyMove
from eights.rules.replay import beginning
from eights.rules.ruleset import Rules
from eights.rules.state import Chance
from eights.rules.view import SeatTable
from eights.tournaments.estimates import estimate

DEALS: Final = 4000
VARIANTS: Final = ("crazy-eights", "huit-americain")
PAIRS: Final = (("steady", "random"), ("steady", "distracted"))
SLIPS: Final = 10
"""``distracted`` plays as ``steady`` does, but once in so many moves as ``random``."""
NORMAL: Final = 1.96 + 0.84
POWER: Final = 0.79
"""Four times of five, but for what the trials themselves leave to chance."""
TRIALS: Final = 1000


class Need(NamedTuple):
    """What it takes one way of playing."""

    deviation: float
    """Of the difference a deal."""
    deals: int
    games: int
    found: float
    """How often so many deals show the difference."""


def distracted(table: SeatTable, dice: Dice, /) -> AnyMove | None:
    """Choose as ``steady`` does, but now and then any legal move."""
    bot = "random" if dice.below(SLIPS) == 0 else "steady"
    return HOUSE_BOTS[bot].choose(table, dice)


BOTS: Final[Mapping[str, Bot]] = {**{name: bot.choose for name, bot in HOUSE_BOTS.items()}, "distracted": distracted}


def differences(rules: Rules, pair: tuple[str, str], deals: int) -> list[tuple[int, int]]:
    """Return by how much the first bot's points exceed the second's: for each deal in both rotations."""
    played = []
    for number in range(deals):
        seed = hashlib.sha256(f"eights/duplication {number}".encode()).digest()
        games = []
        for turned in (0, 1):
            chance = Chance(seed, "bench", ("", ""), bytes([turned]) * 32)
            points = play_round(beginning(rules, chance, None), [BOTS[pair[turned]], BOTS[pair[1 - turned]]]).points
            games.append(points[turned] - points[1 - turned])
        played.append((games[0], games[1]))
    return played


def needs(played: Sequence[tuple[int, int]]) -> tuple[float, Need, Need]:
    """Return the mean difference, and what it takes to see it: with duplication, and without."""
    mean = statistics.fmean(points for games in played for points in games)
    both = [statistics.fmean(games) for games in played]
    one = [games[number % 2] for number, games in enumerate(played)]
    return mean, _need(both, mean, 2), _need(one, mean, 1)


def _need(by_deal: Sequence[float], mean: float, games: int) -> Need:
    deviation, off = statistics.stdev(by_deal), statistics.fmean(by_deal) - mean
    centred = [points - off for points in by_deal]
    deals = max(2, math.ceil((NORMAL * deviation / mean) ** 2))
    found = _found(centred, mean, deals)
    while found < POWER:
        deals = max(deals + 1, math.ceil(deals * 1.02))
        found = _found(centred, mean, deals)
    return Need(deviation, deals, deals * games, found)


def _found(by_deal: Sequence[float], mean: float, deals: int) -> float:
    chance = random.Random(1)
    drawn = (estimate(chance.choices(by_deal, k=deals)) for _ in range(TRIALS))
    return sum(not one.includes(0) and (one.mean > 0) == (mean > 0) for one in drawn) / TRIALS


def main(deals: int = DEALS) -> None:
    """Play and print."""
    print(f"Deals to tell two bots apart, from {deals:,} deals of two seats played from both sides")
    print(f"  {'':<40}{'difference':>14}{'':>14}{'deviation':>10}{'deals':>8}{'games':>8}{'found':>8}")
    for name in VARIANTS:
        rules = resolve(variant(name), (), {"match": {"type": "single"}})
        for pair in PAIRS:
            played = differences(rules, pair, deals)
            mean, duplicate, single = needs(played)
            margin = estimate([statistics.fmean(games) for games in played]).margin
            for way, need in (("duplicate", duplicate), ("single", single)):
                print(
                    f"  {f'{name}: {pair[0]} - {pair[1]}':<40}{f'{mean:.2f} ± {margin:.2f}':>14}{way:>14}"
                    f"{need.deviation:>10.1f}{need.deals:>8,}{need.games:>8,}{need.found:>8.0%}"
                )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
