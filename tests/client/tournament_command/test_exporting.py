"""Exports are there as a whole or not at all."""

import csv
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from client.tournament_command.shell import Shell, evening, leftovers

VERIFY = (sys.executable, "-m", "eights", "verify")
SHEET = b"round,table\r\n1,1\r\n"


class _Stingy(BaseHTTPRequestHandler):
    """Promises more than it sends; then closes the connection, or sends nothing more until it is told to."""

    server: "_Server"

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(SHEET)
        self.wfile.flush()
        self.server.sent.set()
        self.server.go_on.wait(30)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the standard library's
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def __init__(self, *, hangs: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Stingy)
        self.sent, self.go_on = threading.Event(), threading.Event()
        if not hangs:
            self.go_on.set()


@contextmanager
def stingy(*, hangs: bool = False) -> Iterator[_Server]:
    server = _Server(hangs=hangs)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.go_on.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("before", [None, b"the one of yesterday"])
def test_an_export_that_breaks_off_leaves_what_was_there(tmp_path: Path, before: bytes | None) -> None:
    sheet = tmp_path / "results.csv"
    if before is not None:
        sheet.write_bytes(before)
    with stingy() as server:
        shell = Shell(f"http://127.0.0.1:{server.server_port}")
        ended = shell.run("export", "x", "results", "--format", "csv", "--output", str(sheet))
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("eights: no server: ")
    assert leftovers(tmp_path) == ([] if before is None else ["results.csv"])
    assert before is None or sheet.read_bytes() == before


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_an_export_that_is_stopped_leaves_nothing(tmp_path: Path, stop: signal.Signals) -> None:
    with stingy(hangs=True) as server:
        shell = Shell(f"http://127.0.0.1:{server.server_port}")
        process = shell.started("export", "x", "replays", "--output", str(tmp_path / "replays.ndjson"))
        assert server.sent.wait(60)
        process.send_signal(stop)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"eights: interrupted\n")
    assert leftovers(tmp_path) == []


def test_what_is_exported_is_read_by_others(server: str, tmp_path: Path) -> None:
    table = evening(server, ["steady", "random", "steady"], rounds=2)
    sheet, games = tmp_path / "results.csv", tmp_path / "games.ndjson"
    assert table.shell.run("start", table.id, "--all").code == 0
    written = table.shell.run("export", table.id, "results", "--format", "csv", "--output", str(sheet))
    assert (written.code, written.out, written.err) == (0, "", "")
    with sheet.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["round"] for row in rows] == ["1", "1", "1", "2", "2", "2"]
    assert sum(row["table"] == "" for row in rows) == 2

    printed = table.shell.run("export", table.id, "results")
    assert json.loads(printed.out) == {"items": table.get("/results")["items"]}
    assert json.loads(table.shell.run("export", table.id, "standings").out)["lines"] == table.get("/standings")["lines"]

    assert table.shell.run("export", table.id, "replays", "--output", str(games)).code == 0
    assert leftovers(tmp_path) == ["games.ndjson", "results.csv"]
    replays = games.read_text().splitlines()
    assert len(replays) == 2
    for replay in replays:
        checked = subprocess.run([*VERIFY, "-"], input=replay, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_a_place_that_cannot_be_written_is_told(server: str, tmp_path: Path) -> None:
    table = evening(server)
    ended = table.shell.run("export", table.id, "results", "--output", str(tmp_path / "none" / "results.json"))
    assert (ended.code, ended.out) == (1, "")
    assert "No such file or directory" in ended.err
