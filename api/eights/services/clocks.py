"""Turns that run out, and what the server does then."""

from typing import Final

from msgspec.structs import replace

from eights.bots.dice import Dice
from eights.bots.house import HOUSE_BOTS
from eights.rules.events import ClockRanOut
from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove, DrawCard, NameSuit, Pass
from eights.rules.state import Seat
from eights.rules.view import seat_table
from eights.services.changes import Changes
from eights.services.course import STAND_IN, play_on
from eights.services.game import Game
from eights.services.ports import Clock, Timetable
from eights.services.progress import Progress

LENT_FOR_MS: Final = 10_000
"""How long a process has for the games that it took; then they are anybody's again."""
AT_ONCE: Final = 8
"""Games that a process takes of each shard at once; the rest is for the others, or for its next tick."""
MOVES_IN_A_TURN: Final = 30
"""A turn that draws again and again ends at some point; beyond so many moves it runs out once more."""

_LEAST: Final = (Pass, DrawCard, NameSuit)


class Clocks:
    """Acts on deadlines that have passed."""

    def __init__(self, changes: Changes, timetable: Timetable, clock: Clock) -> None:
        self._changes = changes
        self._timetable = timetable
        self._clock = clock

    def tick(self) -> int:
        """Attend to some of the games that are due; return how many they were.

        Each is lent to this process for a while. If it dies meanwhile, or the store goes away, another attends to it
        then. Raises :class:`~eights.services.ports.StoreUnavailable`.
        """
        now_ms = self._clock.now_ms()
        lent_until_ms = now_ms + LENT_FOR_MS
        due = self._timetable.due(now_ms, lent_until_ms, AT_ONCE)
        for game_id in due:
            self._timetable.settle(game_id, lent_until_ms, self.attend(game_id))
        return len(due)

    def attend(self, game_id: str) -> int | None:
        """Act on a game's deadline if it has passed; return its next one, in ms since 1970, or None if it has none.

        However many processes attend to the same deadline, one of them acts; and a move that was stored first stands.
        """
        return self._changes.by_itself(game_id, lambda game: _acted(game, self._clock.now_ms()))


def _acted(game: Game, now_ms: int) -> Progress | None:
    if game.deadline_ms is None or now_ms < game.deadline_ms:
        return None
    return play_on(game, _ran_out(game), now_ms)


def _ran_out(game: Game) -> Progress:
    """The seat on turn has let its time go by; nothing is held against a house bot that was only interrupted."""
    progress = Progress(game)
    laid = game.state.round
    if laid is None or game.status != "playing" or game.seats[laid.turn].bot is not None:
        return progress
    seat, holder = laid.turn, game.seats[laid.turn]
    if holder.away:
        return _turn_played(progress, seat, by_bot=True)
    clock = game.clock
    if clock is None:
        return progress
    strikes = holder.strikes + 1
    out = strikes >= clock.strikes
    away = out and clock.on_timeout != "forfeit"
    progress = progress.told(ClockRanOut(seat, away)).seated(seat, replace(holder, strikes=strikes, away=away))
    if out and not away:
        return progress.left(seat, by="clock")
    return _turn_played(progress, seat, by_bot=clock.on_timeout == "bot")


def _turn_played(progress: Progress, seat: Seat, *, by_bot: bool) -> Progress:
    """Play a seat's turn to its end: as a house bot would, or by doing the least that is legal."""
    for count in range(MOVES_IN_A_TURN):
        game = progress.game
        laid = game.state.round
        if laid is None or game.status != "playing" or laid.turn != seat:
            break
        move = _bots_choice(game, seat, count) if by_bot else least(legal_moves(game.state, seat))
        progress = progress.moved(seat, move, by="clock")
    return progress


def _bots_choice(game: Game, seat: Seat, count: int) -> AnyMove:
    dice = Dice.at(game.state.chance.seed, seat, (game.version + 1 << 16) + count)
    chosen = HOUSE_BOTS[STAND_IN].choose(seat_table(game.state, seat), dice)
    return chosen or least(legal_moves(game.state, seat))


def least(legal: list[AnyMove]) -> AnyMove:
    """Return the least of a seat's moves on turn: pass, else draw, else name a suit, else play.

    >>> from eights.rules.moves import Play
    >>> least([Play("9H"), DrawCard()])
    DrawCard()
    """
    for kind in _LEAST:
        for move in legal:
            if isinstance(move, kind):
                return move
    return legal[0]
