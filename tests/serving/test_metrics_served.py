"""Numbers and logs of a server of several processes."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from eights.serving.metrics_folder import PREFIX, MetricsFolder
from serving.processes import descendants, named, wait_until
from serving.server_process import ServerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

MEMORY = Path("/dev/shm")  # noqa: S108 - where the server makes a folder of its own


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path / "data", settings={"EIGHTS_WORKERS": "2", "EIGHTS_LOG_LEVEL": "info"})
    yield started
    started.send(signal.SIGTERM)
    started.ended()


def number(server: ServerProcess, name: str, **labels: str) -> float:
    families = text_string_to_metric_families(server.get("/metrics").text)
    return sum(one.value for family in families for one in family.samples if (one.name, one.labels) == (name, labels))


def asked(server: ServerProcess) -> float:
    return number(server, "eights_http_requests_total", operation="getProblem", status="404")


def folders_of(server: ServerProcess) -> list[Path]:
    """The folders in memory that a process of the server holds a file in."""
    held = set()
    for pid in descendants(server.pid):
        for file in Path(f"/proc/{pid}/fd").glob("*"):
            try:
                held.add(file.readlink().parent)
            except OSError:
                continue
    return [folder for folder in held if folder.name.startswith(PREFIX)]


def test_the_numbers_are_those_of_all_workers_also_after_some_were_killed(server: ServerProcess) -> None:
    for count in range(20):  # each on a connection of its own: either worker may take it
        assert server.get(f"/problems/nothing-{count}").status_code == 404
    wait_until(lambda: asked(server) == 20)
    assert number(server, "eights_workers") == 2
    master = named(descendants(server.pid), "gunicorn")
    for worker in descendants(master):
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: number(server, "eights_workers") == 2)
    assert asked(server) == 20


def test_a_reload_loses_no_number(server: ServerProcess) -> None:
    for _ in range(10):
        server.get("/problems/nothing")
    master = named(descendants(server.pid), "gunicorn")
    old = descendants(master)
    server.send(signal.SIGHUP)
    wait_until(lambda: not old & descendants(master))
    wait_until(lambda: asked(server) == 10)


def test_the_folder_of_the_numbers_is_the_owners_alone_and_goes_with_the_server(server: ServerProcess) -> None:
    assert server.get("/metrics").status_code == 200
    [folder] = folders_of(server)
    assert folder.stat().st_mode & 0o077 == 0
    server.send(signal.SIGTERM)
    server.ended()
    assert not folder.exists()


def test_a_folder_that_a_killed_server_left_is_removed_by_the_next_and_one_in_use_is_not(tmp_path: Path) -> None:
    left = tmp_path / f"{PREFIX}left"
    left.mkdir()
    (left / "in-use").touch()
    used = MetricsFolder(tmp_path)
    used.make()
    other = MetricsFolder(tmp_path)
    other.make()
    assert used.path is not None
    assert other.path is not None
    assert not left.exists()
    assert used.path.exists()
    for folder in (used, other):
        folder.remove()
    assert list(tmp_path.iterdir()) == []


def test_every_line_on_stderr_is_an_object_and_gunicorns_are_among_them(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", settings={"EIGHTS_LOG_LEVEL": "info"})
    server.get("/v1/bots")
    server.send(signal.SIGTERM)
    assert server.ended() == 0
    lines = [json.loads(line) for line in server.printed.splitlines() if line.startswith("{")]
    assert {"eights.requests", "gunicorn.error"} <= {line["logger"] for line in lines}
    assert [(line["operation"], line["status"]) for line in lines if "operation" in line] == [("listBots", 200)]
    others = [line for line in server.printed.splitlines() if not line.startswith("{")]
    assert len(others) == 4  # the greeting, on stdout
