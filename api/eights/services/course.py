"""What follows by itself once a game has changed: house bots move, rounds deal themselves, the clock is set."""

from typing import Final

from msgspec.structs import replace

from eights.bot_moves import next_bot_move
from eights.bots.bot import Bot
from eights.bots.house import HOUSE_BOTS
from eights.rules.state import Seat
from eights.services.conduct import moves_on, thought
from eights.services.game import Game
from eights.services.progress import Progress

STAND_IN: Final = "steady"
"""The house bot that plays for people who are away or have left."""
AT_ONCE: Final = 200
"""Moves of house bots, and deals, that one request works off; what is left goes on by the clock."""
AT_ONCE_BY_CLOCK: Final = 40
"""The same for each time that the clock goes on: so few that the clocks of people are not held up."""
GO_ON_AFTER_MS: Final = 50
AWAY_TURN_MS: Final = 2_000
"""How long the server waits for somebody who is away before it plays the seat: time to come back and move."""


def play_on(before: Game, progress: Progress, now_ms: int, at_once: int) -> Progress:
    """Return the progress after what follows by itself, at most so many moves and deals at once.

    ``before`` is the game as it was stored.
    """
    taken = thought(before, progress.events, progress.steps, now_ms)
    count = 0
    # Beyond so many, only what bots have to say to somebody else's turn: that ends by itself.
    while count < at_once or not goes_on(progress.game):
        following = _next(progress, dice_number(before.version + 1, count))
        if following is None:
            break
        progress = following
        count += 1
    timed = replace(
        progress.game,
        deadline_ms=_deadline_ms(before, progress, now_ms),
        turn_since_ms=_turn_since_ms(before, progress, now_ms),
    )
    return replace(progress, game=timed, thought=(*progress.thought, *taken))


def goes_on(game: Game) -> bool:
    """Tell whether the game waits for nobody: it is a house bot's turn, or a round that deals itself."""
    if game.status in ("ready", "round_over"):
        return game.auto_deal
    laid = game.state.round
    return game.status == "playing" and laid is not None and game.seats[laid.turn].bot is not None


def bots_of(game: Game) -> dict[Seat, Bot]:
    """Return the house bots at a table."""
    return {seat: HOUSE_BOTS[holder.bot].choose for seat, holder in enumerate(game.seats) if holder.bot is not None}


def dice_number(version: int, count: int) -> int:
    """Return the number of a bot's dice: another one for each choice on the way to a version."""
    return (version << 16) + count


def _next(progress: Progress, number: int) -> Progress | None:
    game = progress.game
    if game.auto_deal and game.status in ("ready", "round_over"):
        return progress.dealt()
    bots = bots_of(game)
    if not bots or game.status != "playing":
        return None
    found = next_bot_move(game.state, bots, number)
    return None if found is None else progress.moved(*found, by="bot")


def _deadline_ms(before: Game, progress: Progress, now_ms: int) -> int | None:
    game = progress.game
    if goes_on(game):
        return now_ms + GO_ON_AFTER_MS
    if game.status != "playing" or game.state.round is None:
        return None
    if before.deadline_ms is not None and _same_turn(before, progress):
        return before.deadline_ms
    turn_ms = None if game.clock is None else 1000 * game.clock.move_s
    if game.seats[game.state.round.turn].away:
        turn_ms = AWAY_TURN_MS if turn_ms is None else min(turn_ms, AWAY_TURN_MS)
    return None if turn_ms is None else now_ms + turn_ms


def _turn_since_ms(before: Game, progress: Progress, now_ms: int) -> int | None:
    game = progress.game
    if game.part_of is None or game.status != "playing" or game.state.round is None:
        return None
    return before.turn_since_ms if _same_turn(before, progress) and before.turn_since_ms is not None else now_ms


def _same_turn(before: Game, progress: Progress) -> bool:
    """Tell whether it is still the same turn: others may have announced, challenged or left meanwhile."""
    game = progress.game
    was, now = before.state.round, game.state.round
    if before.status != "playing" or was is None or now is None or (was.number, was.turn) != (now.number, now.turn):
        return False
    sat, sits = before.seats[now.turn], game.seats[now.turn]
    # A new player, or one who comes back, has a turn's time of their own.
    return (sat.bot, sat.away) == (sits.bot, sits.away) and not any(map(moves_on, progress.steps))
