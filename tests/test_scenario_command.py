"""The command ``eights scenario``."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from eights.cli import main

RULINGS = Path(__file__).parent / "rulings"
RULING = """[{"id": "%s", "source": "here", "variant": "crazy-eights", "players": 2,
 "table": {"hands": [["4H"], ["2C"]], "discard": ["9H"], "dealer": 1}, "steps": [{"check": {"turn": %d}}]}]"""


def scenario(*files: Path) -> Result:
    return CliRunner().invoke(main, ["scenario", *map(str, files)])


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_all_rulings_kept_here_hold() -> None:
    result = scenario(*RULINGS.glob("rulings*.json"))
    assert (result.exit_code, result.stderr) == (0, "")
    held, _, count, _ = result.stdout.split()
    assert held == count


def test_a_ruling_that_does_not_hold_is_shown_and_the_others_are_checked_all_the_same(tmp_path: Path) -> None:
    wrong = written(tmp_path / "wrong.json", RULING % ("wrong/turn", 1))
    also_wrong = written(tmp_path / "also.json", RULING % ("also/turn", 1))
    right = written(tmp_path / "right.json", RULING % ("right/turn", 0))
    result = scenario(wrong, right, also_wrong)
    assert result.exit_code == 1
    assert f"{wrong}: wrong/turn, step 1:" in result.stdout
    assert "-turn: 1\n+turn: 0\n" in result.stdout
    assert f"{also_wrong}: also/turn, step 1:" in result.stdout
    assert result.stdout.endswith("1 of 3 hold.\n")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = scenario(tmp_path / "none.json")
    assert result.exit_code == 2
    assert result.stderr == f"eights: {tmp_path / 'none.json'}: No such file or directory\n"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    result = scenario(tmp_path)
    assert result.exit_code == 2
    assert "Is a directory" in result.stderr


def test_what_holds_no_scenario_weighs_more_than_what_does_not_hold(tmp_path: Path) -> None:
    invalid = written(tmp_path / "invalid.json", "[{}]")
    wrong = written(tmp_path / "wrong.json", RULING % ("wrong/turn", 1))
    result = scenario(invalid, wrong)
    assert result.exit_code == 2
    assert f"eights: {invalid}: Object missing required field" in result.stderr
    assert "wrong/turn, step 1:" in result.stdout


def test_a_scenario_that_cannot_be_played_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "bridge.json", (RULING % ("bridge/turn", 0)).replace("crazy-eights", "bridge"))
    result = scenario(path)
    assert (result.exit_code, result.stderr) == (2, f"eights: {path}: bridge/turn: unknown_variant: bridge\n")


def test_a_ruling_needs_no_source(tmp_path: Path) -> None:
    path = written(tmp_path / "own.json", (RULING % ("own/turn", 0)).replace('"source": "here", ', ""))
    assert (scenario(path).exit_code, scenario(path).stdout) == (0, "1 of 1 hold.\n")


@pytest.mark.parametrize(
    "step",
    [
        '{"seat": 0, "move": {"action": "play", "card": "ZZ"}, "error": "card_not_in_hand"}',
        '{"legal": {"1": [{"action": "draw"}, {"action": "play", "card": "ZZ"}]}}',
        '{"check": {"top": "ZZ"}}',
        '{"check": {"hands": {"1": ["2C", "ZZ"]}}}',
        '{"leave": 0, "expect": {"top": "ZZ"}}',
    ],
)
def test_what_is_no_card_makes_a_file_invalid(tmp_path: Path, step: str) -> None:
    path = written(tmp_path / "zz.json", (RULING % ("zz/top", 0)).replace('{"check": {"turn": 0}}', step))
    result = scenario(path)
    assert (result.exit_code, result.stderr) == (2, f"eights: {path}: zz/top: step 1: ZZ is no card\n")


def test_without_a_file_the_usage_is_shown() -> None:
    result = scenario()
    assert result.exit_code == 2
    assert "FILE..." in result.stderr
