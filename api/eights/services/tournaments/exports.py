"""Exports: rows for spreadsheets, and the replays of all games."""

from collections.abc import Iterator, Sequence
from typing import Final

from eights.rules.replay_file import Replay
from eights.services.access import Caller
from eights.services.game import Game
from eights.services.ports import GameStore
from eights.services.reading import replay_view
from eights.services.tournaments.deals import games_of_round
from eights.services.tournaments.keeping import Keeping, all_rounds, is_organiser
from eights.services.tournaments.results import RoundResultsView, SeatResultView, TableResultView
from eights.services.tournaments.standing import Standings
from eights.services.tournaments.tournament import Tournament

Row = Sequence[str | int | float | None]

READ_AT_ONCE: Final = 16

STANDING_COLUMNS: Final = ("place", "entrant", "name", "points")
RESULT_COLUMNS: Final = (
    *("round", "table", "seat", "entrant", "name", "place", "points", "difference", "absent", "deal_points"),
    "rulings",
)


def standing_rows(found: Standings) -> Iterator[Row]:
    """Yield the standings as a table, its head first."""
    tie_breaks = list(found.lines[0].tie_breaks) if found.lines else []
    yield (*STANDING_COLUMNS, *tie_breaks, "played", "byes", "survived", "withdrawn")
    for line in found.lines:
        head = (line.place, line.entrant, line.name, line.points)
        yield (*head, *line.tie_breaks.values(), line.played, line.byes, line.survived, _yes(line.withdrawn))


def result_rows(tournament: Tournament, rounds: Sequence[RoundResultsView]) -> Iterator[Row]:
    """Yield the results as a table with a row for each seat and each bye, its head first."""
    names = {entry.entrant: entry.name for entry in tournament.entries}
    yield RESULT_COLUMNS
    for played in rounds:
        for table in played.tables:
            rulings = "; ".join(
                f"{ruling.kind}, deal {ruling.deal}: {ruling.reason}"
                for ruling in played.rulings
                if ruling.table == table.table
            )
            for seat, entrant in enumerate(table.seats):
                yield (played.number, table.table, seat, entrant, names[entrant], *_seat(table, seat), rulings)
        for bye in played.byes:
            yield (played.number, None, None, bye.entrant, names[bye.entrant], None, bye.points, *[None] * 4)


def _seat(table: TableResultView, seat: int) -> Row:
    points = " ".join("none" if deal.points is None else str(deal.points[seat]) for deal in table.deals)
    if table.result is None:
        return (None, None, None, None, points)
    result: SeatResultView = table.result[seat]
    return (result.place, result.points, result.difference, _yes(result.absent), points)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


class Replays:
    """Finds the replays of a tournament's games."""

    def __init__(self, keeping: Keeping, games: GameStore) -> None:
        self._keeping = keeping
        self._games = games

    def of(self, tournament_id: str, caller: Caller) -> Iterator[Replay]:
        """Yield the replays that the caller may see, in the order of rounds and tables.

        Those of games whose deal is over; private ones, of duplicate deals that were not opened yet, for the organiser
        and the entrants alone. Games that have expired are left out. Raises ``Refused("tournament_not_found")``.
        """
        tournament = self._keeping.read(tournament_id)
        belongs = is_organiser(tournament, caller) or (caller.player is not None and caller.player in tournament.field)
        return self._replays(_game_ids(tournament), belongs=belongs)

    def _replays(self, game_ids: Sequence[str], *, belongs: bool) -> Iterator[Replay]:
        for start in range(0, len(game_ids), READ_AT_ONCE):
            for game in self._games.read_many(game_ids[start : start + READ_AT_ONCE]):
                if game is not None and _is_open(game) and (belongs or game.visibility != "private"):
                    yield replay_view(game, self._games.steps(game.id))


def _game_ids(tournament: Tournament) -> Sequence[str]:
    """Return the ids of all games that there may be, those played anew included."""
    found = dict.fromkeys(ruling.game_id for ruling in tournament.rulings if ruling.kind == "replay")
    for number in all_rounds(tournament):
        found.update(dict.fromkeys(games_of_round(tournament, number)))
    return list(found)


def _is_open(game: Game) -> bool:
    return game.status in ("finished", "aborted") and not game.deal_open
