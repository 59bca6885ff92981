"""Tournaments as everybody may see them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from eights.rules.view import Count, Moment
from eights.services.game import GameId, TurnClock
from eights.services.identity import RecordId
from eights.services.players.notices import Number
from eights.services.records import revision_of
from eights.services.revisions import RevisionText
from eights.services.times import rfc3339
from eights.services.tokens import OrganiserToken
from eights.services.tournaments.deals import Course, Deal, Results
from eights.services.tournaments.scoring import courses
from eights.services.tournaments.tournament import (
    Entry,
    Pairing,
    Ruling,
    RulingKind,
    Status,
    Tournament,
    TournamentVisibility,
)
from eights.services.tournaments.wording import WarningView, warning_view
from eights.services.views import ClockView, Version
from eights.tournaments.plan import Format, RoundPlan

Entrant = Annotated[str, Meta(description="A player's id, or a house bot as `bot:steady` or `bot:steady:2`.")]


class TournamentEntryView(msgspec.Struct, frozen=True):
    """Somebody on a tournament's list; `from_round` is the first round that it plays in. Invitations have no name."""

    entrant: Entrant
    name: str | None
    status: Literal["entered", "invited", "declined", "withdrawn"]
    from_round: Number


class TournamentEntriesView(msgspec.Struct, frozen=True):
    """Who was entered or invited just now."""

    entries: list[TournamentEntryView]


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament.

    `entries` are in seeding order, those who are invited last. `planned_rounds` is known from the start on; `round` is
    the number of the last round that was paired, 0 before the first, and `round_on` whether it is on.
    """

    id: RecordId
    version: Version
    revision: RevisionText
    name: str
    status: Status
    variant: str
    options: tuple[str, ...]
    rules: dict[str, Any]
    format: Format
    table_size: Number
    smallest_table: Number
    byes: bool
    rounds: Number | None
    deals_per_table: Number
    duplicate: bool
    open: bool
    clock: ClockView
    points_for_place: tuple[float, ...]
    bye_points: float
    pairing: Pairing
    visibility: TournamentVisibility
    created_at: Moment
    finished_at: Moment | None
    planned_rounds: Number | None
    round: Count
    round_on: bool
    entries: list[TournamentEntryView]


class CreatedTournamentView(msgspec.Struct, frozen=True):
    """A new tournament, and its organiser's token, shown this once."""

    tournament: TournamentView
    organiser_token: OrganiserToken


class TableGameView(msgspec.Struct, frozen=True):
    """A game of a table; `due` until it is over, which takes a moment to begin. `attempt` counts replays, from 1."""

    game_id: GameId
    deal: Number
    attempt: Number
    status: Literal["due", "over", "ruled"]


class RoundTableView(msgspec.Struct, frozen=True):
    """A table of a round: its entrants by seat, and its games so far."""

    table: Number
    seats: tuple[Entrant, ...]
    over: bool
    games: list[TableGameView]


class TournamentRoundView(msgspec.Struct, frozen=True):
    """A round: who plays whom, and who has a bye. `planned` is what a dry run shows.

    `warnings` say what could not be avoided in a Swiss at tables of two: a pairing repeated, a second bye, or that not
    all rounds that are left will do without.
    """

    number: Number
    status: Literal["planned", "playing", "over"]
    started_at: Moment | None
    ended_at: Moment | None
    tables: list[RoundTableView]
    byes: tuple[Entrant, ...]
    warnings: list[WarningView] = []


class RulingView(msgspec.Struct, frozen=True):
    """What the organiser decided about a game, why and when."""

    game_id: GameId
    round: Number
    table: Number
    deal: Number
    attempt: Number
    kind: RulingKind
    reason: str
    at: Moment
    to: Entrant | None
    points: tuple[int, ...] | None


def tournament_view(tournament: Tournament) -> TournamentView:
    """Return all that everybody may know of a tournament."""
    plan = tournament.plan
    return TournamentView(
        id=tournament.id,
        version=tournament.version,
        revision=str(revision_of(tournament)),
        name=plan.name,
        status=tournament.status,
        variant=plan.variant,
        options=plan.options,
        rules=plan.patch,
        format=plan.format,
        table_size=plan.table_size,
        smallest_table=plan.smallest_table,
        byes=plan.byes,
        rounds=plan.rounds,
        deals_per_table=plan.deals_per_table,
        duplicate=plan.duplicate,
        open=plan.open,
        clock=_clock(plan.clock),
        points_for_place=plan.points_for_place,
        bye_points=plan.bye_points,
        pairing=plan.pairing,
        visibility=plan.visibility,
        created_at=rfc3339(tournament.created_at_ms),
        finished_at=_moment(tournament.finished_ms),
        planned_rounds=tournament.planned_rounds,
        round=len(tournament.rounds),
        round_on=tournament.status == "playing" and tournament.round_on is not None,
        entries=[*map(entry_view, tournament.entries), *map(invitation_view, tournament.invited)],
    )


def entry_view(entry: Entry) -> TournamentEntryView:
    """Return an entry."""
    status: Literal["withdrawn", "entered"] = "withdrawn" if entry.withdrawn else "entered"
    return TournamentEntryView(entry.entrant, entry.name, status, entry.after_round + 1)


def invitation_view(player: str, *, declined: bool = False) -> TournamentEntryView:
    """Return an invitation."""
    return TournamentEntryView(player, None, "declined" if declined else "invited", 1)


def paired_view(tournament: Tournament, number: int, results: Results) -> TournamentRoundView:
    """Return a round as it is, by what is known of its games."""
    played = tournament.rounds[number - 1]
    return TournamentRoundView(
        number=number,
        status="playing" if played.ended_ms is None else "over",
        started_at=rfc3339(played.started_ms),
        ended_at=_moment(played.ended_ms),
        tables=[_table(course) for course in courses(tournament, number, results)],
        byes=played.plan.byes,
        warnings=[*map(warning_view, played.plan.warnings)],
    )


def planned_view(number: int, plan: RoundPlan) -> TournamentRoundView:
    """Return a round that was not paired, only worked out."""
    tables = [
        RoundTableView(place, table.seats, over=False, games=[]) for place, table in enumerate(plan.tables, start=1)
    ]
    return TournamentRoundView(number, "planned", None, None, tables, plan.byes, [*map(warning_view, plan.warnings)])


def ruling_view(ruling: Ruling) -> RulingView:
    """Return a ruling."""
    return RulingView(
        game_id=ruling.game_id,
        round=ruling.round,
        table=ruling.table,
        deal=ruling.deal,
        attempt=ruling.attempt,
        kind=ruling.kind,
        reason=ruling.reason,
        at=rfc3339(ruling.at_ms),
        to=ruling.to,
        points=ruling.points,
    )


def _table(course: Course) -> RoundTableView:
    return RoundTableView(course.number, course.table.seats, course.decided, _games(course.deals))


def _games(deals: Sequence[Deal]) -> list[TableGameView]:
    return [TableGameView(deal.game_id, deal.number, deal.attempt, _status(deal)) for deal in deals]


def _status(deal: Deal) -> Literal["due", "over", "ruled"]:
    if deal.ruling is not None:
        return "ruled"
    return "over" if deal.decided else "due"


def _clock(clock: TurnClock) -> ClockView:
    return ClockView(clock.move_s, clock.on_timeout, clock.strikes)


def _moment(ms: int | None) -> str | None:
    return None if ms is None else rfc3339(ms)
