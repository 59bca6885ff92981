import random
from itertools import takewhile

import httpx
import pytest

from tables import Table, Who, assert_refused


@pytest.mark.parametrize("who", ["host", 0, 1, 2])
def test_the_host_or_any_seat_deals_once_all_seats_are_taken(http: httpx.Client, who: Who) -> None:
    table = Table.laid(http, "survivor")
    dealt = table.post("/deals", who, {})
    assert dealt.status_code == 200
    view = dealt.json()
    assert (view["status"], view["version"], view["round"]["number"]) == ("playing", 2, 1)
    assert [seat["cards"] for seat in view["seats"]] == [8, 8, 8]
    assert (view["round"]["stock"], view["round"]["discard"]) == (54 - 24 - 1, 1)
    assert (view["you"] and view["you"]["seat"]) == (who if isinstance(who, int) else None)


def test_nothing_is_dealt_while_a_seat_is_open(http: httpx.Client) -> None:
    created = http.post("/v1/games", json={"variant": "survivor", "seats": [{"name": "Ana"}, {}]}).json()
    assert_refused(Table(http, created).post("/deals", 0), 409, "seats_open")


def test_nothing_is_dealt_while_a_round_is_on(http: httpx.Client) -> None:
    table = Table.dealt(http)
    assert_refused(table.post("/deals", "host"), 409, "round_on")


def test_a_stranger_deals_nothing(http: httpx.Client) -> None:
    assert_refused(Table.laid(http).post("/deals"), 401, "token_missing")


def test_after_a_round_the_next_is_dealt_by_the_next_seat(http: httpx.Client) -> None:
    table = Table.dealt(http, "synthesis", first_dealer=2)
    *_, last = takewhile(lambda answer: answer.json()["status"] == "playing", table.played_out(random.Random(3)))
    over = table.view(1)
    assert over["status"] == "round_over"
    assert over["version"] == last.json()["version"] + 1
    assert over["round"]["turn"] is None
    assert over["you"]["legal_moves"] == []
    assert over["last_round"]["number"] == 1
    assert_refused(table.post("/moves", 1, {"action": "draw"}), 409, "round_over", legal_moves=[])
    view = table.post("/deals", 1).json()
    assert (view["round"]["number"], view["round"]["dealer"]) == (2, 0)
    assert view["last_round"] == over["last_round"]


def test_an_automatic_table_is_dealt_again_by_the_move_that_ends_a_round(http: httpx.Client) -> None:
    table = Table.laid(http, "synthesis", auto_deal=True, rules={"match": {"rounds": 2}})
    seen = [answer.json() for answer in table.played_out(random.Random(4))]
    assert {view["status"] for view in seen} == {"playing", "finished"}
    assert [view["round"]["number"] for view in seen[:-1]] == sorted(view["round"]["number"] for view in seen[:-1])
    assert {view["round"]["number"] for view in seen} == {1, 2}
    assert table.get("/replay").json()["steps"].count("deal") == 2


@pytest.mark.parametrize("body", [{"round": 1}, [], "deal"])
def test_a_deal_has_nothing_to_say(http: httpx.Client, body: object) -> None:
    table = Table.laid(http)
    assert_refused(table.post("/deals", 0, body), 422, "invalid_request")
    assert table.view()["status"] == "ready"
