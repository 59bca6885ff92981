"""What clients of a server note while they play: what they asked, what they saw, what they were told."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from eights.rules.state import Seat

OK: Final = 200
UNAVAILABLE: Final = 503


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One sending of a keyed request for a step, and what came of it; times are of one clock for all clients."""

    game: str
    key: str
    seat: Seat
    step: str
    """As the replay is to have it."""
    knew: int
    """The version that it was asked on."""
    pinned: bool
    """Whether ``If-Match`` said so."""
    sent: float
    done: float
    status: int | None
    """None where no answer came."""
    version: int | None = None
    body: str = ""
    """A digest of it, as of ``view`` below."""
    again: bool = False
    """Whether the server said that it is the first answer again."""

    @property
    def made(self) -> bool:
        """Whether the answer says that the step was taken."""
        return self.status == OK

    @property
    def refused(self) -> bool:
        """Whether the answer says that it was not."""
        return self.status is not None and self.status not in (OK, UNAVAILABLE)


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of a game, by whatever request."""

    game: str
    who: Seat | None
    sent: float
    done: float
    version: int
    etag: str | None = None
    view: str | None = None
    """A digest of it; None where the server said that it is known."""


Kind = Literal["snapshot", "update", "reset", "anew", "finished"]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a stream; ``anew`` is no event: the server did not know the version that the follower had."""

    game: str
    follower: str
    who: Seat | None
    at: float
    kind: Kind
    version: int
    events: Any = None


class Created(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a keyed request for a game."""

    key: str
    game: str


class Failover(NamedTuple):
    """When a machine died, and when another was seen to have taken over."""

    died: float
    replaced: float


class History:
    """All that was noted; threads may add to it at any time."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.seen: list[Seen] = []
        self.told: list[Told] = []
        self.created: list[Created] = []
        self.listed: set[str] = set()
        """The games that the server listed in the end."""
        self.failovers: list[Failover] = []

    def of(self, game: str) -> "History":
        """Return what was noted about one game."""
        part = History()
        part.asked = [one for one in self.asked if one.game == game]
        part.seen = [one for one in self.seen if one.game == game]
        part.told = [one for one in self.told if one.game == game]
        part.failovers = self.failovers
        return part

    def made(self) -> int:
        """Return how many steps were answered so far."""
        return sum(one.made for one in self.asked)


def digest(view: Mapping[str, Any]) -> str:
    """Return a short name for what a view says."""
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:16]
