"""What follows by itself once a game has changed: house bots move, rounds deal themselves, the clock is set."""

from typing import Final

from msgspec.structs import replace

from eights.bot_moves import next_bot_move
from eights.bots.bot import Bot
from eights.bots.house import HOUSE_BOTS
from eights.rules.moves import Announce, Challenge
from eights.rules.replay import Moved
from eights.rules.state import Seat
from eights.services.game import Game
from eights.services.progress import Progress

STAND_IN: Final = "steady"
"""The house bot that plays for people who are away or have left."""
AT_ONCE: Final = 400
"""Moves of house bots, and deals, that one request works off; what is left goes on by the clock."""
AWAY_TURN_MS: Final = 1_000
"""How long the server waits for somebody who is away before it plays the seat: time to come back and move."""


def play_on(before: Game, progress: Progress, now_ms: int) -> Progress:
    """Return the progress after all that follows by itself; ``before`` is the game as it was stored."""
    for count in range(AT_ONCE):
        following = _next(progress, before.version + 1, count)
        if following is None:
            return _timed(before, progress, now_ms, waiting=True)
        progress = following
    return _timed(before, progress, now_ms, waiting=False)


def bots_of(game: Game) -> dict[Seat, Bot]:
    """Return the house bots at a table."""
    return {seat: HOUSE_BOTS[holder.bot].choose for seat, holder in enumerate(game.seats) if holder.bot is not None}


def _next(progress: Progress, version: int, count: int) -> Progress | None:
    game = progress.game
    if game.auto_deal and game.status in ("ready", "round_over"):
        return progress.dealt()
    bots = bots_of(game)
    if not bots or game.status != "playing":
        return None
    found = next_bot_move(game.state, bots, (version << 16) + count)
    return None if found is None else progress.moved(*found, by="bot")


def _timed(before: Game, progress: Progress, now_ms: int, *, waiting: bool) -> Progress:
    game = progress.game
    deadline_ms = _deadline_ms(before, progress, now_ms) if waiting else now_ms
    return (
        progress if game.deadline_ms == deadline_ms else replace(progress, game=replace(game, deadline_ms=deadline_ms))
    )


def _deadline_ms(before: Game, progress: Progress, now_ms: int) -> int | None:
    """A turn keeps its deadline while only others announce or challenge; every other change begins a new one."""
    game = progress.game
    if game.status != "playing" or game.state.round is None:
        return None
    turn = game.state.round.turn
    if game.seats[turn].away:
        return now_ms + AWAY_TURN_MS
    if game.clock is None:
        return None
    if before.deadline_ms is not None and _same_turn(before, progress):
        return before.deadline_ms
    return now_ms + 1000 * game.clock.move_s


def _same_turn(before: Game, progress: Progress) -> bool:
    was, now = before.state.round, progress.game.state.round
    if before.status != "playing" or was is None or now is None or before.seats != progress.game.seats:
        return False
    aside = all(isinstance(step, Moved) and isinstance(step.move, Announce | Challenge) for step in progress.steps)
    return aside and was.number == now.number and was.turn == now.turn
