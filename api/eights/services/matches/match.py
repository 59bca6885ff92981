"""A match as the server keeps it: what is played, how far it has come, and what came of it."""

from functools import lru_cache
from typing import Final, Literal

import msgspec

from eights.rules.ruleset import Rules
from eights.services.game import TurnClock
from eights.services.identity import RecordId
from eights.services.matches.tally import Tally
from eights.services.players.player import house_bot_of

MatchStatus = Literal["open", "playing", "finished", "aborted"]

MOST_ENTRANTS: Final = 6
MOST_DEALS: Final = 1000
DEFAULT_CLOCK: Final = TurnClock(move_s=10, on_timeout="forfeit", strikes=1)
OPEN_FOR_MS: Final = 24 * 3600 * 1000
"""How long a match waits for those whom it was offered to."""
KEPT_S: Final = 90 * 24 * 3600
"""How long a match is kept after its last change, and what its games came to."""


class Entrant(msgspec.Struct, frozen=True, array_like=True):
    """Who plays, or is to."""

    id: str
    """A player's id, or ``bot:<name>``."""
    name: str
    entered: bool
    is_program: bool = True

    @property
    def player(self) -> str | None:
        """The player's id; None for a house bot."""
        return None if house_bot_of(self.id) else self.id


class Match(msgspec.Struct, frozen=True, array_like=True):
    """One match."""

    id: RecordId
    version: int
    variant: str
    options: tuple[str, ...]
    rules_data: bytes
    """The resolved rules, as MessagePack: see :attr:`rules`."""
    entrants: tuple[Entrant, ...]
    creator: str
    deals: int
    rotate_seats: bool
    clock: TurnClock
    created_at_ms: int
    status: MatchStatus
    secret: bytes
    """What the seeds of all deals follow from (:mod:`eights.services.matches.chance`)."""
    order: bytes
    """Which game comes when: two bytes for each."""
    begun: int = 0
    """How many games, in this order, were begun or are about to be."""
    running: tuple[int, ...] = ()
    """The numbers in this order of those that go on."""
    over: bytes = b""
    """For each deal the number of its games that are over."""
    opened: int = 0
    """Once the match is called off: how many of the games begun were ended and opened."""
    tally: Tally | None = None
    """What came of the deals that were complete when it was last counted."""
    started_at_ms: int | None = None
    ended_at_ms: int | None = None
    declined_by: str | None = None
    mark: int | None = None
    """Drawn by chance for the change that made it this version."""

    @property
    def rules(self) -> Rules:
        """The resolved rules."""
        return _rules(self.rules_data)

    @property
    def rotations(self) -> int:
        """How many games there are on each deal."""
        return len(self.entrants) if self.rotate_seats else 1

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.deals * self.rotations

    @property
    def games_over(self) -> int:
        """How many of them are over."""
        return sum(self.over)

    @property
    def complete(self) -> int:
        """How many deals are complete: all games on them are over."""
        return self.over.count(self.rotations)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in ("finished", "aborted")

    @property
    def is_settled(self) -> bool:
        """Whether also none of its games goes on, so that all of its chance may be shown."""
        return self.status == "finished" or (self.status == "aborted" and self.opened >= self.begun)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players among the entrants."""
        return tuple(entrant.player for entrant in self.entrants if entrant.player is not None)


def subject_of(match_id: str) -> str:
    """Return the name of a match in the timetable, and in what its games are part of."""
    return f"m:{match_id}"


@lru_cache(maxsize=64)
def _rules(data: bytes) -> Rules:
    return msgspec.msgpack.decode(data, type=Rules)
