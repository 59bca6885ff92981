"""The witness who counts what the services tell, and remembers for the log in which seat the caller was."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Final

from eights.rules.state import Seat
from eights.services.game import GameStatus
from eights.services.ports import Lane
from eights.services.witness import Witness
from eights.telemetry.families import CLOCKS, COMPETITIONS, GAMES, MOVES
from eights.telemetry.tally import Tally

SEAT: Final[ContextVar[Seat | None]] = ContextVar("seat", default=None)
"""The seat of the caller whose request is being answered, once known."""

_KINDS: Final[Mapping[str, str]] = {"m": "match", "t": "tournament"}


class Counting(Witness):
    """Counts on a tally."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def admitted(self, seat: Seat | None) -> None:
        """Remember the seat until the request is answered."""
        SEAT.set(seat)

    def moved(self, variant: str, code: str) -> None:
        """Count a move."""
        self._tally.count(MOVES.name, variant, code)

    def game_became(self, variant: str, status: GameStatus) -> None:
        """Count a game's new status."""
        self._tally.count(GAMES.name, variant, status)

    def clock_acted(self, lane: Lane, late_ms: int) -> None:
        """Observe a clock's lateness."""
        self._tally.observe(CLOCKS, late_ms / 1000, lane)

    def competition_advanced(self, kind: str) -> None:
        """Count a look at a match or tournament."""
        self._tally.count(COMPETITIONS.name, _KINDS[kind])
