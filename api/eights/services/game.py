"""A game as the server keeps it: the state of the rules, and the table around it."""

from typing import Annotated, Literal

import msgspec

from eights.rules.events import AnyEvent
from eights.rules.state import Seat, State
from eights.services.revisions import Revision

GameId = Annotated[str, msgspec.Meta(extra_json_schema={"pattern": "^[a-z2-7]{16}$"})]
Visibility = Literal["public", "unlisted", "private"]
OnLeave = Literal["bot", "forfeit"]
GameStatus = Literal["open", "ready", "playing", "round_over", "finished", "aborted"]


class SeatHolder(msgspec.Struct, frozen=True, array_like=True):
    """Who sits in a seat; an open seat has no name."""

    name: str | None = None
    token_hash: bytes | None = None
    """SHA-256 of the seat's token; None for an open seat, and for a house bot."""
    bot: str | None = None
    """The house bot that sits here, by its name."""
    former_hash: bytes | None = None
    """SHA-256 of the token of somebody who left the seat to a house bot."""
    strikes: int = 0
    """Turns in a row that ran out."""
    away: bool = False
    """Whether so many ran out that the server plays the seat until its player moves again."""
    player: str | None = None
    """The registered player who sits here, by id, and acts with a token of its own."""
    invited: str | None = None
    """The registered player for whom the open seat is kept."""
    former_player: str | None = None
    """The registered player who left the seat to a house bot."""
    is_program: bool = False
    """Whether the registered player is a program."""
    had_turn: bool = False
    """Whether whoever sits here has moved, or let a turn run out."""

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.name is None and self.invited is None


class TurnClock(msgspec.Struct, frozen=True, array_like=True):
    """How long a turn may take, and what happens when it runs out."""

    move_s: int
    on_timeout: Literal["auto", "bot", "forfeit"] = "auto"
    strikes: int = 3
    """Turns in a row that may run out before the seat is away, or forfeits."""


class Game(msgspec.Struct, frozen=True, array_like=True):
    """One game, everything that a request about it needs to know."""

    id: GameId
    version: int
    """Raised by one with each accepted change; the creation is version 1."""
    variant: str
    options: tuple[str, ...]
    created_at_ms: int
    host_hash: bytes
    """SHA-256 of the host's token."""
    visibility: Visibility
    auto_deal: bool
    on_leave: OnLeave
    seats: tuple[SeatHolder, ...]
    first_dealer: Seat | None
    """As asked for at creation; None where the seed draws it."""
    state: State
    aborted: bool = False
    clock: TurnClock | None = None
    deadline_ms: int | None = None
    """When the server acts by itself: the turn runs out, or house bots go on."""
    part_of: str | None = None
    """The match or tournament that the game belongs to: ``m:<id>`` or ``t:<id>``."""
    deal_open: bool = False
    """Whether other games on the same deal go on, so that nothing of its chance may be shown yet."""
    turn_since_ms: int | None = None
    """In a match or tournament: when the present turn began."""
    mark: int | None = None
    """Drawn by chance for the change that made it this version; None where the change is older than marks."""
    course: bytes = b""
    """The hash of all steps so far (:mod:`eights.rules.course`); empty where the game is older than these."""
    host_player: str | None = None
    """The registered player who created it, by id."""
    left_early: bool = False
    """Whether somebody left after the deal and before the end of a first turn."""

    @property
    def revision(self) -> Revision:
        """The version with its mark."""
        return Revision(self.version, self.mark)

    @property
    def status(self) -> GameStatus:
        """Where the game is in its life."""
        if self.aborted:
            return "aborted"
        if self.state.status != "ready":
            return self.state.status
        return "open" if any(holder.name is None for holder in self.seats) else "ready"


class Update(msgspec.Struct, frozen=True, array_like=True):
    """What one accepted change made happen, hidden cards included; the log keeps one per version."""

    version: int
    events: tuple[AnyEvent, ...]
    mark: int | None = None

    @property
    def revision(self) -> Revision:
        """What the game became by it."""
        return Revision(self.version, self.mark)
