"""Doing what waits for a bot, on a server that may be away, and for others who may have been faster."""

from collections.abc import Callable
from typing import Final

import msgspec

from eights.client.bot.asking import asked, refused, situation
from eights.client.bot.failures import BotFailed
from eights.client.bot.losses import Loss, loss_in
from eights.client.bot.naming import Choose
from eights.client.bot.tasks import Task, again, to_move
from eights.client.bot.telling import Telling
from eights.client.connection import TRY_AGAIN
from eights.client.games import EightsClient
from eights.client.models import GameView, Move
from eights.client.problems import ProblemError, ServerUnreachable
from eights.client.words import words_here

MOST_REFUSALS: Final = 3
"""So often a bot is asked again at the same version; then the move is left to the game's clock."""
LONGEST_PAUSE_S: Final = 30.0
UNKNOWN_TOKEN: Final = 401
NO_MOVE_AT_ALL: Final = 422
GONE_ON: Final = frozenset({"stale_version", "clock_ran_out", "not_dealt", "game_over"})
"""The game is no longer as the move was chosen for."""
RACES: Final = GONE_ON | {
    *("game_aborted", "game_started", "game_not_found", "round_on", "seats_open", "seat_taken", "no_open_seat"),
    *("player_seated_already", "entered_already", "match_not_open", "match_over", "match_not_found"),
}
"""Others were faster, or it was done already: there is nothing to do, and nobody's fault in it."""


class Actor:
    """Plays for one player with one bot.

    ``pause`` waits for so many seconds, or less. With ``strict``, whatever is wrong with the bot is raised as
    :class:`BotFailed`; else it is told, and the move is left to the game's clock.
    """

    def __init__(
        self,
        client: EightsClient,
        bot: tuple[str, Choose],
        telling: Telling,
        pause: Callable[[float], object],
        *,
        strict: bool = False,
    ) -> None:
        self._client = client
        self._name, self._choose = bot
        self._telling = telling
        self._pause = pause
        self._strict = strict
        self._left: dict[str, GameView] = {}
        """By game: the turn for which the bot made no legal move, so that it is left to the clock."""

    def act(self, task: Task) -> Task | None:
        """Do it; return what is to be done next there, or the same again where the server is away.

        Raises :class:`ProblemError` if the server does not know the token.
        """
        try:
            return to_move(self._done(task))
        except (ProblemError, ServerUnreachable) as error:
            if is_away(error):
                self._pause(min(0.5 * 2**task.tries, LONGEST_PAUSE_S))
                return again(task)
            if isinstance(error, ProblemError) and error.status == UNKNOWN_TOKEN:
                raise
            if not (isinstance(error, ProblemError) and error.code in RACES):
                kind = self._telling.words("bot.refused_task", task=task.kind)
                self._telling.trouble(kind, f"{task.kind} {task.subject}: {error}")
            return None

    def _done(self, task: Task) -> GameView | None:
        """Do it, and return the game after it, if that is known."""
        if task.kind == "enter":
            self._client.matches.enter(task.subject)
        elif task.kind == "accept":
            self._client.join(task.subject)
        elif task.kind == "deal":
            return self._client.deal(task.subject, version=task.revision or task.version)
        elif task.view is not None:
            return self._moved(task.view)
        return None

    def _moved(self, view: GameView) -> GameView | None:
        for _ in range(MOST_REFUSALS):
            try:
                move = self._chosen(view)
                after = self._client.move(view.id, move, version=view.at)
            except BotFailed as failed:
                self._blame(failed)
                break
            except ProblemError as problem:
                if problem.code in GONE_ON:
                    self.account(view)
                    return self._newer(view)
                if problem.legal_moves is None and problem.status != NO_MOVE_AT_ALL:
                    raise
                self._illegal(move, view, problem)
            else:
                self._telling.moved()
                self._left.pop(view.id, None)
                return after
        self._left[view.id] = view
        return None

    def _chosen(self, view: GameView) -> Move:
        move = asked(self._name, self._choose, view)
        try:
            msgspec.json.encode(move)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise BotFailed(
                words_here()("bot.no_json", bot=self._name, move=repr(move), situation=situation(view))
            ) from error
        return move

    def conclude(self, game_id: str) -> None:
        """Tell of a game that is over if it was forfeited for want of a legal move."""
        left = self._left.pop(game_id, None)
        if left is not None:
            self.account(left, slow=False)

    def account(self, view: GameView, *, slow: bool = True) -> None:
        """Tell what was lost where no move was taken for a view that asked for one; nothing if others were faster.

        The server keeps what it tells this from for a while only, so ask soon. Where the bot was asked in time, but
        made no legal move, which was told then, it was not ``slow``, and a lost game alone is told.
        """
        if view.you is None:
            return
        try:
            loss = loss_in(self._client.updates(view.id, view.at).items, view.you.seat)
        except (ProblemError, ServerUnreachable) as error:
            self._telling.trouble(self._telling.words("bot.turns_unknown"), f"move {view.id}: {error}")
            return
        if loss is Loss.GAME or (slow and loss is not None):
            self._telling.lost(loss, view, slow=slow)

    def _newer(self, view: GameView) -> GameView | None:
        now = self._client.game(view.id)
        return now if now.at != view.at else None

    def _illegal(self, move: Move, view: GameView, problem: ProblemError) -> None:
        failed = refused(self._name, move, view, problem.code)
        if self._strict:
            raise failed from problem
        kind = self._telling.words("bot.refused_moves", code=problem.code)
        self._telling.trouble(kind, problem.detail, str(failed))

    def _blame(self, failed: BotFailed) -> None:
        if self._strict:
            raise failed
        self._telling.failed(failed)


def is_away(error: Exception) -> bool:
    """Tell whether a server is away, or in trouble of its own, so that it may do later what it does not do now."""
    if isinstance(error, ProblemError):
        return error.status in TRY_AGAIN or error.status >= 500
    return isinstance(error, ServerUnreachable)
