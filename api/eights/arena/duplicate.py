"""Duplicate deals: every deal is played once for each rotation of the seats, so that the luck of the cards cancels."""

import hashlib
import random
import time
from collections.abc import Iterator, Sequence

import msgspec

from eights.arena.entrants import house_bot, is_guest
from eights.arena.guests import Guest, guest_move, laid_table
from eights.bot_moves import next_bot_move
from eights.bots.bot import Bot
from eights.bots.dice import Dice
from eights.rules.dealing import deal, new_game
from eights.rules.moves import AnyMove
from eights.rules.play import apply
from eights.rules.ruleset import Rules
from eights.rules.state import RoundScore, State
from eights.rules.view import SeatTable
from eights.services.game import Game
from eights.services.identity import derived_id


class Contest(msgspec.Struct, frozen=True):
    """What is played: the rules, the names of those who enter, and what the deals' seeds follow from."""

    rules: Rules
    entrants: tuple[str, ...]
    seed: str
    variant: str = "custom"
    """The name of the rules, for bots that ask for it."""

    def seed_of(self, number: int) -> bytes:
        """Return the secret seed of one deal."""
        return hashlib.sha256(f"eights/arena/1 {number} {self.seed}".encode()).digest()


class DealResult(msgspec.Struct, frozen=True, array_like=True):
    """One deal, played in every rotation; all but ``rounds`` and ``undecided`` by entrant."""

    rounds: int
    undecided: int
    """Rounds that nobody won."""
    wins: tuple[int, ...]
    beaten: tuple[float, ...]
    """Opponents that did worse in a round, those with equal points counting half."""
    points: tuple[int, ...]
    choices: tuple[int, ...]
    nanoseconds: tuple[int, ...]
    """Of processor time spent on these choices."""


class Timed:
    """A bot, and how much processor time its choices take."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices = 0
        self.nanoseconds = 0

    def __call__(self, table: SeatTable, dice: Dice, /) -> AnyMove | None:
        """Choose as the bot does."""
        begun = time.process_time_ns()
        move = self.bot(table, dice)
        self.nanoseconds += time.process_time_ns() - begun
        self.choices += 1
        return move


Player = Bot | Guest


def play_deals(contest: Contest, numbers: Sequence[int]) -> list[DealResult]:
    """Return the results of the deals with these numbers, in their order."""
    return [_play_deal(contest, number) for number in numbers]


def _play_deal(contest: Contest, number: int) -> DealResult:
    bots = [Guest(name) if is_guest(name) else Timed(house_bot(name)) for name in contest.entrants]
    scores = list(_rotations(contest, number, bots))
    lowest_wins = contest.rules.scoring == "losers_keep_own"
    everybody = range(len(bots))
    return DealResult(
        rounds=len(scores),
        undecided=sum(winner is None for winner, _ in scores),
        wins=tuple(sum(winner == bot for winner, _ in scores) for bot in everybody),
        beaten=tuple(sum(_beaten(points, bot, lowest_wins=lowest_wins) for _, points in scores) for bot in everybody),
        points=tuple(sum(points[bot] for _, points in scores) for bot in everybody),
        choices=tuple(bot.choices for bot in bots),
        nanoseconds=tuple(bot.nanoseconds for bot in bots),
    )


def _beaten(points: Sequence[int], bot: int, *, lowest_wins: bool) -> float:
    """Return how many opponents a bot did better than, equal points counting half (and its own never)."""
    own = points[bot]
    worse = sum(other > own if lowest_wins else other < own for other in points)
    return worse + (points.count(own) - 1) / 2


def _rotations(contest: Contest, number: int, bots: Sequence[Player]) -> Iterator[tuple[int | None, list[int]]]:
    """Yield the winner and the points of each rotation, both by entrant."""
    seats = len(bots)
    seed = contest.seed_of(number)
    for turned in range(seats):
        # Entrant e sits on seat e + turned.
        sitting = [(seat - turned) % seats for seat in range(seats)]
        state = new_game(contest.rules, seats, seed, "arena")
        table = None
        if any(isinstance(bot, Guest) for bot in bots):
            game_id = derived_id("arena", contest.variant, contest.seed, number, turned)
            table = laid_table(game_id, contest.variant, [contest.entrants[place] for place in sitting], state)
            random.seed(game_id)  # so that guests who throw Python's dice throw the same ones next time
        score = play_round(state, [bots[place] for place in sitting], table)
        winner = None if score.winner is None else (score.winner - turned) % seats
        yield winner, [score.points[(bot + turned) % seats] for bot in range(seats)]


def play_round(state: State, bots: Sequence[Player], table: Game | None = None) -> RoundScore:
    """Deal a round, play it between bots, by seat, and return its line of the score sheet.

    Guests among the bots look at ``table`` (see :func:`eights.arena.guests.laid_table`).
    """
    state, _ = deal(state)
    house = {seat: bot for seat, bot in enumerate(bots) if not isinstance(bot, Guest)}
    guests = {seat: bot for seat, bot in enumerate(bots) if isinstance(bot, Guest)}
    version = 0
    while state.status == "playing":
        made = next_bot_move(state, house, version)
        if made is None and table is not None:
            made = guest_move(table, state, guests, version)
        if made is None:
            message = "a bot on turn made no move"
            raise ValueError(message)
        state, _ = apply(state, *made)
        version += 1
    if state.last_score is None:
        message = "the round ended without a score"
        raise ValueError(message)
    return state.last_score
