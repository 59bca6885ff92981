"""Reading tournaments: the list, one of them, its rounds, standings and results; all of it is everybody's to see."""

from collections.abc import Sequence

import msgspec

from eights.services.tournaments.index import TournamentIndex
from eights.services.tournaments.keeping import Keeping, all_rounds, standing_of
from eights.services.tournaments.results import RoundResultsView, round_results_view
from eights.services.tournaments.standing import Standings, standings_after
from eights.services.tournaments.tournament import Status, Tournament
from eights.services.tournaments.views import TournamentRoundView, TournamentView, paired_view, tournament_view


class TournamentPage(msgspec.Struct, frozen=True):
    """One page of the public tournaments of a status, newest first; `next_cursor` is null on the last one."""

    items: list[TournamentView]
    next_cursor: str | None


class TournamentRoundPage(msgspec.Struct, frozen=True):
    """Rounds, the first one first; `next_cursor` is null on the last page."""

    items: list[TournamentRoundView]
    next_cursor: str | None


class TournamentResultPage(msgspec.Struct, frozen=True):
    """Results by round, the first one first; `next_cursor` is null on the last page."""

    items: list[RoundResultsView]
    next_cursor: str | None


class Reading:
    """Reads tournaments. Every method may raise ``Refused("tournament_not_found")``."""

    def __init__(self, keeping: Keeping, index: TournamentIndex) -> None:
        self._keeping = keeping
        self._index = index

    def page(self, status: Status, before: str | None, limit: int) -> TournamentPage:
        """Return public tournaments of a status; a page may be short, also where others follow."""
        entries = self._index.listed(status, before, limit)
        found = self._keeping.records.read_many([tournament_id for tournament_id, _ in entries])
        gone = [cursor for (_, cursor), tournament in zip(entries, found, strict=True) if tournament is None]
        self._index.strike(gone, status)
        items = [tournament_view(one) for one in found if one is not None and one.status == status]
        return TournamentPage(items, entries[-1][1] if len(entries) == limit else None)

    def tournament(self, tournament_id: str) -> TournamentView:
        """Return a tournament."""
        return tournament_view(self._keeping.read(tournament_id))

    def rounds(self, tournament_id: str, after: int, limit: int) -> TournamentRoundPage:
        """Return rounds with numbers above one."""
        tournament = self._keeping.read(tournament_id)
        numbers = all_rounds(tournament)[after : after + limit]
        stands = standing_of(self._keeping, tournament, numbers)
        items = [paired_view(tournament, number, stands.results) for number in numbers]
        return TournamentRoundPage(items, _next(tournament, numbers))

    def results(self, tournament_id: str, after: int, limit: int) -> tuple[Tournament, TournamentResultPage]:
        """Return the results of rounds with numbers above one, and the tournament that they are of."""
        tournament = self._keeping.read(tournament_id)
        numbers = all_rounds(tournament)[after : after + limit]
        stands = standing_of(self._keeping, tournament, numbers)
        items = [round_results_view(tournament, number, stands) for number in numbers]
        return tournament, TournamentResultPage(items, _next(tournament, numbers))

    def standings(self, tournament_id: str) -> Standings:
        """Return the standings, computed now."""
        tournament = self._keeping.read(tournament_id)
        return standings_after(tournament, self._keeping.history(tournament))


def _next(tournament: Tournament, numbers: Sequence[int]) -> str | None:
    return str(numbers[-1]) if numbers and numbers[-1] < len(tournament.rounds) else None
