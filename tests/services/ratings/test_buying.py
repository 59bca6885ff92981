"""A rating cannot be bought: a closed circle of accounts does not rise, and among honest players the best come first.

Two thousand games of twenty honest players in sixty days, whose chances are known, are set beside circles that play
four thousand games among themselves.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations
from typing import Final

import pytest

from eights.services.ratings.finishes import Finish
from eights.services.ratings.rater import judged
from eights.services.ratings.rating import Rating
from eights.services.ratings.weights import HALVED_AFTER_MS

DAY_MS: Final = 24 * 3600 * 1000
SKILLS: Final = {f"honest {number}": 8 * number / 19 - 4 for number in range(20)}
Played = tuple[float, str, str]
"""When, in days; who won; who lost."""


Course = Callable[[int, int, float], Iterator[Played]]


class League:
    """Ratings as a server keeps them, without a store."""

    def __init__(self) -> None:
        self.ratings: dict[str, Rating] = defaultdict(Rating)
        self._met: dict[tuple[str, str], tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))

    def play(self, games: Iterable[Played]) -> None:
        """Rate games, oldest first."""
        for day, winner, loser in games:
            pair = [winner, loser]
            met = {one: {other: self._times(day, one, other) for other in pair} for one in pair}
            before = {one: self.ratings[one] for one in pair}
            for rated in judged([Finish(winner, 1), Finish(loser, 2)], before, met):
                self.ratings[rated.id] = rated.before.shifted(rated.shift)
            for one, other in (pair, pair[::-1]):
                self._met[one, other] = met[one][other] + 1, day

    def _times(self, day: float, one: str, other: str) -> float:
        times, since = self._met[one, other]
        return times * math.exp(-math.log(2) * (day - since) * DAY_MS / HALVED_AFTER_MS)

    def best(self) -> list[str]:
        """Everybody as on the leaderboard."""
        return sorted(self.ratings, key=lambda one: -self.ratings[one].cautious)


def honest(games: int, days: float) -> Iterator[Played]:
    chance = random.Random(5)
    for number in range(games):
        one, other = chance.sample(sorted(SKILLS), 2)
        wins = chance.random() < 1 / (1 + math.exp((SKILLS[other] - SKILLS[one]) / 4))
        yield number / games * days, *((one, other) if wins else (other, one))


def feeding(accounts: int, games: int, days: float) -> Iterator[Played]:
    """The same one wins all, against each of the others in turn."""
    for number in range(games):
        yield number / games * days, "circle 0", f"circle {1 + number % (accounts - 1)}"


def ladder(accounts: int, games: int, days: float) -> Iterator[Played]:
    """Those who feed the first are fed themselves before."""
    pairs = sorted(combinations(range(accounts), 2), reverse=True)
    for number in range(games):
        winner, loser = pairs[number * len(pairs) // games]
        yield number / games * days, f"circle {winner}", f"circle {loser}"


def by_turns(accounts: int, games: int, days: float) -> Iterator[Played]:
    """They win by turns until they are known, and lose to one of them then."""
    known = sorted(permutations(range(accounts), 2), key=lambda pair: (sum(pair) % accounts, pair))
    for number in range(games // 2):
        winner, loser = known[number % len(known)]
        yield number / games * days, f"circle {winner}", f"circle {loser}"
    yield from ((days / 2 + day / 2, winner, loser) for day, winner, loser in feeding(accounts, games // 2, days))


@pytest.mark.parametrize("course", [feeding, ladder, by_turns])
@pytest.mark.parametrize("accounts", [2, 3, 5])
def test_of_a_circle_nobody_comes_into_the_better_half(course: type, accounts: int) -> None:
    league = League()
    league.play(honest(2000, 60))
    league.play(course(accounts, 4000, 60))
    better_half = league.best()[: len(SKILLS) // 2]
    assert not [one for one in better_half if one.startswith("circle")]


@pytest.mark.parametrize("course", [feeding, by_turns])
def test_of_a_circle_of_ten_nobody_is_among_the_first_three(course: Course) -> None:
    league = League()
    league.play(honest(2000, 60))
    league.play(course(10, 4000, 60))
    assert not [one for one in league.best()[:3] if one.startswith("circle")]


def test_thousands_of_wins_against_one_other_account_are_less_than_two() -> None:
    bought, once = League(), League()
    bought.play(feeding(2, 3000, 1))
    once.play([(0, "circle 0", "circle 1")])
    gained = bought.ratings["circle 0"].mu - 25
    assert once.ratings["circle 0"].mu - 25 < gained < 2 * (once.ratings["circle 0"].mu - 25)


def test_new_accounts_that_resign_at_once_move_somebody_known_by_little() -> None:
    league = League()
    league.play(honest(2000, 60))
    known = league.best()[10]
    before = league.ratings[known].cautious
    league.play((60, known, f"fresh {number}") for number in range(10))
    assert 0 <= league.ratings[known].cautious - before < 2


def test_one_account_that_resigns_again_and_again_moves_somebody_known_by_hardly_anything() -> None:
    league = League()
    league.play(honest(2000, 60))
    known = league.best()[10]
    before = league.ratings[known].cautious
    league.play((60, known, "fresh") for _ in range(1000))
    assert 0 <= league.ratings[known].cautious - before < 0.5


def test_among_honest_players_the_order_of_their_skills_is_found() -> None:
    league = League()
    league.play(honest(2000, 60))
    found = league.best()
    turned = sum(SKILLS[better] < SKILLS[worse] for better, worse in combinations(found, 2))
    assert turned / math.comb(len(found), 2) < 0.12
    assert {found[0], found[1]} <= {*sorted(SKILLS, key=lambda one: -SKILLS[one])[:4]}
    assert {found[-1], found[-2]} <= {*sorted(SKILLS, key=lambda one: SKILLS[one])[:4]}
