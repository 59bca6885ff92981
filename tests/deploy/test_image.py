"""The command of the image, run from what the image has in it, by whom and where the image is run."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from deploy import image
from deploy.composition import Server, free_port, store
from deploy.container import Container
from tables import Table

Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with store(tmp_path_factory.mktemp("image") / "store") as url:
        yield url


@pytest.fixture(scope="module")
def server(installation: Path, store_url: str) -> Iterator[Server]:
    server = Server(installation, "server-1", store_url)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


@pytest.fixture
def run(installation: Path) -> Run:
    """Runs a command in the image, to its end."""

    def run(command: list[str], **settings: str) -> tuple[int, str]:
        return Container(installation, command, settings).ended()

    return run


def test_whoever_runs_it_has_no_rights_and_a_root_to_read_only(server: Server) -> None:
    process = Path(f"/proc/{server.container.pid}")
    facts = dict(re.findall(r"(\w+):\t(.*)", (process / "status").read_text()))
    assert facts["Uid"].split() == ["10001"] * 4
    assert facts["Gid"].split() == ["10001"] * 4
    assert {int(facts[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {0}
    assert facts["NoNewPrivs"] == "1"
    roots = [line.split() for line in (process / "mountinfo").read_text().splitlines()]
    writable = {fields[4] for fields in roots if "rw" in fields[5].split(",")}
    assert not {"/", "/opt", "/opt/eights", "/home", "/var"} & writable


def test_it_has_all_that_it_serves(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        table = Table.dealt(http, "huit-americain")
        assert table.view(0)["you"]["hand"]
        for path in ("/docs", "/docs/fairness", "/openapi.json", "/v1/variants/synthesis", "/problems/not_your_turn"):
            assert http.get(path, headers={"Accept-Language": "fr"}).status_code == 200, path


def test_its_health_check_tells_whether_it_answers(server: Server, run: Run) -> None:
    assert run(image.health_check(), EIGHTS_PORT=str(server.port)) == (0, "")
    code, said = run(image.health_check(), EIGHTS_PORT=str(free_port()))
    assert code == 1, said


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "eights: EIGHTS_REDIS_URL is not set: the image brings no store of its own\n"),
        ({"EIGHTS_REDIS_URL": "redis://:sec/ret@store"}, "eights: EIGHTS_REDIS_URL: the port has to be a number"),
        ({"EIGHTS_PORT": "tcp://10.0.0.1:8000"}, "eights: EIGHTS_PORT: a whole number from 0 to 65535 is expected\n"),
    ],
)
def test_it_says_in_a_line_what_is_wrong_with_its_settings(run: Run, settings: dict[str, str], message: str) -> None:
    code, said = run(image.command(), **settings)
    assert code == 1
    assert said.startswith(message)
    assert said.count("\n") == 1
    assert "ret@" not in said
