"""One program at the table: follows the game, moves when it may, and reports what it did."""

import random
import threading
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from eights.client.demo.choice import choose
from eights.client.games import EightsClient
from eights.client.models import GameView, Move
from eights.client.problems import ProblemError

SHORTEST_PAUSE_S: Final = 0.01
LONGEST_PAUSE_S: Final = 0.2
STALE: Final = 412
OVER: Final = frozenset({"finished", "aborted"})
DEALABLE: Final = frozenset({"ready", "round_over"})


class Change(msgspec.Struct, frozen=True):
    """One accepted change of the game, seen from the seat that made it."""

    seat: int
    move: Move | None
    """None for a deal."""
    before: GameView
    after: GameView
    """Its version is one above that of ``before``."""


def follow(client: EightsClient, game_id: str, stopped: threading.Event) -> Iterator[GameView]:
    """Yield the game now and after every change, the last time when it is over; end early when stopped."""
    view = client.game(game_id)
    yield view
    pause_s = SHORTEST_PAUSE_S
    while view.status not in OVER and not stopped.wait(pause_s):
        changed = client.game_after(game_id, view.version)
        pause_s = SHORTEST_PAUSE_S if changed else min(2 * pause_s, LONGEST_PAUSE_S)
        if changed is not None:
            view = changed
            yield view


class Program:
    """A player that is a program: it holds its seat's token, sees its seat's view, and nothing else.

    ``deals`` makes it the one that asks for each next round.
    """

    def __init__(self, client: EightsClient, game_id: str, seat: int, *, deals: bool) -> None:
        self.seat = seat
        self._client = client
        self._game_id = game_id
        self._deals = deals
        self._chance = random.Random(f"{game_id} {seat}")  # noqa: S311 - a player's whim, no secret

    def play(self, report: Callable[[Change], None], stopped: threading.Event) -> None:
        """Play until the game is over, or until stopped; raises what the client raises."""
        for view in follow(self._client, self._game_id, stopped):
            change = self._act(view)
            if change is not None:
                report(change)

    def _act(self, view: GameView) -> Change | None:
        try:
            if view.status in DEALABLE and self._deals:
                dealt = self._client.deal(self._game_id, version=view.version)
                return Change(self.seat, None, view, dealt)
            move = choose(view, self._chance) if view.status == "playing" else None
            if move is None:
                return None
            moved = self._client.move(self._game_id, move, version=view.version)
            return Change(self.seat, move, view, moved)
        except ProblemError as problem:
            if problem.status == STALE:
                return None  # somebody was faster: the next view tells what is so now
            raise
