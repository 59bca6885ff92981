"""The standings of a tournament, and what they are told with."""

from collections.abc import Sequence

import msgspec

from eights.rules.text import Language
from eights.rules.view import Count
from eights.services.players.notices import Number
from eights.services.tournaments.tournament import Tournament
from eights.services.tournaments.views import Entrant
from eights.services.views import Version
from eights.tournaments.plan import RoundResult
from eights.tournaments.standings import standings
from eights.tournaments.tie_breaks import SHARED_TEXT, TIE_BREAK_TEXTS, TIE_BREAKS


class StandingView(msgspec.Struct, frozen=True):
    """One entrant's line: `tie_breaks` by name, null where one does not apply.

    `played` counts rounds in which it met somebody; `survived`, in a knockout, those after which it was still in.
    """

    place: Number
    entrant: Entrant
    name: str
    points: float
    tie_breaks: dict[str, float | None]
    played: Count
    byes: Count
    survived: Count | None
    withdrawn: bool


class Standings(msgspec.Struct, frozen=True):
    """The standings after the rounds that are over."""

    version: Version
    rounds: int
    final: bool
    lines: list[StandingView]


class TieBreakView(msgspec.Struct, frozen=True):
    """What a tie-break says, in the caller's language."""

    name: str
    text: str


class StandingsView(msgspec.Struct, frozen=True):
    """The standings after the rounds that are over, best first; `tie_breaks` in the order in which they decide.

    `final` once the tournament is finished; a ruling may still change them. `shared` says what happens where no
    tie-break decides.
    """

    version: Version
    rounds: int
    final: bool
    tie_breaks: list[TieBreakView]
    shared: str
    lines: list[StandingView]


def standings_view(found: Standings, language: Language) -> StandingsView:
    """Return standings with what explains them."""
    tie_breaks = [TieBreakView(name, TIE_BREAK_TEXTS[name].in_language(language)) for name in TIE_BREAKS]
    return StandingsView(
        found.version, found.rounds, found.final, tie_breaks, SHARED_TEXT.in_language(language), found.lines
    )


def standings_after(tournament: Tournament, history: Sequence[RoundResult]) -> Standings:
    """Return the standings after the rounds that are over."""
    lines = standings(
        tournament.field,
        history,
        bye_points=tournament.plan.bye_points,
        withdrawn=tournament.withdrawn,
        knockout=tournament.plan.format == "knockout",
    )
    names = {entry.entrant: entry.name for entry in tournament.entries}
    return Standings(
        version=tournament.version,
        rounds=len(history),
        final=tournament.status == "finished",
        lines=[
            StandingView(
                place=line.place,
                entrant=line.entrant,
                name=names[line.entrant],
                points=line.points,
                tie_breaks=dict(zip(TIE_BREAKS, line.tie_breaks, strict=True)),
                played=line.played,
                byes=line.byes,
                survived=line.survived,
                withdrawn=line.withdrawn,
            )
            for line in lines
        ],
    )
