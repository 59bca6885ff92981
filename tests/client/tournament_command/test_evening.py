"""``eights tournament`` as scripts use it: nothing on stdout but the answer, and an exit code that says the rest."""

import csv
import io
import json
import stat
from pathlib import Path

import pytest

from client.tournament_command.shell import SWISS, Evening, Shell, evening, idle_player
from eights.client.tournaments import TournamentClient

BLOCKED = 4


def with_idle_player(url: str, **wish: object) -> tuple[Evening, str]:
    """A tournament whose first round waits for a player who never moves."""
    table = evening(url, ["steady"], open=True, rounds=2, **wish)
    player, token = idle_player(url)
    with TournamentClient(url, token) as client:
        (entry,) = client.enter(table.id)
        assert entry.entrant == player
    return table, player


def test_a_whole_evening_from_a_shell(server: str, tmp_path: Path) -> None:
    kept = tmp_path / "organiser.token"
    bots = ("--bot", "steady,random", "--bot", "steady", "--rounds", "2")
    created = Shell(server).run("create", *SWISS, *bots, "--token-file", str(kept))
    assert (created.code, created.err) == (0, "")
    tournament = created.out.strip()
    assert created.out == f"{tournament}\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.read_text().startswith("eo_")

    shell, token = Shell(server), ("--token-file", str(kept))
    first = shell.run("start", tournament, "--wait", "--json", *token)
    assert (first.code, first.err) == (0, "")
    assert [json.loads(first.out)[field] for field in ("number", "status")] == [1, "over"]
    rest = shell.run("start", tournament, "--all", "--json", *token)
    assert (rest.code, rest.err) == (0, "round 2 of 2: 1 table, 1 with a bye\n")
    final = json.loads(rest.out)
    assert (final["final"], final["rounds"]) == (True, 2)
    again = shell.run("start", tournament, "--all", "--json", *token)
    assert (again.code, again.out, again.err) == (0, rest.out, "")

    sheet = shell.run("export", tournament, "standings", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(sheet.out, newline="")))
    assert [row["entrant"] for row in rows] == [line["entrant"] for line in final["lines"]]
    told = shell.run("standings", tournament)
    assert [line.split()[1] for line in told.out.splitlines()[1:]] == [line["entrant"] for line in final["lines"]]
    assert "2 of 2" in shell.run("status", tournament).out


def test_without_a_file_the_token_is_the_second_line_and_with_json_a_field(server: str) -> None:
    told = Shell(server).run("create", *SWISS, "--bot", "steady")
    tournament, token = told.out.splitlines()
    assert Shell(server, token).run("call-off", tournament).out.split() == ["id", tournament, "status", "aborted"]
    asked = json.dumps({"name": "From a file", "variant": "draw-two", "format": "knockout", "clock": {"strikes": 2}})
    told = Shell(server).run("create", "--file", "-", "--json", "--name", "Cup", "--move-s", "9", typed=asked)
    created = json.loads(told.out)
    assert created["organiser_token"].startswith("eo_")
    assert [created["tournament"][field] for field in ("name", "variant", "format")] == ["Cup", "draw-two", "knockout"]
    assert created["tournament"]["clock"] == {"move_s": 9, "on_timeout": "forfeit", "strikes": 2}


def test_a_token_is_never_written_over_another_nor_left_where_nothing_was_created(server: str, tmp_path: Path) -> None:
    kept = tmp_path / "organiser.token"
    refused = Shell(server).run("create", *SWISS, "--variant", "whist", "--token-file", str(kept))
    assert (refused.code, refused.out) == (1, "")
    assert "unknown_variant" in refused.err
    assert not kept.exists()
    kept.write_text("eo_of_another")
    assert Shell(server).run("create", *SWISS, "--token-file", str(kept)).code == 2
    assert kept.read_text() == "eo_of_another"


def test_while_a_round_is_on_start_is_blocked_and_a_ruling_lets_it_go_on(server: str) -> None:
    table, player = with_idle_player(server)
    shell = table.shell
    planned = shell.run("start", table.id, "--dry-run", "--json")
    assert json.loads(planned.out)["status"] == "planned"
    assert table.get()["status"] == "open"
    assert shell.run("start", table.id).code == 0
    blocked = shell.run("start", table.id)
    assert (blocked.code, blocked.out) == (BLOCKED, "")
    assert "games_open" in blocked.err
    assert table.get()["round"] == 1
    assert "0 of 1 tables over" in shell.run("status", table.id).out

    game = table.get("/rounds")["items"][0]["tables"][0]["games"][0]["game_id"]
    ruled = shell.run("rule", table.id, game, "award", "--to", "bot:steady", "--reason", "Did not appear.", "--json")
    assert (json.loads(ruled.out)["to"], ruled.code) == ("bot:steady", 0)
    second = shell.run("start", table.id)
    assert (second.code, second.err) == (0, "")
    assert "Zoé" in second.out
    withdrawn = shell.run("withdraw", table.id, player, "--json")
    assert json.loads(withdrawn.out)["status"] == "withdrawn"
    assert shell.run("start", table.id, "--all").code == 0
    over = shell.run("start", table.id)
    assert (over.code, over.out) == (1, "")
    assert "tournament_over" in over.err


def test_scripts_that_start_at_the_same_time_get_the_same_round(server: str) -> None:
    table, _ = with_idle_player(server)
    both = [table.shell.started("start", table.id, "--json") for _ in range(2)]
    answers = [process.communicate(timeout=60) for process in both]
    rounds = [json.loads(out) for out, _ in answers if out]
    assert {process.returncode for process in both} <= {0, BLOCKED}
    assert rounds
    assert {one["number"] for one in rounds} == {1}
    assert table.get()["round"] == 1


def test_pairings_by_hand_come_from_a_file(server: str, tmp_path: Path) -> None:
    table = evening(server, ["steady", "random"], pairing="manual", rounds=1)
    wanting = table.shell.run("start", table.id)
    assert wanting.code == BLOCKED
    assert "pairings_needed" in wanting.err
    pairings = tmp_path / "round1.json"
    pairings.write_text('{"tables": [["bot:random", "bot:steady"]]}')
    begun = table.shell.run("start", table.id, "--file", str(pairings), "--json")
    assert json.loads(begun.out)["tables"][0]["seats"] == ["bot:random", "bot:steady"]
    pairings.write_text('{"tables": [["bot:random", "bot:random"]]}')
    faulty = evening(server, ["steady", "random"], pairing="manual", rounds=1)
    refused = faulty.shell.run("start", faulty.id, "--file", str(pairings))
    assert (refused.code, refused.out) == (1, "")
    assert "tables[0][1]" in refused.err or "tables.0.1" in refused.err


def test_another_organisers_token_is_refused_and_never_repeated(server: str) -> None:
    mine, other = evening(server), evening(server)
    refused = Shell(server, other.token).run("start", mine.id)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("eights: forbidden: ")
    assert other.token not in refused.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("start", "x", "--dry-run", "--wait"),
        ("export", "x", "replays", "--format", "csv"),
        ("export", "x", "games"),
        ("status", "x", "--url", "ftp://example.org"),
        ("status", "x", "--token-file", "/does/not/exist"),
        ("create", "--points", "3;2"),
        ("create", "--rules", "[]"),
    ],
)
def test_wrong_usage_is_told_before_anything_is_asked(arguments: tuple[str, ...]) -> None:
    ended = Shell("http://127.0.0.1:9").run(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Usage: ")


def test_a_server_that_is_not_there_has_a_code_of_its_own() -> None:
    ended = Shell("http://127.0.0.1:9").run("status", "mzxw6ytboi4dqmjt")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("eights: no server: nothing listens on http://127.0.0.1:9")
