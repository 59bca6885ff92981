"""Another match at the same table."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tables import Table, assert_refused
from timed import TimedServer

THREE = [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cem"}]


def over(server: TimedServer, **wish: Any) -> Table:
    """Deal a game, and have its host call it off."""
    table = server.table(**{"seats": THREE, **wish})
    assert table.post("/deals", "host").is_success
    assert table.delete("", "host").is_success
    return table


def rematch(table: Table, who: Any = 0) -> Table:
    """Ask for the rematch; everybody's tokens are those of the game before."""
    asked = table.post("/rematch", who)
    assert asked.status_code in (200, 201), asked.text
    again = Table(table.http, {"game": asked.json(), "host_token": "", "seat_tokens": {}})
    again.tokens = table.tokens
    assert asked.headers["Location"] == again.path
    return again


def test_the_same_table_again_with_everybody_in_their_seats(timed: TimedServer) -> None:
    wish = {"options": ["jacks_skip"], "clock": {"move_s": 20}, "on_leave": "bot", "visibility": "unlisted"}
    table = over(timed, **wish)
    asked = table.post("/rematch", 1)
    assert asked.status_code == 201
    view = asked.json()
    assert (view["status"], view["version"], view["you"]["seat"]) == ("ready", 1, 1)
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "Ben", "Cem"]
    before = table.view()
    for same in ("variant", "options", "clock", "on_leave", "visibility", "auto_deal"):
        assert view[same] == before[same]
    assert view["id"] != before["id"]
    assert view["seed_hash"] != before["seed_hash"]
    assert table.get("/rules").json() == rematch(table).get("/rules").json()


def test_whoever_asks_and_however_often_gets_the_same_game(timed: TimedServer) -> None:
    table = over(timed)
    answers = [table.post("/rematch", who) for who in (2, 0, "host", 2)]
    assert [answer.status_code for answer in answers] == [201, 200, 200, 200]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert [(answer.json()["you"] or {}).get("seat") for answer in answers] == [2, 0, None, 2]
    assert timed.events(rematch(table)) == [
        {"type": "seat_taken", "seat": seat, "name": name["name"]} for seat, name in enumerate(THREE)
    ]


def test_all_asking_at_once_get_one_game(timed: TimedServer) -> None:
    table = over(timed)
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda who: table.post("/rematch", who), [0, 1, 2, "host", 0, 1]))
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len({answer.json()["seed_hash"] for answer in answers}) == 1


def test_everybodys_token_acts_there_too(timed: TimedServer) -> None:
    again = rematch(over(timed, first_dealer=2))
    assert again.post("/deals", 1).is_success
    turn = again.view()["round"]["turn"]
    assert again.post("/moves", turn, again.legal(turn)[0]).status_code == 200
    assert again.delete("", "host").is_success


def test_a_rematch_of_a_rematch_is_another_game(timed: TimedServer) -> None:
    table = over(timed)
    first = rematch(table)
    assert_refused(first.post("/rematch", 0), 409, "rematch_too_soon")
    assert first.delete("", "host").is_success
    assert rematch(first).id not in (first.id, table.id)
    assert rematch(table).id == first.id


@pytest.mark.parametrize("deal", [False, True])
def test_a_game_that_is_still_on_has_none(timed: TimedServer, deal: bool) -> None:
    table = timed.table(seats=THREE)
    if deal:
        assert table.post("/deals", "host").is_success
    for who in ("host", 0):
        assert_refused(table.post("/rematch", who), 409, "rematch_too_soon")


def test_strangers_ask_for_none(timed: TimedServer) -> None:
    table, private = over(timed), over(timed, visibility="private")
    assert_refused(table.post("/rematch"), 401, "token_missing")
    assert_refused(table.post("/rematch", private.tokens[0]), 401, "token_invalid")
    assert_refused(private.post("/rematch", table.tokens[0]), 404, "game_not_found")
    assert_refused(private.post("/rematch", f"es_{'A' * 43}"), 404, "game_not_found")
    nowhere = Table(timed.http, {"game": {"id": "a" * 16}, "host_token": "", "seat_tokens": {}})
    assert_refused(nowhere.post("/rematch", table.tokens[0]), 404, "game_not_found")


def test_the_seat_of_somebody_who_left_is_open_and_who_left_asks_for_nothing(timed: TimedServer) -> None:
    table = timed.table(seats=THREE)
    assert table.post("/deals", "host").is_success
    assert table.delete("/seats/1", 1).is_success
    assert table.delete("/seats/2", 2).json()["winners"] == [0]
    assert_refused(table.post("/rematch", 1), 403, "forbidden")
    again = rematch(table)
    assert [seat["name"] for seat in again.view()["seats"]] == ["Ana", None, None]
    assert again.view()["status"] == "open"
    assert_refused(again.get("/moves", 1), 401, "token_invalid")
    assert again.post("/seats", None, {"name": "Dov"}).json()["seat"] == 1


def test_a_seat_that_was_left_to_a_bot_stays_the_bots(timed: TimedServer) -> None:
    table = timed.table(seats=THREE, on_leave="bot")
    assert table.post("/deals", "host").is_success
    assert table.delete("/seats/1", 1).is_success
    assert table.delete("", "host").is_success
    assert_refused(table.post("/rematch", 1), 403, "forbidden")
    view = rematch(table).view()
    assert view["seats"][1].items() >= {"name": "Ben", "kind": "bot", "bot": "steady"}.items()
    assert view["status"] == "ready"


def test_nobody_is_away_at_the_beginning_of_a_rematch(timed: TimedServer) -> None:
    table = timed.table(seats=THREE, clock={"move_s": 5, "strikes": 1}, auto_deal=True)
    timed.later(5)
    assert table.delete("", "host").is_success
    view = rematch(table).view()
    assert not [seat for seat in view["seats"] if "away" in seat]
    assert view["status"] == "playing"
    assert view["round"]["deadline"] is not None


def test_who_gets_up_from_the_rematch_still_finds_it(timed: TimedServer) -> None:
    table = over(timed)
    again = rematch(table)
    assert again.delete("/seats/1", 1).is_success
    asked = table.post("/rematch", 1)
    assert (asked.status_code, asked.json()["id"], asked.json()["you"]) == (200, again.id, None)


def test_a_repeated_request_gets_its_first_answer_again(timed: TimedServer) -> None:
    table = over(timed)
    first, second = (table.post("/rematch", 0, Idempotency_Key="again") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert second.headers["Idempotent-Replayed"] == "true"
    assert_refused(table.post("/rematch", 0, {}, Idempotency_Key="again"), 422, "idempotency_key_reused")


@pytest.mark.parametrize("body", [{"seats": 2}, [], "again"])
def test_a_rematch_has_nothing_to_say(timed: TimedServer, body: object) -> None:
    assert_refused(over(timed).post("/rematch", 0, body), 422, "invalid_request")


def test_a_match_against_bots_can_be_played_again(timed: TimedServer) -> None:
    table = timed.table("draw-two", seats=[{"name": "Ana"}, {"bot": "steady"}])
    answer: httpx.Response = table.post("/deals", 0)
    while answer.json()["status"] != "finished":
        answer = table.post("/moves", 0, answer.json()["you"]["legal_moves"][0])
    again = rematch(table)
    assert again.post("/deals", 0).status_code == 200
