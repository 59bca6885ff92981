"""``eights tournament rehearse``: a tournament of house bots, of each format, shown while it goes."""

import json
import os
import subprocess

import httpx
import pytest

from client.tournament_command.shell import COMMAND, PATIENCE_S, SHORT, Shell

QUICK = ("--rules", SHORT)
FORMATS = {
    "swiss": ("--entrants", "6", "--rounds", "2"),
    "round_robin": ("--entrants", "5", "--bot", "random"),
    "knockout": ("--entrants", "7", "--table-size", "3", "--smallest-table", "2"),
}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_played_to_the_end(server: str, form: str) -> None:
    ended = Shell(server).run("rehearse", "--url", server, "--format", form, *FORMATS[form], *QUICK, "--json")
    assert ended.code == 0, ended.err
    final = json.loads(ended.out)
    assert final["final"]
    assert len(final["lines"]) == int(FORMATS[form][1])
    assert len(ended.err.splitlines()) == final["rounds"]
    listed = httpx.get(f"{server}/v1/tournaments?status=finished&limit=100", timeout=PATIENCE_S).json()["items"]
    assert "Rehearsal" not in [one["name"] for one in listed]


def test_duplicate_deals_at_larger_tables_on_a_server_of_its_own() -> None:
    wish = ("--entrants", "8", "--rounds", "2", "--table-size", "4", "--deals", "2", "--duplicate")
    ended = Shell("").run("rehearse", *wish, *QUICK, "--bot", "steady,random")  # an empty variable names no server
    assert ended.code == 0, ended.err
    parts = ended.out.split("\n\n")
    assert [part.splitlines()[0] for part in parts] == ["After round 1 of 2", "Final standings"]
    assert [len(part.splitlines()) for part in parts] == [10, 10]
    assert ended.err == "round 1 of 2: 2 tables\nround 2 of 2: 2 tables\n"


def test_one_that_cannot_begin_is_called_off_and_told(server: str) -> None:
    ended = Shell(server).run("rehearse", "--url", server, "--entrants", "7", "--table-size", "4", "--no-byes", *QUICK)
    assert (ended.code, ended.out) == (4, "")
    assert "tables_impossible" in ended.err


def test_a_terminal_is_shown_a_bar_and_a_pipe_none_of_it(server: str) -> None:
    seen, terminal = os.openpty()
    command = [*COMMAND, "rehearse", "--url", server, "--entrants", "4", "--rounds", "1", *QUICK]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, env=environment)
    os.close(terminal)
    out, _ = process.communicate(timeout=120)
    shown = os.read(seen, 100_000).decode()
    os.close(seen)
    assert process.returncode == 0, shown
    assert "Round 1 of 1" in shown
    assert "tables" in shown
    assert out.decode().splitlines()[0] == "Final standings"
    assert "\x1b" not in out.decode()
