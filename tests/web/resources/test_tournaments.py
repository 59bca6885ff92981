"""Tournaments over HTTP: created, listed, read, exported; and what is refused."""

import csv
import io
import json
from typing import Any, Final

import httpx
import pytest

from matches import SHORT
from organising import Event
from players import Somebody
from tables import another, assert_refused
from timed import TimedServer

HOUSE: Final = ("bot:steady", "bot:random")
WISH: Final = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rules": SHORT}


def rows_of(answer: Any) -> list[dict[str, str]]:
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


def test_only_name_variant_and_format_are_needed(http: httpx.Client) -> None:
    answer = http.post("/v1/tournaments", json={name: WISH[name] for name in ("name", "variant", "format")})
    assert answer.status_code == 201
    made = answer.json()["tournament"]
    assert answer.headers["Location"] == f"/v1/tournaments/{made['id']}"
    assert answer.json()["organiser_token"].startswith("eo_")
    assert made["clock"] == {"move_s": 60, "on_timeout": "forfeit", "strikes": 3}
    assert (made["status"], made["points_for_place"], made["bye_points"]) == ("open", [1, 0], 1)
    assert (made["table_size"], made["deals_per_table"], made["pairing"]) == (2, 1, "auto")
    assert (made["open"], made["duplicate"], made["entries"], made["planned_rounds"]) == (False, False, [], None)


def test_everything_that_was_asked_for_is_told(http: httpx.Client) -> None:
    wish = {
        **WISH,
        "options": ["jacks_skip"],
        "format": "round_robin",
        "table_size": 4,
        "smallest_table": 3,
        "byes": False,
        "rounds": 5,
        "deals_per_table": 2,
        "open": True,
        "clock": {"move_s": 7, "on_timeout": "bot", "strikes": 2},
        "points_for_place": [4, 2.5, 1, 0],
        "bye_points": 1.5,
        "pairing": "manual",
        "visibility": "unlisted",
    }
    made = http.post("/v1/tournaments", json=wish).json()["tournament"]
    assert {name: made[name] for name in wish} == wish


def test_a_keyed_creation_is_done_once(http: httpx.Client) -> None:
    key = {"Idempotency-Key": "an-evening-at-the-club"}
    first, again = (http.post("/v1/tournaments", json=WISH, headers=key) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert again.headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"name": ""}, "invalid_request", "name"),
        ({"format": "ladder"}, "invalid_request", "format"),
        ({"table_size": 7}, "invalid_request", "table_size"),
        ({"table_size": 3, "smallest_table": 4}, "tournament_invalid", "smallest_table"),
        ({"points_for_place": [3, 2, 1]}, "tournament_invalid", "points_for_place"),
        ({"points_for_place": [0, 1]}, "tournament_invalid", "points_for_place"),
        ({"points_for_place": [True, 0]}, "invalid_request", "points_for_place.0"),
        ({"points_for_place": [1, 0], "duplicate": True}, "tournament_invalid", "points_for_place"),
        ({"bye_points": "1"}, "invalid_request", "bye_points"),
        ({"rounds": 0}, "invalid_request", "rounds"),
        ({"clock": None}, "invalid_request", "clock"),
        ({"entrants": ["bot:steady:2"]}, "invalid_request", "entrants.0"),
        ({"prize": 100}, "invalid_request", "prize"),
        ({"table_size": 5}, "seat_count_invalid", None),
        ({"variant": "whist"}, "unknown_variant", None),
        ({"options": ["points_game"], "rules": {"match": {"type": "points"}}}, "single_deals_only", None),
        ({"rules": {"hand_size": {"default": 60}}}, "rules_invalid", None),
        ({"entrants": ["bot:nobody"]}, "unknown_bot", None),
        ({"entrants": ["a" * 16]}, "unknown_player", None),
    ],
)
def test_what_cannot_be_played_is_refused(
    http: httpx.Client, change: dict[str, Any], code: str, path: str | None
) -> None:
    answer = http.post("/v1/tournaments", json={**WISH, **change})
    assert_refused(answer, 422, code)
    if path is not None:
        assert path in [fault["path"] for fault in answer.json()["errors"]]


def test_public_tournaments_are_listed_by_status_newest_first_in_pages(timed: TimedServer) -> None:
    events = []
    for number in range(3):
        timed.clock.ms += 1000
        events.append(Event.created(timed, name=f"No {number}", entrants=HOUSE, rounds=1))
    Event.created(timed, name="Hidden", visibility="unlisted")
    first = timed.http.get("/v1/tournaments?limit=2").json()
    second = timed.http.get(f"/v1/tournaments?limit=2&cursor={first['next_cursor']}").json()
    assert [item["name"] for item in first["items"] + second["items"]] == ["No 2", "No 1", "No 0"]
    events[1].play_out()
    listed = {
        status: [item["name"] for item in timed.http.get(f"/v1/tournaments?status={status}").json()["items"]]
        for status in ("open", "playing", "finished", "aborted")
    }
    assert listed == {"open": ["No 2", "No 0"], "playing": [], "finished": ["No 1"], "aborted": []}
    assert events[0].ask("DELETE").status_code == 200
    assert [item["name"] for item in timed.http.get("/v1/tournaments?status=aborted").json()["items"]] == ["No 0"]


def test_what_is_read_again_unchanged_is_not_sent_again(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=HOUSE)
    tag = event.ask("GET", token=None).headers["ETag"]
    assert event.ask("GET", token=None, If_None_Match=tag).status_code == 304
    assert event.ask("GET", token=None, If_None_Match=another(tag)).status_code == 200
    assert_refused(event.ask("POST", "/start", If_Match=another(tag)), 412, "stale_version", version=1)
    assert event.ask("POST", "/entries", {"entrants": ["bot:steady"]}).headers["ETag"] != tag
    assert event.ask("GET", token=None, If_None_Match=tag).status_code == 200
    assert_refused(event.ask("POST", "/start", If_Match=tag), 412, "stale_version", version=2)


def test_the_secret_of_the_deals_and_the_organisers_token_are_shown_to_nobody(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=HOUSE, rounds=1)
    event.play_out()
    kept = timed.parts.tournaments.advancing._keeping.read(event.id)  # noqa: SLF001 - the truth behind the answers
    for what in ("", "/rounds", "/standings", "/results", "/replays"):
        text = event.ask("GET", what, token=None).text
        assert kept.secret.hex() not in text
        assert kept.organiser_hash.hex() not in text
        assert event.token not in text


def test_what_there_is_not_is_not_found(http: httpx.Client) -> None:
    for path in ("", "/rounds", "/standings", "/results", "/replays"):
        assert_refused(http.get("/v1/tournaments/" + "a" * 16 + path), 404, "tournament_not_found")
    assert_refused(http.get("/v1/tournaments/nobody"), 404, "tournament_not_found")


def test_rounds_and_results_come_in_pages(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 2, rounds=3)
    event.play_out()
    for what in ("/rounds", "/results"):
        first = event.get(f"{what}?limit=2")
        second = event.get(f"{what}?limit=2&cursor={first['next_cursor']}")
        assert [item["number"] for item in first["items"] + second["items"]] == [1, 2, 3]
        assert second["next_cursor"] is None


def test_standings_explain_their_tie_breaks_in_the_callers_language(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=HOUSE, rounds=1)
    event.play_out()
    for language, word in (("en", "How often"), ("fr", "Combien de fois")):
        answer = event.ask("GET", "/standings", token=None, Accept_Language=language)
        assert answer.headers["Content-Language"] == language
        names = [one["name"] for one in answer.json()["tie_breaks"]]
        assert names == ["direct_encounter", "buchholz", "sonneborn_berger", "points_difference"]
        assert answer.json()["tie_breaks"][0]["text"].startswith(word)


def test_results_and_standings_are_sheets_on_demand(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE, "bot:steady"], rounds=2, deals_per_table=2)
    event.play_out()
    for what, length in (("/results", 6), ("/standings", 3)):
        by_query = event.ask("GET", what + "?format=csv", token=None)
        by_header = event.ask("GET", what, token=None, Accept="text/csv")
        assert by_query.text == by_header.text
        assert len(rows_of(by_query)) == length
        assert event.ask("GET", what + "?format=json", token=None, Accept="text/csv").json()
        assert_refused(event.ask("GET", what, token=None, Accept="image/png"), 406, "not_acceptable")
    for row, line in zip(
        rows_of(event.ask("GET", "/standings?format=csv", token=None)), event.get("/standings")["lines"], strict=True
    ):
        assert (row["entrant"], float(row["points"]), int(row["place"])) == (
            line["entrant"],
            line["points"],
            line["place"],
        )
    byes = [row for row in rows_of(event.ask("GET", "/results?format=csv", token=None)) if not row["table"]]
    assert [row["points"] for row in byes] == ["1.0", "1.0"]


def test_names_and_reasons_that_a_spreadsheet_would_run_are_text(timed: TimedServer) -> None:
    eve = Somebody.registered(timed.http, "=HYPERLINK(A1)")
    event = Event.created(timed, entrants=["bot:steady"], open=True, rounds=1)
    event.enter(eve)
    event.begin("/start")
    ruling = {"kind": "award", "to": eve.id, "reason": "@SUM(A1)"}
    assert event.ask("POST", f"/games/{event.games()[0]['game_id']}/ruling", ruling).status_code == 201
    timed.look()
    rows = rows_of(event.ask("GET", "/results?format=csv", token=None))
    assert next(row["name"] for row in rows if row["entrant"] == eve.id) == "'=HYPERLINK(A1)"
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "@"))]
    names = [row["name"] for row in rows_of(event.ask("GET", "/standings?format=csv", token=None))]
    assert "'=HYPERLINK(A1)" in names


def test_replays_are_a_line_each_as_the_games_have_them(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 2, rounds=1, deals_per_table=2)
    event.play_out()
    answer = event.ask("GET", "/replays", token=None)
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    replays = [json.loads(line) for line in answer.text.splitlines()]
    assert len(replays) == 4
    for replay in replays:
        assert timed.http.get(f"/v1/games/{replay['id']}/replay").json() == replay


def test_games_that_are_on_have_no_replay_yet(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=["bot:steady"], open=True, rounds=1)
    event.enter(otto)
    event.begin("/start")
    timed.look()
    assert event.replays() == []
