"""What tournaments come to: standings and results as JSON or CSV, and all replays."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from flask import Response, request

from eights.rules.replay_file import Replay
from eights.services.refusals import Refused
from eights.services.tournaments.exports import result_rows, standing_rows
from eights.services.tournaments.reading import TournamentResultPage
from eights.services.tournaments.standing import StandingsView, standings_view
from eights.services.tournaments.tournament import MOST_ROUNDS
from eights.web import sheets
from eights.web import tournament_examples as examples
from eights.web.answers import json_answer
from eights.web.blueprint import Resources, StreamForm
from eights.web.callers import caller
from eights.web.fields import Body, Choice, QueryWhole, Words
from eights.web.parts import parts
from eights.web.problems import language
from eights.web.sheets import Cell

tournament_results = Resources(
    "tournament_results", "What tournaments come to: standings, results, replays.", url_prefix="/v1/tournaments"
)

_JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
_FORM: Final = {"description": "`csv` is as good as `Accept: text/csv`."}


class FormQuery(Body):
    """In which form."""

    format = Choice(("json", "csv"), load_default=None, metadata=_FORM)


class ResultsQuery(Body):
    """In which form, and of which rounds."""

    format = Choice(("json", "csv"), load_default=None, metadata=_FORM)
    limit = QueryWhole(
        1, MOST_ROUNDS, load_default=None, metadata={"description": "How many rounds at most: 20 as JSON, all as CSV."}
    )
    cursor = Words(
        3, "^(0|[1-9][0-9]{0,2})$", load_default="0", metadata={"description": "`next_cursor` of the page before."}
    )


@tournament_results.get("/<tournament_id:tournament_id>/standings")
@tournament_results.takes(FormQuery, location="query")
@tournament_results.answers(
    200,
    StandingsView,
    description="The standings.",
    example=examples.standings(),
    streams=StreamForm(sheets.MEDIA_TYPE, (), "place,entrant,name,points\r\n1,bot:steady,steady,2.0\r\n"),
)
@tournament_results.operation(
    bearer="optional", refuses=["tournament_not_found", "not_acceptable", "store_unavailable"]
)
def get_standings(query: dict[str, Any], tournament_id: str) -> Response:
    """Read the standings

    After the rounds that are over: by points, in a knockout by rounds survived before that, then by the tie-breaks that
    the answer explains; whom none of them separates share a place. With `Accept: text/csv` or `format=csv` as a sheet.
    """
    caller()
    found = parts().tournaments.reading.standings(tournament_id)
    if _as_csv(query["format"]):
        return _csv(standing_rows(found), "standings")
    spoken = language()
    response = json_answer(msgspec.json.encode(standings_view(found, spoken)))
    response.content_language.add(spoken)
    response.vary.update(("Accept", "Accept-Language"))
    return response


@tournament_results.get("/<tournament_id:tournament_id>/results")
@tournament_results.takes(ResultsQuery, location="query")
@tournament_results.answers(
    200,
    TournamentResultPage,
    description="Results by round, the first one first.",
    example=examples.results(),
    streams=StreamForm(sheets.MEDIA_TYPE, (), "round,table,seat,entrant\r\n1,1,0,bot:steady\r\n"),
)
@tournament_results.operation(
    bearer="optional", refuses=["tournament_not_found", "not_acceptable", "store_unavailable"]
)
def get_results(query: dict[str, Any], tournament_id: str) -> Response:
    """Read the results

    Every table with its deals, who gave up, points, places, differences, byes, and the organiser's rulings with their
    reasons and times. With `Accept: text/csv` or `format=csv` as a sheet, a row for each seat and each bye; a text that
    a spreadsheet might run has an apostrophe in front.
    """
    caller()
    as_csv = _as_csv(query["format"])
    limit = query["limit"] or (MOST_ROUNDS if as_csv else 20)
    tournament, page = parts().tournaments.reading.results(tournament_id, int(query["cursor"]), limit)
    if as_csv:
        return _csv(result_rows(tournament, page.items), "results")
    response = json_answer(msgspec.json.encode(page))
    response.vary.add("Accept")
    return response


@tournament_results.get("/<tournament_id:tournament_id>/replays")
@tournament_results.answers(
    200,
    description="Replays, one on each line.",
    streams=StreamForm(NDJSON, (Replay,), examples.replay_line()),
)
@tournament_results.operation(bearer="optional", refuses=["tournament_not_found", "store_unavailable"])
def get_replays(tournament_id: str) -> Response:
    """Download all replays

    As NDJSON: a line for each game whose deal is over, by rounds and tables, each as `getReplay` has it. Games that
    have expired are left out. While a duplicate deal is on at any table, all games on it are withheld.
    """
    replays = parts().tournaments.replays.of(tournament_id, caller())
    return Response(_lines(replays), content_type=NDJSON)


def _lines(replays: Iterable[Replay]) -> Iterator[bytes]:
    for replay in replays:
        yield msgspec.json.encode(replay) + b"\n"


def _as_csv(wanted: str | None) -> bool:
    """Tell which form is asked for: the query says so before the header; raises ``Refused("not_acceptable")``."""
    if wanted is not None:
        return wanted == "csv"
    if not request.accept_mimetypes:
        return False
    best = request.accept_mimetypes.best_match([_JSON, sheets.MEDIA_TYPE])
    if best is None:
        raise Refused("not_acceptable")
    return best == sheets.MEDIA_TYPE


def _csv(rows: Iterable[Sequence[Cell]], name: str) -> Response:
    response = Response(sheets.csv_of(rows), content_type=f"{sheets.MEDIA_TYPE}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.vary.add("Accept")
    return response
