"""What the server answers about tournaments, as frozen values; unknown fields are ignored, as everywhere."""

from typing import Any

import msgspec


class Clock(msgspec.Struct, frozen=True):
    """How long a turn may take, and what happens once a seat has let ``strikes`` of them in a row run out."""

    move_s: int
    on_timeout: str
    strikes: int


class Entry(msgspec.Struct, frozen=True):
    """Somebody on a tournament's list; an invitation has no name."""

    entrant: str
    """A player's id, or a house bot as ``bot:steady`` or ``bot:steady:2``."""
    name: str | None
    status: str
    """``entered``, ``invited``, ``declined`` or ``withdrawn``."""
    from_round: int
    """The first round that it plays in."""


class Entries(msgspec.Struct, frozen=True):
    """Who was entered or invited just now."""

    entries: tuple[Entry, ...]


class Tournament(msgspec.Struct, frozen=True):
    """A tournament: how it is played, who is in, and how far it is."""

    id: str
    version: int
    name: str
    status: str
    """``open``, ``playing``, ``finished`` or ``aborted``."""
    variant: str
    options: tuple[str, ...]
    rules: dict[str, Any]
    format: str
    """``round_robin``, ``swiss`` or ``knockout``."""
    table_size: int
    smallest_table: int
    byes: bool
    rounds: int | None
    """As asked for; None for as many as the format has."""
    deals_per_table: int
    duplicate: bool
    open: bool
    """Whether any player may enter, invited or not."""
    clock: Clock
    points_for_place: tuple[float, ...]
    bye_points: float
    pairing: str
    """``auto`` or ``manual``."""
    visibility: str
    created_at: str
    finished_at: str | None
    planned_rounds: int | None
    """After how many rounds it ends; known from the start on."""
    round: int
    """The last round that was paired; 0 before the first."""
    round_on: bool
    """Whether that round is on."""
    entries: tuple[Entry, ...]
    """In seeding order, those who are invited last."""
    revision: str = ""
    """The version, and a mark that it does not share with one of the same number which the server's store lost."""

    @property
    def at(self) -> int | str:
        """What to name where a request is to hold for this as it is: the revision, or what there is of it."""
        return self.revision or self.version


class CreatedTournament(msgspec.Struct, frozen=True):
    """A new tournament, and the secret that makes its organiser: shown this once, so keep it and do not log it."""

    tournament: Tournament
    organiser_token: str


class TableGame(msgspec.Struct, frozen=True):
    """A game of a table; ``attempt`` counts replays, from 1."""

    game_id: str
    deal: int
    attempt: int
    status: str
    """``due`` until it is over, ``over``, or ``ruled``."""


class RoundTable(msgspec.Struct, frozen=True):
    """A table of a round: its entrants by seat, and its games so far."""

    table: int
    seats: tuple[str, ...]
    over: bool
    games: tuple[TableGame, ...]


class RoundWarning(msgspec.Struct, frozen=True):
    """Something about a round that could not be avoided: a stable code, and a sentence by language."""

    code: str
    text: dict[str, str]
    entrants: tuple[str, ...] = ()
    details: dict[str, int] = {}


class Round(msgspec.Struct, frozen=True):
    """A round: who plays whom, and who has a bye."""

    number: int
    status: str
    """``planned`` (a dry run), ``playing`` or ``over``."""
    started_at: str | None
    ended_at: str | None
    tables: tuple[RoundTable, ...]
    byes: tuple[str, ...]
    warnings: tuple[RoundWarning, ...] = ()
    """What could not be avoided: repeated pairings, second byes."""


class RoundPage(msgspec.Struct, frozen=True):
    """Some rounds, the first one first; no cursor on the last page."""

    items: tuple[Round, ...]
    next_cursor: str | None = None


class Standing(msgspec.Struct, frozen=True):
    """One entrant's line of the standings."""

    place: int
    """Shared by those whom no tie-break separates."""
    entrant: str
    name: str
    points: float
    tie_breaks: dict[str, float | None]
    """By name, in the order in which they decide; None where one does not apply."""
    played: int
    """Rounds in which it met somebody."""
    byes: int
    survived: int | None
    """Rounds of a knockout after which it was still in; None in other formats."""
    withdrawn: bool


class TieBreak(msgspec.Struct, frozen=True):
    """What a tie-break says, in the caller's language."""

    name: str
    text: str


class Standings(msgspec.Struct, frozen=True):
    """The standings after the rounds that are over, best first."""

    version: int
    rounds: int
    final: bool
    """Whether the tournament is over; a ruling may still change them."""
    tie_breaks: tuple[TieBreak, ...]
    """In the order in which they decide."""
    shared: str
    """What happens where no tie-break decides."""
    lines: tuple[Standing, ...]


class Ruling(msgspec.Struct, frozen=True):
    """What the organiser decided about a game, why and when."""

    game_id: str
    round: int
    table: int
    deal: int
    attempt: int
    kind: str
    """``award``, ``void`` or ``replay``."""
    reason: str
    at: str
    to: str | None
    points: tuple[int, ...] | None
