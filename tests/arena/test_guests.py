"""Bots of somebody's own in the arena: what they see, when they are asked, and what comes of a bot that fails."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from eights.arena.command import arena
from eights.arena.duplicate import Contest, DealResult, play_deals, play_round
from eights.arena.guests import Guest, laid_table, view_over_http
from eights.arena.workers import results
from eights.bots.dice import Dice
from eights.client.bot.failures import BotFailed
from eights.client.models import GameView
from eights.rules.catalogue import variants
from eights.rules.dealing import deal, new_game
from eights.rules.moves import AnyMove
from eights.rules.ruleset import Rules
from eights.rules.view import SeatTable
from eights.store.games import RedisGameStore
from hidden_cards import exchanged

RULES = variants()["huit-americain"].rules

BOTS = """
import os
import random
import sys

import msgspec

from eights.client import Move

seen = []

def first(view):
    return view.you.legal_moves[0]

def watching(view):
    seen.append(view)
    return view.you.legal_moves[-1]

def dicing(view):
    return random.choice(view.you.legal_moves)

def forgetful(view):
    return msgspec.structs.replace(view.you.legal_moves[0], announce=False)

def falling(view):
    return view.you.hand[100]

def leaving(view):
    sys.exit(0)

def vanishing(view):
    os._exit(0)

def silent(view):
    return None

def dreaming(view):
    return Move("play", card="5H", suit="S")

def babbling(view):
    return Move("frobnicate", card=seen)
"""


ENDLESS = """
import os
from pathlib import Path

def choose(view):
    Path(f"begun.{os.getpid()}").touch()
    while True:
        pass
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The module of the bots above, in the current directory for as long as the test runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "some_bots.py").write_text(BOTS)
    return str(tmp_path / "some_bots.py")


def views(module: str) -> list[GameView]:
    """What the watching bot of a module has seen."""
    seen: list[GameView] = next(
        vars(loaded)["seen"] for loaded in list(sys.modules.values()) if getattr(loaded, "__file__", None) == module
    )
    return seen


def run(*arguments: str) -> Result:
    return CliRunner().invoke(arena, [*arguments, "--deals", "2"], env={"COLUMNS": "160"})


def untimed(played: list[DealResult]) -> list[DealResult]:
    return [replace(result, nanoseconds=()) for result in played]


def test_a_guest_is_shown_what_the_server_shows_its_seat(http: httpx.Client, kept: RedisGameStore) -> None:
    seats: list[dict[str, Any]] = [{"name": "Ana"}, {"bot": "steady"}, {"name": "Ben"}]
    created = http.post("/v1/games", json={"variant": "synthesis", "seats": seats, "first_dealer": 1}).json()
    address = f"/v1/games/{created['game']['id']}"
    ben = {"Authorization": f"Bearer {created['seat_tokens']['2']}"}
    http.post(f"{address}/deals", headers=ben)
    game = kept.read(created["game"]["id"]).game
    assert game is not None
    shown = msgspec.json.decode(http.get(address, headers=ben).content, type=GameView)
    assert shown.you is not None
    assert shown.you.legal_moves
    assert view_over_http(game, 2) == shown


@given(seed=st.binary(min_size=32, max_size=32), chance=st.randoms(use_true_random=False))
def test_what_a_guest_sees_does_not_change_with_what_it_cannot_see(seed: bytes, chance: random.Random) -> None:
    state, _ = deal(new_game(RULES, 3, seed, "arena"))
    table = laid_table("a" * 16, "huit-americain", ["a:b", "steady", "steady"], state)
    other = replace(table, state=exchanged(table.state, 0, chance))
    assert view_over_http(table, 0) == view_over_http(other, 0)


def test_a_deal_that_comes_again_in_another_rotation_is_not_recognised(bots: str) -> None:
    contest = Contest(RULES, (f"{bots}:watching", "steady", "steady"), "again", "huit-americain")
    play_deals(contest, [0])
    told = {(view.id, view.seed_hash) for view in views(bots)}
    assert len(told) == len({game_id for game_id, _ in told}) == len({seed_hash for _, seed_hash in told}) == 3
    assert hashlib.sha256(contest.seed_of(0)).hexdigest() not in {seed_hash for _, seed_hash in told}


def test_a_guest_is_asked_on_its_turn_alone(bots: str) -> None:
    jumping = Rules(players=RULES.players, points=RULES.points, jump_in=True, deck=replace(RULES.deck, packs=2))
    play_deals(Contest(jumping, (f"{bots}:watching", "random", "random"), "turns", "mine"), range(5))
    assert views(bots)
    for view in views(bots):
        assert view.round is not None
        assert view.you is not None
        assert view.round.turn == view.you.seat
        assert view.you.legal_moves
        assert (view.status, view.variant, view.winners) == ("playing", "mine", None)
        assert sorted(str(seat.name) for seat in view.seats) == sorted([f"{bots}:watching", "random", "random"])


def test_a_guest_plays_as_the_same_bot_of_the_house_would(bots: str) -> None:
    def first(table: SeatTable, _dice: Dice, /) -> AnyMove | None:
        return table.you.legal_moves[0] if table.round.turn == table.you.seat else None

    for number in range(5):
        state = new_game(RULES, 3, Contest(RULES, (), "same").seed_of(number), "arena")
        table = laid_table("a" * 16, "huit-americain", ["a:b"] * 3, state)
        guest = Guest(f"{bots}:first")
        assert play_round(state, [guest, first, guest], table) == play_round(state, [first, first, first])
        assert guest.choices > 0


def test_guests_that_throw_pythons_dice_play_the_same_again_in_any_number_of_processes(bots: str) -> None:
    def played(processes: int) -> list[DealResult]:
        contest = Contest(RULES, (f"{bots}:dicing", "random"), "dice")
        return untimed([result for portion in results(contest, 6, processes) for result in portion])

    alone = played(1)
    random.random()
    assert played(1) == alone
    assert played(2) == alone


def test_forgetting_to_announce_is_legal(bots: str) -> None:
    (result,) = play_deals(Contest(RULES, (f"{bots}:forgetful", "steady"), "forgets"), [0])
    assert result.rounds == 2


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize(
    ("function", "complaint"),
    [
        ("falling", "some_bots:falling raised IndexError at version 2 of draw-two"),
        ("leaving", "some_bots:leaving raised SystemExit at version 2 of draw-two"),
        ("silent", "some_bots:silent returned None, which is no Move"),
        ("dreaming", '{"action":"play","card":"5H","suit":"S"}, which is not legal (card_not_in_hand)'),
        ("babbling", "which is not legal (no_move)"),
    ],
)
@pytest.mark.usefixtures("bots")
def test_a_bot_that_fails_ends_the_run_with_one_line_of_ours(function: str, complaint: str, processes: str) -> None:
    result = run(f"some_bots:{function}", "steady", "--variant", "draw-two", "--processes", processes)
    assert result.exit_code == 1
    assert result.stdout == ""
    lines = [line for line in result.stderr.splitlines() if line.startswith("eights: ")]
    assert len(lines) == 1
    assert complaint in lines[0]
    assert 'legal were [{"action":' in lines[0]


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.usefixtures("bots")
def test_a_bot_that_raises_is_shown_its_own_traceback_once(processes: str) -> None:
    result = run("some_bots:falling", "steady", "--variant", "draw-two", "--processes", processes)
    assert result.stderr.count("Traceback (most recent call last):") == 1
    assert result.stderr.count("File ") == 1
    assert "return view.you.hand[100]" in result.stderr
    assert "IndexError: tuple index out of range" in result.stderr


@pytest.mark.usefixtures("bots")
def test_a_bot_that_ends_its_process_ends_the_run() -> None:
    result = run("some_bots:vanishing", "steady", "--variant", "draw-two", "--processes", "2")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "eights: a process that played has gone" in result.stderr


def test_an_interrupt_is_not_taken_for_a_fault_of_the_bot(bots: str) -> None:
    Path(bots).with_name("stopped.py").write_text("def choose(view):\n    raise KeyboardInterrupt\n")
    result = run("stopped.py:choose", "steady", "--variant", "draw-two", "--processes", "1")
    assert result.exit_code == 130


def test_an_interrupt_ends_the_run_also_where_a_bot_never_comes_to_an_end(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    command = [sys.executable, "-m", "eights", "arena", "endless:choose", "steady", "--variant", "draw-two"]
    with subprocess.Popen([*command, "--processes", "2"], cwd=tmp_path, stdout=subprocess.DEVNULL) as running:
        try:
            # Both: an interrupt that comes while a process is forked is lost, since Python ignores it there.
            while len(begun := [int(path.suffix[1:]) for path in tmp_path.glob("begun.*")]) < 2:
                assert running.poll() is None
                time.sleep(0.01)
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == 130
        finally:
            running.kill()
    for worker in begun:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_two_files_of_the_same_name_are_two_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, place in (("old", 0), ("new", -1)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "my_bot.py").write_text(f"def choose(view):\n    return view.you.legal_moves[{place}]\n")
    result = run("old/my_bot.py:choose", "new/my_bot.py:choose", "--variant", "draw-two", "--processes", "1")
    assert result.exit_code == 0
    assert "old/my_bot.py:choose" in result.stdout
    assert "new/my_bot.py:choose" in result.stdout


def test_what_a_failing_bot_did_survives_the_way_between_processes(bots: str) -> None:
    contest = Contest(RULES, (f"{bots}:falling", "random"), "far")
    told = []
    for processes in (1, 2):
        with pytest.raises(BotFailed) as caught:
            list(results(contest, 2, processes))
        told.append((str(caught.value), caught.value.trace))
    assert told[0] == told[1]
