"""``eights bot`` reads its command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from eights.cli import main
from eights.client.bot import starting_point

BOT = f"{starting_point.__file__}:choose"
NOBODY = "http://127.0.0.1:1"
TOKEN = "ep_secret"  # noqa: S105 - nobody's


def run(*arguments: str, token: str | None = TOKEN) -> Result:
    return CliRunner(env={"EIGHTS_TOKEN": token}).invoke(main, ["bot", *arguments])


def test_the_word_run_may_be_left_out() -> None:
    both = ("--match", "m", BOT, "--until-idle", "1")
    assert "two ways to end" in run(*both).stderr
    assert run("run", *both).stderr == run(*both).stderr


def test_help_tells_of_both_forms() -> None:
    shown = run("--help")
    assert shown.exit_code == 0
    assert "eights bot new my_bot.py" in shown.stdout
    assert "eights bot run --help" in shown.stdout
    assert TOKEN not in run("run", "--help").stdout


@pytest.mark.parametrize(
    "arguments",
    [(), ("--parallel", "0", BOT), ("--accept", "tournaments", BOT), ("--until-idle", "0", BOT), ("--url", NOBODY)],
)
def test_what_makes_no_sense_is_a_fault_of_usage(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_token_is_needed_and_named_by_its_variable() -> None:
    result = run(BOT, token=None)
    assert result.exit_code == 2
    assert "EIGHTS_TOKEN" in result.stderr


@pytest.mark.parametrize("name", ["absent_module:choose", "nothing", f"{starting_point.__file__}:absent"])
def test_a_bot_that_is_not_there_is_told(name: str) -> None:
    result = run(name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("eights: ")


def test_a_server_that_is_not_there_is_told() -> None:
    result = run("--url", NOBODY, BOT)
    assert (result.exit_code, result.stdout) == (1, "")
    assert NOBODY in result.stderr
    assert TOKEN not in result.stderr


def test_a_bot_that_cannot_be_imported_is_told_with_its_traceback(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    result = run(f"{tmp_path / 'broken.py'}:choose")
    assert result.exit_code == 1
    assert "nothing_of_that_name" in result.stderr
