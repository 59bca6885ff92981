"""The command ``eights verify``."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from eights.cli import main
from eights.rules.catalogue import resolve, variant
from eights.rules.replay_file import Replay
from eights.rules.verification import steps_hash_of
from replays import replay_of, replay_of_variant


@pytest.fixture(scope="module")
def replay() -> Replay:
    return replay_of_variant("synthesis", seats=3, seed=5)


def verify(*arguments: object, sent: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], input=sent)


def written(path: Path, replay: Replay) -> Path:
    path.write_bytes(msgspec.json.encode(replay))
    return path


def test_a_true_replay_is_told_in_a_few_lines(tmp_path: Path, replay: Replay) -> None:
    result = verify(written(tmp_path / "replay.json", replay))
    assert (result.exit_code, result.stderr) == (0, "")
    first, *seats, steps, last = result.stdout.splitlines()
    assert first == f"True: synthesis, finished; 5 rounds, {len(replay.steps)} steps."
    for seat, line in enumerate(seats):
        won = ", winner" if seat in replay.winners else ""
        assert line.split(maxsplit=2) == [str(seat), str(replay.scores[seat]), f"{replay.names[seat]}{won}"]
    assert steps_hash_of(replay) in steps
    assert replay.seed_hash in last


def test_a_game_cut_short_is_told_by_the_hash_of_its_steps(replay: Replay) -> None:
    other = verify("-", "--steps-hash", "0" * 64, sent=msgspec.json.encode(replay))
    assert (other.exit_code, other.stdout.split(":")[0]) == (1, "steps")
    held = verify("-", "--steps-hash", steps_hash_of(replay), sent=msgspec.json.encode(replay))
    assert held.exit_code == 0


def test_a_game_that_shares_its_deals_is_told_to_be_true_with_its_blind() -> None:
    replay = replay_of(resolve(variant("draw-two")), 2, 1, shared=bytes(32))
    result = verify("-", "--seed-hash", replay.seed_hash, sent=msgspec.json.encode(replay))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == f"Seed and blind are those committed to with {replay.seed_hash}."


def test_a_replay_is_read_from_standard_input(replay: Replay) -> None:
    result = verify("-", sent=msgspec.json.encode(replay))
    assert result.exit_code == 0
    assert result.stdout.startswith("True: ")


def test_what_is_not_true_is_told_line_by_line(replay: Replay) -> None:
    sent = msgspec.json.encode(replay).replace(replay.seed.encode(), b"ab" * 32)
    result = verify("-", sent=sent)
    assert result.exit_code == 1
    places = [line.split(":")[0].split(",")[0] for line in result.stdout.splitlines()]
    assert places[0] == "seed_hash"
    assert places[1].startswith("step ")
    assert places[2:] == ["sha256"]


def test_what_the_caller_remembers_is_compared(tmp_path: Path, replay: Replay) -> None:
    path = written(tmp_path / "replay.json", replay)
    held = verify(path, "--seed-hash", replay.seed_hash, "--entropy", 1, replay.entropy[1], "--entropy", 0, "")
    assert held.exit_code == 0
    other = verify(path, "--seed-hash", "0" * 64, "--entropy", 2, "mine")
    assert other.exit_code == 1
    assert [line.split(":")[0] for line in other.stdout.splitlines()] == ["seed", "entropy[2]"]


def test_what_is_no_replay_is_told_with_its_place(replay: Replay) -> None:
    sent = msgspec.json.encode(replay).replace(b'"winners":[', b'"winners":["1",')
    result = verify("-", sent=sent)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "$.winners[0]" in result.stderr


def test_a_file_that_is_not_there_and_a_folder_are_told(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "none.json", "No such file or directory"), (tmp_path, "Is a directory")):
        result = verify(path)
        assert (result.exit_code, result.stderr) == (2, f"eights: {path}: {why}\n")


def test_a_seat_that_no_table_has_is_refused(replay: Replay) -> None:
    assert verify("-", "--entropy", 12, "mine", sent=msgspec.json.encode(replay)).exit_code == 2


def test_a_problem_in_place_of_a_replay_is_told_as_what_it_is() -> None:
    problem = {
        "type": "/problems/replay_not_ready",
        "code": "replay_not_ready",
        "title": "Not ready",
        "detail": "Later.",
    }
    told = verify("-", sent=msgspec.json.encode(problem))
    assert told.exit_code == 2
    assert "replay_not_ready: Not ready. Later." in told.output
