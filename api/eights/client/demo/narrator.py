"""Tells a match on a console, one line a turn, in the order in which it was played."""

import heapq

from rich.console import Console
from rich.text import Text

from eights.client.demo.consequences import name_of
from eights.client.demo.faces import card_face, fill
from eights.client.demo.phrases import Phrases
from eights.client.demo.program import Change
from eights.client.demo.sentences import sentence_parts
from eights.client.demo.sheet import ending, round_sheet
from eights.client.models import GameView


class Narrator:
    """Prints changes; they may come in any order, and are told by version, from the one after ``version`` on."""

    def __init__(self, console: Console, phrases: Phrases, version: int) -> None:
        self._console = console
        self._phrases = phrases
        self._told = version
        self._waiting: list[tuple[int, int, Change]] = []
        self._speaker = Text()
        self._parts: list[Text] = []

    def hear(self, change: Change) -> None:
        """Take note of a change, and tell all that can be told in order."""
        heapq.heappush(self._waiting, (change.after.version, change.seat, change))
        while self._waiting and self._waiting[0][0] == self._told + 1:
            self._tell(heapq.heappop(self._waiting)[2])
            self._told += 1

    def _tell(self, change: Change) -> None:
        if change.move is None:
            self._open_round(change.after)
            return
        if self._parts and not _same_turn(change):
            self._end_line()
        self._speaker = _speaker(change.after, change.seat)
        self._parts += sentence_parts(change, change.move, self._phrases)
        if not _turn_goes_on(change):
            self._end_line()
        if change.after.status != "playing":
            self._close_round(change.before, change.after)

    def _end_line(self) -> None:
        self._console.print(self._speaker, Text(", ").join(self._parts), soft_wrap=True)
        self._parts = []

    def _open_round(self, view: GameView) -> None:
        if view.round is None or view.round.turn is None:
            return
        dealt = fill(
            self._phrases.round_begins,
            number=view.round.number,
            name=name_of(view, view.round.dealer),
            card=card_face(view.round.top, self._phrases),
        )
        first = name_of(view, view.round.turn)
        parts = [dealt, fill(self._phrases.play_begins, name=first)]
        if view.round.penalty:
            parts.append(fill(self._phrases.owes, name=first, count=view.round.penalty))
        self._console.print()
        self._console.print(Text(", ").join(parts), soft_wrap=True)

    def _close_round(self, before: GameView, after: GameView) -> None:
        if after.last_round is None:
            return
        self._console.print(ending(after, after.last_round, self._phrases), soft_wrap=True)
        self._console.print(round_sheet(after, after.last_round, self._phrases))
        for was, holder in zip(before.seats, after.seats, strict=True):
            if holder.out and not was.out:
                self._console.print(fill(self._phrases.eliminated, name=name_of(after, holder.seat)), soft_wrap=True)


def _speaker(view: GameView, seat: int) -> Text:
    width = max(len(holder.name or "") for holder in view.seats)
    name = name_of(view, seat)
    name.pad_right(width - len(name))
    return Text.assemble("  ", name, (f"{view.seats[seat].cards:4} ", "dim"))


def _same_turn(change: Change) -> bool:
    return change.before.round is not None and change.before.round.turn == change.seat


def _turn_goes_on(change: Change) -> bool:
    """Tell whether this was a draw after which the same seat still has to do something in the same turn."""
    drew = change.move is not None and change.move.action == "draw"
    after = change.after.round
    return drew and change.after.status == "playing" and after is not None and after.turn == change.seat
