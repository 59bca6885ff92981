"""What the README tells a reader to type works, and its tables say what there is.

Its blocks marked ``sh`` are run, in order, as one script against a server that listens where the README says. Blocks
that start with ``make`` or start a server are not run within the tests: they are checked line by line instead.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from eights.client.demo.own_server import own_server
from eights.config import described
from eights.rules.catalogue import variants

ROOT: Final = Path(__file__).parent.parent
BIN: Final = f"{Path(sys.executable).parent}/"
FENCED: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES: Final = {"sh", "json", "python", "text", "mermaid"}
METHODS: Final = {"get", "post", "put", "patch", "delete"}
INSTALL_AND_SERVE: Final = {"pip install .", "eights serve"}
SERVER_IN_README: Final = "http://127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    return [text for marked, text in FENCED.findall((ROOT / "README.md").read_text()) if marked == language]


def section(title: str) -> str:
    return (ROOT / "README.md").read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]


def table_of(title: str) -> list[str]:
    """The names in the first column of a section's table."""
    return re.findall(r"^\| `([^`]+)`", section(title), re.MULTILINE)


def lines_of(block: str) -> list[str]:
    return [line.split("  #")[0].strip() for line in block.splitlines() if line.strip()]


def is_run(block: str) -> bool:
    first = lines_of(block)[0]
    return not first.startswith("make ") and first not in INSTALL_AND_SERVE


def test_no_block_escapes_the_tests_under_another_mark() -> None:
    assert {marked for marked, _ in FENCED.findall((ROOT / "README.md").read_text())} <= LANGUAGES


@pytest.mark.parametrize("line", [line for block in blocks("sh") if not is_run(block) for line in lines_of(block)])
def test_what_is_not_run_is_a_target_of_the_makefile_or_starts_the_server(line: str) -> None:
    if line in INSTALL_AND_SERVE:
        return
    make, target = line.split()
    assert make == "make"
    assert re.search(rf"^{target}:.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_commands_run_as_they_stand(tmp_path: Path) -> None:
    with own_server() as url:
        script = "\n".join(filter(is_run, blocks("sh"))).replace(SERVER_IN_README, url).replace(".venv/bin/", BIN)
        environment = {**os.environ, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
        result = subprocess.run(
            ["bash", "-euxo", "pipefail", "-c", script],
            cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
    assert result.returncode == 0, result.stderr[-3000:]
    assert SERVER_IN_README not in result.stdout
    assert '"legal_moves"' in result.stdout


def test_every_request_shows_the_problem_document_where_it_is_refused() -> None:
    asked = [line for block in blocks("sh") for line in lines_of(block) if "curl " in line]
    assert asked
    assert all("curl --fail-with-body -sS " in line for line in asked)


def test_a_refused_first_request_is_shown() -> None:
    (first,) = (block for block in blocks("sh") if "pick()" in block)
    with own_server() as url:
        script = first.replace(SERVER_IN_README, url).replace('"huit-americain"', '"nonsense"')
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert "unknown_variant" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("target", ["run", "test"])
def test_make_says_what_it_installs_and_where(target: str) -> None:
    """The recipes are shown, not run: an installation takes minutes, and comes from outside."""
    shown = subprocess.run(
        ["make", "--dry-run", "--always-make", "VENV=elsewhere", target],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    ).stdout.splitlines()  # fmt: skip
    for number, line in enumerate(shown):
        if "-m venv" in line or "-m pip" in line:
            assert shown[number - 1].startswith("echo ")
            assert "elsewhere" in shown[number - 1]
            assert "--quiet" not in line
    assert any("-m pip install" in line for line in shown)


@pytest.mark.parametrize("program", blocks("python"))
def test_the_programs_run_as_they_stand(program: str) -> None:
    with own_server() as url:
        result = subprocess.run(
            [sys.executable, "-c", program.replace(SERVER_IN_README, url)],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "Move(" in result.stdout or "winners: (" in result.stdout


def test_the_settings_are_those_of_the_server() -> None:
    assert table_of("Settings") == [name for name, _ in described()]


def test_the_dependencies_are_those_of_the_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    explained = re.findall(r"\[([^\]]+)\]", section("Dependencies"))
    assert sorted(name.lower() for name in explained) == sorted(re.split(r"[>=\[; ]", entry)[0] for entry in declared)


def test_the_variants_and_their_options_are_those_that_can_be_played() -> None:
    assert table_of("Variants") == sorted(variants())
    for row in section("Variants").splitlines():
        named = re.findall(r"`(\w+)`", row)
        if row.startswith("| `") and "as above" not in row:
            name = re.findall(r"`([\w-]+)`", row)[0]
            assert [option for option in named if option != name] == list(variants()[name].options)


def test_the_endpoints_are_those_of_the_openapi_document() -> None:
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    served = {
        f"{method.upper()} {path}"
        for path, methods in document["paths"].items()
        for method in METHODS & methods.keys()
        if "/v1" in path
    }
    assert set(re.findall(r"`([A-Z]+ /v1[^`]*)`", section("Endpoints"))) == served


def test_every_link_into_the_repository_leads_somewhere() -> None:
    text = FENCED.sub("", (ROOT / "README.md").read_text())
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []
