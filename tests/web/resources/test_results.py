import hashlib
import random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from eights.rules.notation import read_step
from eights.rules.replay import beginning, replayed
from eights.rules.ruleset import Rules
from eights.rules.state import Chance, State
from eights.services.game import Update
from eights.services.ports import Commit
from eights.store.games import RedisGameStore
from tables import VARIANTS, Table, arranged, assert_refused


def recomputed(replay: dict[str, Any]) -> State:
    """Compute a game again from nothing but its replay."""
    chance = Chance(bytes.fromhex(replay["seed"]), replay["label"], tuple(replay["entropy"]))
    rules = msgspec.convert(replay["rules"], Rules)
    steps = map(read_step, replay["steps"])
    *_, last = replayed(beginning(rules, chance, replay["first_dealer"]), steps)
    return last


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_computed_again_from_its_replay_is_the_one_that_was_played(
    http: httpx.Client, kept: RedisGameStore, variant: str
) -> None:
    short = {"match": {"points": 20, "rounds": 2}, "hand_size": {"default": 4}}
    created = http.post("/v1/games", json={"variant": variant, "seats": [{}] * 3, "rules": short}).json()
    table = Table(http, created)
    for seat in range(3):
        joined = table.post("/seats", None, {"name": f"Player {seat}", "entropy": f"{seat} é"})
        table.tokens[seat] = joined.json()["token"]
    assert_refused(table.get("/replay"), 409, "replay_not_ready")
    for answer in table.played_out(random.Random(6)):
        if answer.json()["status"] != "finished":
            assert_refused(table.get("/replay", 0), 409, "replay_not_ready")
    replay = table.get("/replay").json()
    game = kept.read(table.id).game
    assert game is not None
    assert recomputed(replay) == game.state
    assert (replay["ended"], replay["names"]) == ("finished", ["Player 0", "Player 1", "Player 2"])
    assert replay["scores"] == table.get("/scores").json()["totals"]
    assert replay["winners"] == table.view()["winners"]
    assert replay["version"] == table.view()["version"]
    assert hashlib.sha256(bytes.fromhex(replay["seed"])).hexdigest() == replay["seed_hash"]


def test_the_replay_of_a_game_that_seats_left_and_the_host_called_off(http: httpx.Client, kept: RedisGameStore) -> None:
    table = Table.ready_to_draw(http, seats=3)
    assert table.post("/moves", 0, {"action": "draw"}).is_success
    assert table.delete("/seats/0", 0).is_success
    assert table.delete("", "host").is_success
    replay = table.get("/replay").json()
    assert replay["steps"] == ["deal", "0 draw", "0 leave"]
    assert (replay["ended"], replay["winners"], replay["first_dealer"]) == ("aborted", [], 2)
    game = kept.read(table.id).game
    assert game is not None
    assert recomputed(replay).round == game.state.round


@pytest.mark.parametrize("aborted", [False, True])
def test_the_replay_of_a_shared_deal_is_withheld_until_the_last_game_on_it_is_over(
    http: httpx.Client, kept: RedisGameStore, *, aborted: bool
) -> None:
    table = arranged(http, kept, "9C", "8D 3C", top="9H", plays="draw-two")
    over = table.delete("", "host") if aborted else table.post("/moves", 0, {"action": "play", "card": "9C"})
    assert over.is_success
    assert table.view()["status"] == ("aborted" if aborted else "finished")
    game = kept.read(table.id).game
    assert game is not None
    seed = game.state.chance.seed.hex()
    for deal_open in (True, False):
        game = replace(game, version=game.version + 1, deal_open=deal_open)
        assert kept.commit(Commit(game, Update(game.version, ()), steps=(), expires_in_s=3600))
        for who in (0, 1, "host", None):
            answer = table.get("/replay", who)
            if deal_open:
                assert_refused(answer, 409, "replay_not_ready")
            assert (seed in answer.text) != deal_open


def test_a_replay_is_sent_once(http: httpx.Client) -> None:
    table = Table.laid(http)
    assert table.delete("", "host").is_success
    replay = table.get("/replay")
    assert table.get("/replay", None, If_None_Match=replay.headers["ETag"]).status_code == 304


def test_before_the_first_round_is_over_the_sheet_is_empty(http: httpx.Client) -> None:
    for table in (Table.laid(http), Table.dealt(http)):
        sheet = table.get("/scores").json()
        assert sheet["rounds"] == []
        assert (sheet["totals"], sheet["ranking"], sheet["winners"]) == ([0, 0, 0], [1, 1, 1], None)


def test_the_sheet_tells_each_hand_its_points_the_totals_and_shared_places(
    http: httpx.Client, kept: RedisGameStore
) -> None:
    table = arranged(http, kept, "9C", "8D 3C", "KC JS", "8S 3H", top="9H", dealer=3)
    assert table.post("/moves", 0, {"action": "play", "card": "9C"}).json()["status"] == "round_over"
    sheet = table.get("/scores").json()
    assert sheet == {
        "version": 4,
        "revision": table.view()["revision"],
        "status": "round_over",
        "rounds": [
            {
                "number": 1,
                "dealer": 3,
                "winner": 0,
                "ended_by": "emptied_hand",
                "finishing_card": "9C",
                "multiplier": 1,
                "hands": [[], ["8D", "3C"], ["KC", "JS"], ["8S", "3H"]],
                "hand_points": [0, 53, 20, 53],
                "points": [0, 53, 20, 53],
                "totals": [0, 53, 20, 53],
            }
        ],
        "totals": [0, 53, 20, 53],
        "ranking": [1, 3, 2, 3],
        "winners": None,
    }
    assert table.view()["last_round"] == sheet["rounds"][0]
    assert [seat["score"] for seat in table.view()["seats"]] == sheet["totals"]


def test_the_finishing_card_multiplies_the_points_of_the_hands(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "8C", "KD 3C", "KC JS", top="9H", plays="synthesis")
    assert table.post("/moves", 0, {"action": "play", "card": "8C"}).is_success
    [line] = table.get("/scores").json()["rounds"]
    assert (line["finishing_card"], line["multiplier"]) == ("8C", 2)
    assert line["hand_points"] == line["points"] == [0, 26, 50]


def test_the_winners_are_told_once_the_match_is_over(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C", "8D 3C", top="9H", plays="draw-two")
    over = table.post("/moves", 0, {"action": "play", "card": "9C"}).json()
    assert (over["status"], over["winners"]) == ("finished", [0])
    assert over["you"]["legal_moves"] == []
    sheet = table.get("/scores").json()
    assert (sheet["status"], sheet["winners"], sheet["ranking"]) == ("finished", [0], [1, 2])
    assert_refused(table.post("/moves", 1, {"action": "draw"}), 409, "game_over", legal_moves=[])
    assert_refused(table.post("/deals", 1), 409, "game_over")
