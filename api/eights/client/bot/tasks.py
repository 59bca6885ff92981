"""What waits for a bot: the newest thing about each game or match, one at a time, those first that wait longest."""

import threading
from queue import SimpleQueue
from typing import Literal

import msgspec
from msgspec.structs import replace

from eights.client.models import GameView
from eights.client.player_models import Notice


class Task(msgspec.Struct, frozen=True):
    """One thing to do about a game (``accept`` a seat, ``deal``, ``move``), or about a match (``enter``)."""

    kind: Literal["accept", "enter", "deal", "move"]
    subject: str
    """The id of the game or match."""
    version: int = 0
    """The game's, for which it holds; 0 for invitations."""
    view: GameView | None = None
    tries: int = 0
    """How often the server was away when this was tried."""
    revision: str = ""
    """The version with its mark."""


class Tasks:
    """What is to be done, shared by those who do it.

    A game that goes on takes its place at the end of the line again, so that no game keeps others from their turns.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: SimpleQueue[str | None] = SimpleQueue()
        self._waiting: dict[str, Task] = {}
        self._busy: set[str] = set()
        self._done: dict[str, Task] = {}

    def add(self, task: Task) -> Task | None:
        """Add what is to be done, unless it was done, or something newer waits; each may be added again and again.

        Returns the move that waited there until now, and that nobody can make any more.
        """
        with self._lock:
            waited = self._waiting.get(task.subject)
            self._add(task)
            is_overtaken = self._waiting.get(task.subject) is not waited
            return waited if is_overtaken and waited is not None and waited.kind == "move" else None

    def take(self) -> Task | None:
        """Wait for something to do; None for whoever may go home."""
        while (subject := self._line.get()) is not None:
            with self._lock:
                task = self._waiting.pop(subject, None)
                if task is not None:
                    self._busy.add(subject)
                    return task
        return None

    def finish(self, task: Task, then: Task | None) -> None:
        """Tell that a task was done, and what follows from it: the same task, if it is to be tried again."""
        with self._lock:
            self._busy.discard(task.subject)
            if then is None or _differ(then, task):
                self._done[task.subject] = replace(task, view=None)
            newer = self._waiting.pop(task.subject, None)
            if newer is not None:
                self._add(newer)
            if then is not None:
                if then.version < task.version:
                    del self._done[task.subject]  # the game is back where it was before, and goes on from there
                self._add(then)

    def forget(self, subject: str) -> Task | None:
        """Forget a game that is over; return the move that still waited in it."""
        with self._lock:
            self._done.pop(subject, None)
            waited = self._waiting.pop(subject, None)
            return waited if waited is not None and waited.kind == "move" else None

    def begin_anew(self) -> None:
        """Forget what was done: what it was done in may be lost, and come again."""
        with self._lock:
            self._done.clear()

    def send_home(self, workers: int) -> list[Task]:
        """Let so many workers go once they have done what they are at; return the moves that wait, which are left."""
        with self._lock:
            left = [task for task in self._waiting.values() if task.kind == "move"]
            self._waiting.clear()
        for _ in range(workers):
            self._line.put(None)
        return left

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits, and nobody works."""
        with self._lock:
            return not self._waiting and not self._busy

    def _add(self, task: Task) -> None:
        waiting = self._waiting.get(task.subject)
        if not all(_goes_beyond(task, known) for known in (waiting, self._done.get(task.subject))):
            return
        self._waiting[task.subject] = task
        if waiting is None and task.subject not in self._busy:
            self._line.put(task.subject)


def _goes_beyond(task: Task, known: Task | None) -> bool:
    """Tell whether a task is newer than one that is known, or of the same version but another revision."""
    return known is None or task.version > known.version or (task.version == known.version and _differ(task, known))


def _differ(one: Task, other: Task) -> bool:
    return (one.version, one.revision) != (other.version, other.revision)


def again(task: Task) -> Task:
    """Return a task for another try."""
    return replace(task, tries=task.tries + 1)


def in_game(view: GameView, player: str) -> Task | None:
    """Return what a game that waits for a player waits for; None if it does not."""
    if view.status == "open":
        kept = any(seat.invited == player for seat in view.seats)
        return Task("accept", view.id) if kept else None
    if view.you is None:
        return None
    if view.status in ("ready", "round_over"):
        return None if view.auto_deal else Task("deal", view.id, view.version, revision=view.revision)
    return to_move(view)


def to_move(view: GameView | None) -> Task | None:
    """Return the move that a game waits for, if it is the turn of whoever sees it so."""
    if view is None or view.you is None or view.status != "playing" or view.round is None:
        return None
    if view.round.turn != view.you.seat:
        return None
    return Task("move", view.id, view.version, view, revision=view.revision)


def told_by(notice: Notice) -> Task | None:
    """Return what a notice of the inbox asks for; None for nothing."""
    if notice.passed:
        return None
    if notice.match_id is not None:
        return Task("enter", notice.match_id) if notice.type == "match_invited" else None
    if notice.game_id is None:
        return None
    if notice.type == "invited":
        return Task("accept", notice.game_id)
    if notice.type == "deal_due" and notice.version is not None:
        return Task("deal", notice.game_id, notice.version, revision=notice.revision)
    return to_move(notice.view) if notice.type == "your_turn" else None
