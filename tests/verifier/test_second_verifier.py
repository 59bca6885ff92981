"""A second verifier, in another language and written from the page for strangers alone, comes to the same cards."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given, settings

from eights.rules.events import RoundDealt, RoundEnded
from eights.rules.notation import read_step
from eights.rules.replay import beginning, take
from eights.rules.replay_file import Replay, read
from replays import replay_of_variant, replays
from tables import VARIANTS, Table

NODE = shutil.which("node")
PROGRAM = Path(__file__).with_name("verify.mjs")
VECTORS = Path(__file__).parents[1] / "rules" / "shuffle_vectors.json"

pytestmark = pytest.mark.skipif(NODE is None, reason="the second verifier needs Node.js, and there is no `node` here")


def node(*arguments: object) -> str:
    assert NODE is not None
    ran = subprocess.run([NODE, PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr
    return ran.stdout


def second_opinion(folder: Path, replay: bytes, sheet: bytes) -> dict[str, Any]:
    (folder / "replay.json").write_bytes(replay)
    (folder / "scores.json").write_bytes(sheet)
    opinion: dict[str, Any] = json.loads(node("deals", folder / "replay.json", folder / "scores.json"))
    return opinion


def as_dealt_here(replay: Replay) -> tuple[list[dict[str, Any]], list[tuple[int, ...]]]:
    """Return every deal of a game as the rules come to it, and the totals after each round."""
    state = beginning(replay.rules, replay.chance, replay.first_dealer)
    deals: list[dict[str, Any]] = []
    totals: list[tuple[int, ...]] = []
    for text in replay.steps:
        state, events = take(state, read_step(text))
        for event in events:
            if isinstance(event, RoundDealt) and state.round is not None:
                hands = [list(hand) for hand in event.hands]
                top = {"round": event.number, "dealer": event.dealer, "hands": hands, "starter": event.starter}
                deals.append({**top, "stock": list(state.round.stock)})
            elif isinstance(event, RoundEnded):
                totals.append(event.score.totals)
    return deals, totals


def assert_agreed(folder: Path, replay: Replay) -> None:
    deals, totals = as_dealt_here(replay)
    sheet = json.dumps({"rounds": [{"totals": line} for line in totals]}).encode()
    opinion = second_opinion(folder, msgspec.json.encode(replay), sheet)
    assert opinion == {"committed": True, "undamaged": True, "deals": deals}


def test_the_second_verifier_comes_to_the_vectors() -> None:
    count = len(json.loads(VECTORS.read_bytes()))
    assert node("vectors", VECTORS) == f"{count} of {count} agree\n"


def test_the_second_verifier_tells_a_vector_that_does_not_come_out(tmp_path: Path) -> None:
    vectors = json.loads(VECTORS.read_bytes())
    vectors[1]["order"].reverse()
    vectors[-1]["relabelled"].reverse()
    vectors[-2]["blind"] = "00" * 32
    (tmp_path / "wrong.json").write_text(json.dumps(vectors))
    ran = subprocess.run(
        [str(NODE), PROGRAM, "vectors", tmp_path / "wrong.json"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    *told, _ = ran.stdout.splitlines()
    assert told == [f"differs: {vectors[place]['about']}" for place in (1, -2, -1)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_played_over_http_was_dealt_as_the_second_verifier_deals(
    http: httpx.Client, tmp_path: Path, variant: str
) -> None:
    created = http.post("/v1/games", json={"variant": variant, "seats": [{}] * 4}).json()
    table = Table(http, created)
    for seat in range(4):
        taken = table.post("/seats", None, {"name": f"Player {seat}", "entropy": f"{seat} é 🎲"})
        table.tokens[seat] = taken.json()["token"]
    for _ in table.played_out(random.Random(9)):
        pass
    replay = table.get("/replay").content
    opinion = second_opinion(tmp_path, replay, table.get("/scores").content)
    assert opinion == {"committed": True, "undamaged": True, "deals": as_dealt_here(read(replay))[0]}


def test_seats_that_are_eliminated_are_dealt_no_cards_by_either(tmp_path: Path) -> None:
    replay = replay_of_variant("survivor", seats=5, seed=3)
    deals, _ = as_dealt_here(replay)
    assert [] in deals[-1]["hands"]
    assert_agreed(tmp_path, replay)


@settings(max_examples=15)
@given(replay=replays(most=80))
def test_both_verifiers_agree_under_any_rules(tmp_path_factory: pytest.TempPathFactory, replay: Replay) -> None:
    assert_agreed(tmp_path_factory.mktemp("replay"), replay)
