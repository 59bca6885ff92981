"""One program at the table: follows the game, moves when it may, and reports what it did."""

import random
import threading
from collections.abc import Callable
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


def next_view(client: EightsClient, view: GameView, stopped: threading.Event) -> GameView:
    """Wait until the game has changed and return it; the same view again when stopped.

    The server is asked again and again, the less often the further away the viewer's turn is, and the longer it takes.
    """
    pause_s = SHORTEST_PAUSE_S * turns_away(view)
    while not stopped.wait(pause_s):
        changed = client.game_after(view.id, view.at)
        if changed is not None:
            return changed
        pause_s = min(max(2 * pause_s, SHORTEST_PAUSE_S), LONGEST_PAUSE_S)
    return view


def turns_away(view: GameView) -> int:
    """Return how many turns go by before the viewer's, as things stand; 1 where nobody is on turn."""
    if view.you is None or view.round is None or view.round.turn is None:
        return 1
    return (view.you.seat - view.round.turn) * view.round.direction % len(view.seats)


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
        view = self._client.game(self._game_id)
        while view.status not in OVER and not stopped.is_set():
            change = self._act(view)
            if change is None:
                view = next_view(self._client, view, stopped)
            else:
                report(change)
                view = change.after

    def _act(self, view: GameView) -> Change | None:
        try:
            if view.status in DEALABLE and self._deals:
                dealt = self._client.deal(self._game_id, version=view.at)
                return Change(self.seat, None, view, dealt)
            move = choose(view, self._chance) if view.status == "playing" else None
            if move is None:
                return None
            moved = self._client.move(self._game_id, move, version=view.at)
            return Change(self.seat, move, view, moved)
        except ProblemError as problem:
            if problem.status == STALE:
                return None  # somebody was faster: the next view tells what is so now
            raise
