"""``eights bot new``: what it writes plays, and shows how."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from eights.arena.duplicate import Contest, play_deals
from eights.arena.standings import standings
from eights.cli import main
from eights.client.bot import starting_point
from eights.rules.catalogue import Variant, variants

STARTING_POINT = str(starting_point.__file__)


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "eights", *arguments],
        cwd=folder, env={**os.environ, "COLUMNS": "160"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_what_is_written_plays_in_the_arena_as_its_text_says(tmp_path: Path) -> None:
    written = run("bot", "new", "first_try.py", folder=tmp_path)
    assert (written.returncode, written.stderr) == (0, "")
    (line,) = re.findall(r"^ +eights (arena .*)$", (tmp_path / "first_try.py").read_text(), re.MULTILINE)
    assert "first_try:choose" in line
    played = run(*shlex.split(line.replace("--deals 500", "--deals 5")), folder=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "first_try:choose" in played.stdout


def test_the_command_that_it_prints_is_right_also_for_another_folder(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    written = run("bot", "new", "bots/first.py", folder=tmp_path)
    (line,) = re.findall(r"eights (arena .*)$", written.stdout, re.MULTILINE)
    assert run(*shlex.split(line.replace("--deals 100", "--deals 2")), folder=tmp_path).returncode == 0


def test_a_file_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("precious")
    result = CliRunner().invoke(main, ["bot", "new", str(mine)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "File exists" in result.stderr
    assert mine.read_text() == "precious"


@pytest.mark.parametrize("name", ["bot", "bot.txt", "my-bot.py", ".py"])
def test_what_could_not_be_imported_is_not_written(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(main, ["bot", "new", str(tmp_path / name)])
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bot", "new", str(tmp_path / "absent" / "bot.py")])
    assert result.exit_code == 1
    assert "No such file or directory" in result.stderr


@pytest.mark.parametrize("variant", variants().values(), ids=lambda variant: variant.id)
def test_it_does_better_than_chance_under_all_rules(variant: Variant) -> None:
    entrants = (f"{STARTING_POINT}:choose", "random")
    own, _ = standings(entrants, play_deals(Contest(variant.rules, entrants, "start", variant.id), range(100)))
    assert own.won.low > 0.5
