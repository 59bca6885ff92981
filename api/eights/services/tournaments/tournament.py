"""A tournament as the server keeps it: how it is played, who is in, the rounds so far, and what was ruled."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from eights.rules.ruleset import Rules
from eights.services.game import GameId, TurnClock
from eights.services.identity import RecordId, derived_id
from eights.tournaments.pairing import takes_late_entries
from eights.tournaments.places import default_points
from eights.tournaments.plan import Format, PairingRules, RoundPlan

Status = Literal["open", "playing", "finished", "aborted"]
Pairing = Literal["auto", "manual"]
TournamentVisibility = Literal["public", "unlisted"]
RulingKind = Literal["award", "void", "replay"]

MOST_ENTRANTS: Final = 2000
MOST_ROUNDS: Final = 200
MOST_DEALS: Final = 100
MOST_GAMES_A_ROUND: Final = 2000
"""Deals of all tables of a round together: whoever looks at a tournament looks at those of the round that is on."""
EXTRA_DEALS: Final = 3
"""Deals that a knockout table which is tied plays beyond its own, at most; then the higher seed goes on."""
DEFAULT_CLOCK: Final = TurnClock(60, "forfeit", 3)
KEPT_S: Final = 366 * 24 * 3600
"""How long a tournament is kept after its last change."""


class Plan(msgspec.Struct, frozen=True, array_like=True):
    """How a tournament is played; never changes."""

    name: str
    variant: str
    options: tuple[str, ...]
    patch: dict[str, Any]
    """What was to be changed of the variant's rules."""
    rules: Rules
    """As resolved: a match of a single round."""
    format: Format
    table_size: int
    smallest_table: int
    byes: bool
    rounds: int | None
    """As asked for; None for as many as the format has."""
    deals_per_table: int
    duplicate: bool
    open: bool
    """Whether any player may enter, invited or not."""
    clock: TurnClock
    points_for_place: tuple[float, ...]
    bye_points: float
    pairing: Pairing
    visibility: TournamentVisibility

    @property
    def pairing_rules(self) -> PairingRules:
        """What the pairing goes by."""
        return PairingRules(
            self.format, self.table_size, self.smallest_table, self.duplicate, byes=self.byes, rounds=self.rounds
        )

    @property
    def lowest_wins(self) -> bool:
        """Whether few points are better than many."""
        return self.rules.scoring == "losers_keep_own"

    @property
    def takes_late_entries(self) -> bool:
        """Whether somebody may enter once the first round was paired, to play from the next one on."""
        by_hand = self.pairing == "manual" and self.format != "knockout"
        return by_hand or takes_late_entries(self.pairing_rules)


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who is in a tournament: a player by its id, or a house bot as ``bot:steady`` or ``bot:steady:2``."""

    entrant: str
    name: str
    is_program: bool
    after_round: int = 0
    """How many rounds had been paired when it entered: it plays from the next one on."""
    withdrawn: bool = False
    """Whether it is paired no more."""
    forfeited_in: int = 0
    """The round in which it withdrew from a table that had still to play; 0 for none."""


class Round(msgspec.Struct, frozen=True, array_like=True):
    """One round as it was paired."""

    plan: RoundPlan
    started_ms: int
    ended_ms: int | None = None
    """When the last of its tables was decided."""
    settled: bool = False
    """Whether nothing is left to be done about it."""


class Ruling(msgspec.Struct, frozen=True, array_like=True):
    """What the organiser decided about one game; the last award or void of a game counts."""

    game_id: GameId
    round: int
    table: int
    deal: int
    attempt: int
    kind: RulingKind
    reason: str
    at_ms: int
    to: str | None = None
    """For an award: who is given the table; whoever else sits there is taken to have given up."""
    points: tuple[int, ...] | None = None
    """For an award: the points of the deal by seat, instead."""


class Tournament(msgspec.Struct, frozen=True, array_like=True):
    """A tournament."""

    id: RecordId
    version: int
    plan: Plan
    created_at_ms: int
    organiser_hash: bytes
    """SHA-256 of the organiser's token."""
    secret: bytes
    """What the deals follow from; nobody sees it."""
    entries: tuple[Entry, ...] = ()
    """In seeding order; who entered late comes last."""
    invited: tuple[str, ...] = ()
    """Players who may enter although the tournament is not open, and have not yet."""
    rounds: tuple[Round, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    status: Status = "open"
    planned_rounds: int | None = None
    """After how many rounds it ends; known once it has started."""
    finished_ms: int | None = None
    mark: int | None = None
    """Drawn by chance for the change that made it this version."""

    @property
    def field(self) -> tuple[str, ...]:
        """All who ever entered, in seeding order."""
        return tuple(entry.entrant for entry in self.entries)

    @property
    def withdrawn(self) -> frozenset[str]:
        """Who is not paired any more."""
        return frozenset(entry.entrant for entry in self.entries if entry.withdrawn)

    @property
    def staying(self) -> tuple[str, ...]:
        """Who is still in, in seeding order."""
        return tuple(entry.entrant for entry in self.entries if not entry.withdrawn)

    def forfeited_in(self, number: int) -> frozenset[str]:
        """Return who withdrew in a round with games still to play."""
        return frozenset(entry.entrant for entry in self.entries if entry.forfeited_in == number)

    @property
    def by_entrant(self) -> Mapping[str, Entry]:
        """Entries by their entrants."""
        return {entry.entrant: entry for entry in self.entries}

    @property
    def round_on(self) -> Round | None:
        """The round that is on, as far as the record knows; None between rounds."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.ended_ms is None else None


def default_points_for_place(table_size: int) -> tuple[float, ...]:
    """Return the points by place where none were chosen."""
    return default_points(table_size)


def game_id_of(tournament_id: str, round_number: int, table: int, deal: int, attempt: int) -> GameId:
    """Return the id of the game that a table plays as its deal so and so; all numbers count from 1.

    Whoever asks for the game makes, or finds, the same one.

    >>> game_id_of("mzxw6ytboi4dqmjt", 1, 1, 1, 1)
    'dxwdtdlkxxkdoj53'
    """
    return derived_id("tournament game", tournament_id, round_number, table, deal, attempt)


def subject_of(tournament_id: str) -> str:
    """Return the name under which a tournament stands in the timetable, and in its games.

    >>> subject_of("mzxw6ytboi4dqmjt")
    't:mzxw6ytboi4dqmjt'
    """
    return f"t:{tournament_id}"
