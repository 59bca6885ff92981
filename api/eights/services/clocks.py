"""Turns that run out, and what the server does then."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from eights.bots.dice import Dice
from eights.bots.house import HOUSE_BOTS
from eights.rules.events import ClockRanOut
from eights.rules.moves import AnyMove, DrawCard, NameSuit, Pass, Play
from eights.rules.state import Seat
from eights.rules.view import SeatTable, seat_table
from eights.services.changes import Changes
from eights.services.competitions import Competitions
from eights.services.course import AT_ONCE_BY_CLOCK, STAND_IN, dice_number, play_on
from eights.services.game import Game
from eights.services.outcomes import Outcomes
from eights.services.ports import Clock, Due, Lane, Timetable
from eights.services.progress import Progress
from eights.services.subjects import PROGRAMS_GAME, id_of, kind_of, lane_of
from eights.services.witness import UNSEEN, Witness

LENT_FOR_MS: Final = 10_000
"""How long a process has for the games that it took; then they are anybody's again."""
AT_ONCE: Final = 16
"""Games that a process takes at once; the rest is for the others, or for its next look."""
ON_ITS_WAY_MS: Final = 30_000
"""A change that a game was entered for is written by then, or never: far more than the store's calls may take."""


_ENDS_A_TURN: Final = (Play, Pass, NameSuit)


class Clocks:
    """Acts on deadlines that have passed."""

    def __init__(
        self,
        changes: Changes,
        timetable: Timetable,
        clock: Clock,
        outcomes: Outcomes,
        competitions: Competitions,
        witness: Witness = UNSEEN,
    ) -> None:
        self._witness = witness
        self._changes = changes
        self._timetable = timetable
        self._clock = clock
        self._outcomes = outcomes
        self._competitions = competitions

    def take(self, lane: Lane = "people") -> Sequence[Due]:
        """Take some of what is due in a lane, for :meth:`attend`.

        Each is lent to this process for a while. If it dies meanwhile, or the store goes away, another one takes it
        then. Raises :class:`~eights.services.ports.StoreUnavailable`.
        """
        now_ms = self._clock.now_ms()
        return self._timetable.due(now_ms, now_ms + LENT_FOR_MS, AT_ONCE, lane)

    def attend(self, due: Due) -> None:
        """Act on a game's deadline if it has passed, and see to it that the game is due again at its next one.

        Whatever else follows from the game as it is now is done as well, and a match or tournament goes on. However
        many processes attend to the same deadline, one of them acts; and a move that was stored first stands. Raises
        :class:`~eights.services.ports.StoreUnavailable`.
        """
        if kind_of(due.subject) not in ("", PROGRAMS_GAME):
            next_ms = self._competitions.advance(due.subject)
            self._timetable.settle(due, self._once_more(next_ms) if due.entered else next_ms)
            self._witness.competition_advanced(kind_of(due.subject))
            return
        late_ms = 0

        def act(game: Game) -> Progress | None:
            nonlocal late_ms
            late_ms = self._clock.now_ms() - (game.deadline_ms or 0)
            return self._acted(game)

        acted, game = self._changes.by_itself(id_of(due.subject), act)
        if acted:
            self._witness.clock_acted(lane_of(due.subject), late_ms)
        if game is not None and not acted:
            self._outcomes.complete(None, game)
        next_ms = None if game is None else game.deadline_ms
        self._timetable.settle(due, self._once_more(next_ms) if due.entered and not acted else next_ms)
        if acted and next_ms is not None:
            # The change entered the game for another look, perhaps later than its deadline, and ended the loan so.
            self._timetable.enter(due.subject, next_ms)

    def _once_more(self, next_ms: int | None) -> int:
        """Return when to look again at what somebody entered, who may not have written yet what it was entered for."""
        once_more_ms = self._clock.now_ms() + ON_ITS_WAY_MS
        return once_more_ms if next_ms is None else min(next_ms, once_more_ms)

    def _acted(self, game: Game) -> Progress | None:
        now_ms = self._clock.now_ms()
        if game.deadline_ms is None or now_ms < game.deadline_ms:
            return None
        return play_on(game, _ran_out(game), now_ms, AT_ONCE_BY_CLOCK)


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
    """Play a seat's turn to its end: as a house bot would, or by doing the least that is legal.

    It ends when the cards do, at the latest. A further turn of the same seat, as after a card that plays again, has
    its own time.
    """
    move: AnyMove | None = None
    while not isinstance(move, _ENDS_A_TURN) and _is_on_turn(progress.game, seat):
        table = seat_table(progress.game.state, seat)
        move = _bots_choice(progress, table) if by_bot else least(table)
        progress = progress.moved(seat, move, by="clock")
    return progress


def _is_on_turn(game: Game, seat: Seat) -> bool:
    return game.status == "playing" and game.state.round is not None and game.state.round.turn == seat


def _bots_choice(progress: Progress, table: SeatTable) -> AnyMove:
    game, seat, chance = progress.game, table.you.seat, progress.game.state.chance
    dice = Dice.at(chance.seed, seat, dice_number(game.version + 1, len(progress.steps)), chance.blind)
    return HOUSE_BOTS[STAND_IN].choose(table, dice) or least(table)


def least(table: SeatTable) -> AnyMove:
    """Return the least that a seat on turn may do: pass, or draw once, or name a suit; else what it must, play.

    Who has drawn and may not pass plays rather than draw more.
    """
    you = table.you
    kinds = (Pass, NameSuit, Play, DrawCard) if you.drawn else (Pass, NameSuit, DrawCard, Play)
    return next(move for kind in kinds for move in you.legal_moves if isinstance(move, kind))
