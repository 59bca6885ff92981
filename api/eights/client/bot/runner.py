"""Playing everything that a player's inbox brings, in many games at once."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from eights.client.bot.acting import Actor, is_away
from eights.client.bot.naming import Choose
from eights.client.bot.tasks import Task, Tasks, in_game, told_by
from eights.client.bot.telling import Telling
from eights.client.games import EightsClient
from eights.client.match_models import Match
from eights.client.models import GameView
from eights.client.player_models import InboxSnapshot, InboxUpdate, Notice, Profile
from eights.client.problems import ProblemError, ServerUnreachable

T = TypeVar("T")

LOOK_EVERY_S: Final = 5.0
"""How long nothing may be told of a match before it is asked how it stands."""
LOOK_UP_EVERY_S: Final = 0.1
"""How long the main thread may wait without looking up: a signal may come to another thread, and its handler, which is
the main thread's all the same, would not be called before the wait is over."""
LIVE: Final = ("playing", "round_over", "ready")
WAITING: Final = ("ready", "round_over", "open")
AT_ONCE: Final = 130
"""The exit code of a program that was told to stop twice: that of an interrupt."""


class Wishes(msgspec.Struct, frozen=True):
    """How a runner is to play, and until when; for ever, unless a limit is set."""

    accept: Literal["none", "games", "matches", "all"] = "all"
    """Which invitations are accepted; tournaments are entered by hand."""
    parallel: int | None = None
    """In how many games the bot is asked at once; None for the player's own ``parallel_games``."""
    strict: bool = False
    """Whether all ends, with :class:`~eights.client.bot.failures.BotFailed`, once something is wrong with the bot."""
    until_idle_s: float | None = None
    """End once no game is on and none was for so many seconds."""
    match: str | None = None
    """Enter this match, and end with it."""


class _Stop(msgspec.Struct):
    """Somebody wishes the runner to end."""


class _Heard(msgspec.Struct):
    """What came from the inbox, with what else waits where it begins anew."""

    told: InboxSnapshot | InboxUpdate
    matches: tuple[str, ...] = ()


class Runner:
    """Lets one bot play for one player.

    The inbox is followed by a thread of its own; workers do what waits, one thing at a time for each game. Where the
    inbox begins, all games that wait come first, and then everything that was told since, so that nothing is missed.
    """

    def __init__(self, client: EightsClient, bot: tuple[str, Choose], wishes: Wishes, telling: Telling) -> None:
        self._client = client
        self._wishes = wishes
        self._telling = telling
        self._tasks = Tasks()
        self._heard: SimpleQueue[_Heard | _Stop | Exception] = SimpleQueue()
        self._stopping = threading.Event()
        self._stops = 0
        self._actor = Actor(client, bot, telling, self._stopping.wait, strict=wishes.strict)

    def stop(self) -> None:
        """Finish what is being done, and end; called again, end the program at once. For handlers of signals."""
        self._stops += 1
        if self._stops > 1:
            os._exit(AT_ONCE)
        self._heard.put(_Stop())

    def run(self) -> Match | None:
        """Play; return the match that was played, or None.

        Raises :class:`ProblemError` or :class:`~eights.client.problems.StreamClosed` if the player's token is not, or
        no longer, valid; :class:`ServerUnreachable` if the server is not there to begin with; and
        :class:`~eights.client.bot.failures.BotFailed` if so wished.
        """
        player = self._client.players.me()
        match = None if self._wishes.match is None else self._entered(self._wishes.match, player)
        parallel = self._wishes.parallel or player.parallel_games
        words = self._telling.words
        self._telling.say(words("bot.plays", name=player.name, id=player.id, parallel=parallel))
        workers = [threading.Thread(target=self._work, name=f"eights-bot-{number}") for number in range(parallel)]
        threading.Thread(target=self._listen, name="eights-inbox", daemon=True).start()
        for worker in workers:
            worker.start()
        try:
            match = self._attend(player, match)
        finally:
            self._stopping.set()
            left = self._tasks.send_home(parallel)
            if self._stops:
                self._telling.say(words("bot.ending"))
            for worker in workers:
                _join(worker)
            for task in () if self._stops else left:
                self._missed(task)
            if match is not None and match.is_over:
                self._telling.result(forfeits_of(match, player.id))
            self._telling.conclude()
        return match

    def _attend(self, player: Profile, match: Match | None) -> Match | None:
        while match is None or not match.is_over:
            try:
                heard = self._hear(self._patience_s())
            except Empty:
                if match is None and self._nothing_is_on():
                    return None
            else:
                if isinstance(heard, _Stop):
                    return None
                if isinstance(heard, Exception):
                    raise heard
                self._note(heard, player.id)
                if match is None or not _may_be_about(heard, match.id):
                    continue
            match = match and self._now(match)
        return match

    def _hear(self, patience_s: float | None) -> _Heard | _Stop | Exception:
        """Return what is heard next; raises Empty once patience is at an end."""
        end = None if patience_s is None else time.monotonic() + patience_s
        while True:
            with suppress(Empty):
                return self._heard.get(timeout=LOOK_UP_EVERY_S)
            if end is not None and time.monotonic() >= end:
                raise Empty

    def _patience_s(self) -> float | None:
        return LOOK_EVERY_S if self._wishes.match else self._wishes.until_idle_s

    def _note(self, heard: _Heard, player: str) -> None:
        """Put down what there is to do."""
        if isinstance(heard.told, InboxSnapshot):
            self._tasks.begin_anew()
            waiting = [in_game(view, player) for view in heard.told.games]
            waiting += [Task("enter", match_id) for match_id in heard.matches]
        else:
            waiting = [told_by(notice) for notice in heard.told.events]
            for game_id in _over(heard.told.events):
                self._missed(self._tasks.forget(game_id))
                self._actor.conclude(game_id)
        for task in waiting:
            if task is not None and self._is_wanted(task):
                self._missed(self._tasks.add(task))

    def _missed(self, task: Task | None) -> None:
        """Tell of a turn that went by before any worker was free for it."""
        if task is not None and task.view is not None:
            self._actor.account(task.view)

    def _is_wanted(self, task: Task) -> bool:
        return {
            "accept": self._wishes.accept in ("games", "all"),
            "enter": self._wishes.accept in ("matches", "all"),
        }.get(task.kind, True)

    def _work(self) -> None:
        while (task := self._tasks.take()) is not None:
            then: Task | None = None
            try:
                then = self._actor.act(task)
            except Exception as error:
                self._heard.put(error)
            finally:
                self._tasks.finish(task, then)

    def _listen(self) -> None:
        try:
            for told in self._client.players.inbox(lost=self._lost):
                self._heard.put(_Heard(told) if isinstance(told, InboxUpdate) else self._whole(told))
        except Exception as error:
            self._heard.put(error)

    def _lost(self, why: str) -> None:
        if not self._stopping.is_set():
            self._telling.say(self._telling.words("bot.inbox_lost", why=why))

    def _whole(self, snapshot: InboxSnapshot) -> _Heard:
        """Return what waits where the inbox begins: also the games that do not fit in, and invitations to matches."""
        if snapshot.more:
            snapshot = replace(snapshot, games=persistently(lambda: tuple(self._all_waiting())))
        if self._wishes.accept not in ("matches", "all"):
            return _Heard(snapshot)
        return _Heard(snapshot, persistently(lambda: self._client.players.open_match_invitations(snapshot.version)))

    def _all_waiting(self) -> Iterator[GameView]:
        yield from self._client.players.games_on_turn()
        for status in WAITING:
            yield from self._client.players.games(status)

    def _nothing_is_on(self) -> bool:
        try:
            return self._tasks.is_idle and not any(
                view.you is not None for status in LIVE for view in self._client.players.games(status)
            )
        except (ProblemError, ServerUnreachable) as error:
            return _unless_away(error, otherwise=False)

    def _entered(self, match_id: str, player: Profile) -> Match:
        """Enter a match; nothing, if that was done already."""
        try:
            return self._client.matches.enter(match_id)
        except ProblemError as problem:
            if problem.code not in ("entered_already", "match_not_open"):
                raise
            match = self._client.matches.get(match_id)
            if all(entry.entrant != player.id for entry in match.entrants):
                raise
            return match

    def _now(self, match: Match) -> Match:
        try:
            return self._client.matches.get_after(match.id, match.at) or match
        except (ProblemError, ServerUnreachable) as error:
            return _unless_away(error, otherwise=match)


def forfeits_of(match: Match, entrant: str) -> int:
    """Return how many games of a match an entrant forfeited; 0 while there is no result."""
    lines = match.result.entrants if match.result else ()
    return sum(line.forfeits for line in lines if line.entrant == entrant)


def _join(worker: threading.Thread) -> None:
    """Wait for a thread."""
    while worker.is_alive():
        worker.join(LOOK_UP_EVERY_S)


def persistently(ask: Callable[[], T], pause: Callable[[float], None] = time.sleep) -> T:
    """Return an answer, asking again every few seconds while the server is away; raises ``ProblemError``."""
    while True:
        try:
            return ask()
        except (ProblemError, ServerUnreachable) as error:
            _unless_away(error, otherwise=None)
            pause(LOOK_EVERY_S)


def _unless_away(error: Exception, *, otherwise: T) -> T:
    if is_away(error):
        return otherwise
    raise error


def _may_be_about(heard: _Heard, match_id: str) -> bool:
    if isinstance(heard.told, InboxSnapshot):
        return True
    return any(notice.type == "match_finished" and notice.match_id == match_id for notice in heard.told.events)


def _over(notices: tuple[Notice, ...]) -> Iterator[str]:
    for notice in notices:
        if notice.type == "game_finished" and notice.game_id is not None:
            yield notice.game_id
