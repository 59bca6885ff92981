import random
from typing import Any

import httpx
import pytest

from eights.store.games import RedisGameStore
from tables import Table, another, arranged, assert_refused, named_by, tag_of


def play(card: str, **details: Any) -> dict[str, Any]:
    return {"action": "play", "card": card, **details}


def in_words(table: Table, words: str, content_type: str = "application/json") -> httpx.Response:
    """Have seat 0 send a move as it is written here."""
    headers = {"Authorization": f"Bearer {table.tokens[0]}", "Content-Type": content_type}
    return table.http.post(f"{table.path}/moves", content=words, headers=headers)


def test_a_seat_on_turn_is_told_its_legal_moves_and_the_version_they_hold_for(
    http: httpx.Client, kept: RedisGameStore
) -> None:
    table = arranged(http, kept, "9C 8D 4S", "2C 3C", top="9H")
    told = table.get("/moves", 0)
    assert named_by(told) == tag_of(told.json()) == tag_of(table.view())
    assert told.json() == {
        "version": 3,
        "revision": named_by(told).strip('"'),
        "legal_moves": [play("9C"), *[play("8D", suit=suit) for suit in "SHDC"], {"action": "draw"}],
    }
    assert table.get("/moves", 1).json() == {**told.json(), "legal_moves": []}
    assert table.view(0)["you"]["legal_moves"] == told.json()["legal_moves"]


def test_before_the_deal_there_is_no_move(http: httpx.Client) -> None:
    table = Table.laid(http)
    assert table.legal(0) == []
    assert_refused(
        table.post("/moves", 0, {"action": "draw"}),
        409,
        "not_dealt",
        version=1,
        legal_moves=[],
        revision=table.view()["revision"],
    )


def test_a_card_played_is_the_top_card_and_the_next_seat_is_on_turn(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "2C 3C", top="9H")
    played = table.post("/moves", 0, play("9C"))
    assert played.status_code == 200
    assert named_by(played) == tag_of(played.json())
    assert played.headers["Cache-Control"] == "no-store"
    view = played.json()
    assert view == table.view(0)
    assert (view["version"], view["round"]["top"], view["round"]["turn"]) == (4, "9C", 1)
    assert view["you"] == {"seat": 0, "hand": ["4S"], "drawn": [], "legal_moves": []}


def test_a_detail_that_is_null_is_as_good_as_left_out(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "2C 3C", top="9H")
    assert table.post("/moves", 0, play("9C", suit=None, power=None, target=None)).status_code == 200


def test_a_move_in_words_that_came_before_is_judged_anew(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "2C 3C", top="9H", stock="5D 6C")
    words = '{"action":"draw"}'
    assert in_words(table, words).status_code == 200
    assert_refused(in_words(table, words, "text/plain"), 415, "unsupported_media_type")
    assert in_words(table, words).status_code == 409


def test_a_move_among_many_blanks_is_one_all_the_same(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "2C 3C", top="9H")
    words = '{"action": "play", "card": "9C"}'.ljust(2000)
    assert in_words(table, words).json()["round"]["top"] == "9C"


def test_a_suit_is_named_with_an_eight(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "8D 4S", "2C 3C", top="9H")
    assert table.post("/moves", 0, play("8D", suit="C")).json()["round"]["suit"] == "C"
    assert table.legal(1) == [play("2C"), play("3C"), {"action": "draw"}]


def test_a_drawn_card_is_seen_by_its_owner_alone(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "4S 5S", "2C 3C", top="9H", stock="9D 6C")
    drawn = table.post("/moves", 0, {"action": "draw"}).json()
    assert drawn["you"]["drawn"] == ["9D"]
    assert drawn["you"]["legal_moves"] == [play("9D"), {"action": "pass"}]
    assert drawn["round"]["stock"] == 1
    assert "9D" not in table.get("", 1).text
    assert table.post("/moves", 0, {"action": "pass"}).json()["round"]["turn"] == 1


def test_a_power_takes_a_seat(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "XX 4S 5S", "2C 3C", "KC", top="9H", plays="survivor")
    swapped = table.post("/moves", 0, play("XX", power="swap_hands", target=2)).json()
    assert swapped["you"]["hand"] == ["KC"]
    assert table.view(2)["you"]["hand"] == ["4S", "5S"]


def test_a_forgotten_announcement_is_challenged_by_another_seat(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "6D 3C", "KC 6S", top="9H", plays="huit-americain")
    forgot = table.post("/moves", 0, play("9C")).json()
    assert forgot["seats"][0]["owes_announcement"] is True
    assert "owes_announcement" not in forgot["seats"][1]
    assert forgot["you"]["legal_moves"] == [{"action": "announce"}]
    challenge = {"action": "challenge", "target": 0}
    assert challenge in table.legal(2)
    challenged = table.post("/moves", 2, challenge).json()
    assert challenged["seats"][0]["cards"] == 3
    assert_refused(table.post("/moves", 1, challenge), 409, "nothing_to_challenge")
    assert_refused(table.post("/moves", 0, {"action": "announce"}), 409, "announce_not_due")


def test_an_announcement_goes_with_the_card_or_comes_late(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "9D 3C", "KC 6S", top="9H", plays="huit-americain")
    assert table.legal(0) == [play("9C", announce=True)]
    assert "owes" not in table.post("/moves", 0, play("9C", announce=True)).text
    assert "owes" in table.post("/moves", 1, play("9D")).text
    assert "owes" not in table.post("/moves", 1, {"action": "announce"}).text


def test_a_double_of_the_top_card_jumps_in(http: httpx.Client, kept: RedisGameStore) -> None:
    hands = ("4S 5S", "2C 3C", "9H 6S KD")
    table = arranged(http, kept, *hands, top="9H", plays="huit-americain", options=["a_la_volee"])
    assert table.legal(2) == [play("9H")]
    assert table.post("/moves", 2, play("9H")).json()["round"]["turn"] == 0
    assert_refused(table.post("/moves", 1, play("2C")), 409, "cannot_jump_in")


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, {"action": "draw"}, "not_your_turn"),
        (1, play("2C"), "not_your_turn"),
        (0, play("KD"), "card_not_in_hand"),
        (0, play("4S"), "card_does_not_match"),
        (0, play("8D"), "suit_required"),
        (0, play("9C", suit="H"), "suit_not_allowed"),
        (0, play("9C", power="swap_hands", target=1), "power_not_allowed"),
        (0, play("9C", target=1), "target_invalid"),
        (0, play("9C", announce=True), "announce_not_due"),
        (0, {"action": "pass"}, "pass_not_allowed"),
        (0, {"action": "name_suit", "suit": "H"}, "suit_not_allowed"),
        (0, {"action": "announce"}, "announce_not_due"),
        (0, {"action": "challenge", "target": 11}, "nothing_to_challenge"),
    ],
)
def test_a_refused_move_is_told_with_the_version_and_the_legal_moves_and_changes_nothing(
    http: httpx.Client, kept: RedisGameStore, seat: int, move: dict[str, Any], code: str
) -> None:
    table = arranged(http, kept, "9C 8D 4S", "2C 3C", top="9H")
    before = kept.read(table.id).game
    assert_refused(table.post("/moves", seat, move), 409, code, version=3, legal_moves=table.legal(seat))
    assert kept.read(table.id).game == before
    assert len(kept.steps(table.id)) == 1


@pytest.mark.parametrize(
    ("move", "path", "code"),
    [
        ({}, "action", "missing_field"),
        ({"action": "bluff"}, "action", "not_one_of"),
        ({"action": ["play"]}, "action", "not_one_of"),
        ({"action": "play"}, "card", "missing_field"),
        (play("1H"), "card", "not_a_card"),
        (play("8h"), "card", "not_a_card"),
        (play("10"), "card", "not_a_card"),
        (play("8H", suit="X"), "suit", "not_one_of"),
        (play("8H", announce=None), "announce", "not_null"),
        ({"action": "name_suit", "suit": None}, "suit", "missing_field"),
        (play("8H", target="1"), "target", "out_of_range"),
        (play("8H", target=True), "target", "out_of_range"),
        (play("8H", announce="true"), "announce", "not_a_boolean"),
        (play("8H", seat=0), "seat", "unknown_field"),
        ({"action": "draw", "card": "8H"}, "card", "unknown_field"),
        ({"action": "draw", "count": 2}, "count", "unknown_field"),
        ({"action": "challenge"}, "target", "missing_field"),
        ({"action": "name_suit", "suit": "hearts"}, "suit", "not_one_of"),
    ],
)
def test_what_is_no_move_is_told_where_it_is_wrong(
    http: httpx.Client, move: dict[str, Any], path: str, code: str
) -> None:
    table = Table.dealt(http)
    refused = table.post("/moves", 0, move)
    assert_refused(refused, 422, "invalid_request")
    assert [(fault["path"], fault["code"]) for fault in refused.json()["errors"]] == [(path, code)]
    assert table.view()["version"] == 2


@pytest.mark.parametrize("condition", ['"2"', '"1", "2"', "*"])
def test_a_move_on_the_version_that_it_was_meant_for_is_made(http: httpx.Client, condition: str) -> None:
    table = Table.ready_to_draw(http)
    assert table.post("/moves", 0, {"action": "draw"}, If_Match=condition).status_code == 200


def test_a_move_on_the_revision_that_it_was_meant_for_is_made_and_on_another_past_not(http: httpx.Client) -> None:
    table = Table.ready_to_draw(http)
    tag = tag_of(table.view())
    for condition in (another(tag), f'{another(tag)}, "1"', f"W/{tag}"):
        refused = table.post("/moves", 0, {"action": "draw"}, If_Match=condition)
        assert_refused(refused, 412, "stale_version", version=2, revision=tag[1:-1])
    assert table.post("/moves", 0, {"action": "draw"}, If_Match=f"{another(tag)}, {tag}").status_code == 200


@pytest.mark.parametrize("condition", ['"1"', '"3"', 'W/"2"', '"two"', '"02x"'])
def test_a_move_meant_for_another_version_is_not(http: httpx.Client, condition: str) -> None:
    table = Table.ready_to_draw(http)
    assert_refused(table.post("/moves", 0, {"action": "draw"}, If_Match=condition), 412, "stale_version", version=2)
    assert table.view()["version"] == 2


def test_a_condition_that_names_nothing_is_refused(http: httpx.Client) -> None:
    table = Table.ready_to_draw(http)
    assert_refused(table.post("/moves", 0, {"action": "draw"}, If_Match=","), 400, "condition_invalid")


@pytest.mark.parametrize(
    ("method", "what", "who"),
    [("POST", "/deals", "host"), ("DELETE", "", "host"), ("DELETE", "/seats/0", 0), ("POST", "/seats", None)],
)
def test_every_change_heeds_the_version(http: httpx.Client, method: str, what: str, who: str | int | None) -> None:
    table = Table.laid(http)
    body = {"name": "Zoé"} if what == "/seats" else None
    assert_refused(table.ask(method, what, who, body, If_Match='"7"'), 412, "stale_version", version=1)
    assert table.view()["version"] == 1


@pytest.mark.parametrize("options", [[], ["pioche", "cumul_mixte"], ["a_la_volee", "cumul"]])
def test_each_listed_move_can_be_sent_back_as_it_stands(http: httpx.Client, options: list[str]) -> None:
    rules = {"match": {"points": 1}, "hand_size": {"default": 5}}
    table = Table.laid(http, "huit-americain", 4, options=options, rules=rules)
    versions = [answer.json()["version"] for answer in table.played_out(random.Random(5))]
    assert versions == list(range(2, len(versions) + 2))
    assert table.legal(0) == []
