"""Clocks of a real server: kept by any of its processes, and through whatever ends them."""

import itertools
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from serving.processes import descendants, named, wait_until
from serving.server_process import ServerProcess
from tables import Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SETTINGS: Final = {"EIGHTS_WORKERS": "2", "EIGHTS_RATELIMIT_ENABLED": "false"}
PEOPLE: Final = [{"name": "Ana"}, {"name": "Ben"}]
TABLES: Final = 40


@pytest.fixture
def folder(memory_folder: Path, tmp_path: Path) -> Path:
    return memory_folder / tmp_path.name


@pytest.fixture
def server(folder: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(folder, settings=SETTINGS)
    yield server
    end(server)


def end(server: ServerProcess) -> None:
    server.send(signal.SIGTERM)
    server.ended()


def dealt(http: httpx.Client, move_s: int = 1, **clock: Any) -> Table:
    """Deal a game whose people let their time go by."""
    timing = {"move_s": move_s, "strikes": 20, **clock}
    wish = {"variant": "crazy-eights", "seats": PEOPLE, "auto_deal": True, "clock": timing}
    return Table(http, http.post("/v1/games", json=wish).json())


def ran_out(table: Table) -> list[int]:
    """Return the seats whose turns ran out, in order."""
    items = table.get("/events?after=0").json()["items"]
    return [event["seat"] for item in items for event in item["events"] if event["type"] == "clock_ran_out"]


def moved(table: Table, beyond: int) -> bool:
    version: int = table.view()["version"]
    return version > beyond


def test_two_workers_act_once_on_each_of_many_deadlines(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        tables = [dealt(http) for _ in range(TABLES)]
        wait_until(lambda: all(moved(table, 2) for table in tables))
        for table in tables:
            seats = ran_out(table)
            assert seats
            assert all(seat != other for seat, other in itertools.pairwise(seats))


def test_deadlines_pass_while_nobody_is_there_and_are_acted_on_after_the_restart(
    server: ServerProcess, folder: Path
) -> None:
    with httpx.Client(base_url=server.url) as http:
        tables = [dealt(http, move_s=2) for _ in range(3)]
        deadlines = [table.view()["round"]["deadline"] for table in tables]
    end(server)
    time.sleep(2)
    again = ServerProcess(folder, settings=SETTINGS)
    with httpx.Client(base_url=again.url) as http:
        for table, deadline in zip(tables, deadlines, strict=True):
            table.http = http
            wait_until(lambda table=table: moved(table, 1))  # type: ignore[misc] # mypy sees no type for the default
            [first, *_] = ran_out(table)
            assert first in (0, 1)
            assert table.view()["round"]["deadline"] > deadline
    end(again)


def test_whoever_is_alive_keeps_the_clocks(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        tables = [dealt(http, move_s=2) for _ in range(10)]
        [worker, *_] = sorted(descendants(named(descendants(server.pid), "gunicorn")))
        os.kill(worker, signal.SIGKILL)
        # The killed worker may take an open connection along.
        wait_until(lambda: is_answered(http))
        wait_until(lambda: all(moved(table, 1) for table in tables))
        assert [len(ran_out(table)) >= 1 for table in tables] == [True] * 10


def test_clocks_outlive_a_store_that_was_killed(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        table = dealt(http, move_s=2)
        os.kill(named(descendants(server.pid), "valkey-server"), signal.SIGKILL)
        time.sleep(1)
        wait_until(lambda: is_there(table) and moved(table, 1))
        assert len(ran_out(table)) >= 1


def is_answered(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").is_success
    except httpx.TransportError:
        return False


def is_there(table: Table) -> bool:
    return table.get().status_code == 200


def test_clocks_go_on_when_the_workers_are_replaced(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        dealt(http)
        master = named(descendants(server.pid), "gunicorn")
        workers = descendants(master)
        server.send(signal.SIGHUP)
        wait_until(lambda: not workers & descendants(master) and bool(descendants(master)))
        table = dealt(http)
        wait_until(lambda: moved(table, 1))
