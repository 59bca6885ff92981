import random

import httpx
import pytest

from eights.store.games import RedisGameStore
from tables import Table, assert_refused, named_by, tag_of


def opened(http: httpx.Client, *, open_seats: int = 2, visibility: str = "public", auto_deal: bool = False) -> Table:
    """Create a game with Ana in seat 0, and others open."""
    seats = [{"name": "Ana"}, *[{}] * open_seats]
    wish = {"variant": "crazy-eights", "seats": seats, "visibility": visibility, "auto_deal": auto_deal}
    return Table(http, http.post("/v1/games", json=wish).json())


def sit(table: Table, name: str = "Ben", who: str | None = None, **fields: object) -> httpx.Response:
    return table.post("/seats", who, {"name": name, **fields})


def test_whoever_sits_down_gets_a_token_that_plays_for_the_seat(http: httpx.Client) -> None:
    table = opened(http)
    taken = sit(table, seat=2)
    assert taken.status_code == 201
    assert taken.json()["seat"] == 2
    assert taken.headers["Location"] == table.path
    assert named_by(taken) == tag_of(table.view())
    assert taken.headers["Cache-Control"] == "no-store"
    assert table.get("", taken.json()["token"]).json()["you"]["seat"] == 2


def test_without_a_wish_it_is_the_lowest_open_seat(http: httpx.Client) -> None:
    table = opened(http)
    assert [sit(table).json()["seat"] for _ in range(2)] == [1, 2]
    assert table.view()["status"] == "ready"
    assert [seat["name"] for seat in table.view()["seats"]] == ["Ana", "Ben", "Ben"]


def test_a_taken_seat_is_refused_by_its_number_and_a_full_table_as_such(http: httpx.Client) -> None:
    table = opened(http, open_seats=1)
    assert_refused(sit(table, seat=0), 409, "seat_taken", seat=0)
    assert sit(table).status_code == 201
    assert_refused(sit(table), 409, "no_open_seat")
    assert_refused(sit(table, seat=1), 409, "seat_taken", seat=1)


def test_a_seat_that_the_table_has_not_is_not_found(http: httpx.Client) -> None:
    table = opened(http)
    assert_refused(sit(table, seat=3), 404, "seat_not_found", seat=3)
    assert_refused(table.delete("/seats/3", "host"), 404, "seat_not_found")
    assert_refused(table.delete("/seats/12", "host"), 404, "seat_not_found")
    assert_refused(sit(table, seat=12), 422, "invalid_request")


def test_nobody_sits_down_once_cards_were_dealt(http: httpx.Client) -> None:
    table = Table.dealt(http)
    assert_refused(sit(table), 409, "game_started")
    over = Table.laid(http, "draw-two", 2)
    list(over.played_out(random.Random(2)))
    assert_refused(sit(over), 409, "game_over")


def test_the_last_to_sit_down_has_an_automatic_table_dealt(http: httpx.Client) -> None:
    table = opened(http, open_seats=1, auto_deal=True)
    assert sit(table).status_code == 201
    assert table.view()["status"] == "playing"
    assert table.view()["version"] == 2


def test_at_a_private_table_the_host_alone_seats_people(http: httpx.Client) -> None:
    table = opened(http, visibility="private")
    assert_refused(sit(table), 404, "game_not_found")
    assert_refused(sit(table, who=table.tokens[0]), 403, "forbidden")
    assert sit(table, who="host").json()["seat"] == 1


def test_entropy_of_the_seats_is_mixed_into_the_cards_and_shown_in_the_end(
    http: httpx.Client, kept: RedisGameStore
) -> None:
    table = opened(http)
    assert sit(table, entropy="a die fell on 4").status_code == 201
    assert sit(table).status_code == 201
    assert table.post("/deals", "host").is_success
    assert "die fell" not in table.get("", 0).text
    game = kept.read(table.id).game
    assert game is not None
    assert game.state.chance.entropy == ("", "a die fell on 4", "")
    assert table.delete("", "host").is_success
    assert table.get("/replay").json()["entropy"] == ["", "a die fell on 4", ""]


def test_before_the_deal_a_seat_is_given_up_and_its_token_is_worth_nothing(http: httpx.Client) -> None:
    table = opened(http)
    token = sit(table, entropy="mine").json()["token"]
    left = table.delete("/seats/1", token)
    assert left.status_code == 200
    assert left.json()["seats"][1]["name"] is None
    assert left.json()["you"] is None
    assert left.json()["status"] == "open"
    assert_refused(table.get("/moves", token), 401, "token_invalid")
    assert_refused(table.delete("/seats/1", token), 401, "token_invalid")
    assert sit(table).json()["seat"] == 1


def test_entropy_leaves_with_who_brought_it(http: httpx.Client, kept: RedisGameStore) -> None:
    table = opened(http)
    token = sit(table, entropy="mine").json()["token"]
    assert table.delete("/seats/1", token).is_success
    game = kept.read(table.id).game
    assert game is not None
    assert game.state.chance.entropy == ("", "", "")


def test_the_host_clears_a_seat_before_the_deal_and_not_after(http: httpx.Client) -> None:
    table = opened(http, open_seats=1)
    assert sit(table).status_code == 201
    assert table.delete("/seats/1", "host").status_code == 200
    assert_refused(table.delete("/seats/1", "host"), 409, "seat_open", seat=1)
    assert sit(table).status_code == 201
    assert table.post("/deals", "host").is_success
    assert_refused(table.delete("/seats/1", "host"), 403, "forbidden")


def test_nobody_gives_up_the_seat_of_another(http: httpx.Client) -> None:
    table = Table.laid(http)
    assert_refused(table.delete("/seats/1", 0), 403, "forbidden")
    assert_refused(table.delete("/seats/1"), 401, "token_missing")
    assert table.post("/deals", "host").is_success
    assert_refused(table.delete("/seats/1", 0), 403, "forbidden")


def test_whoever_resigns_is_out_and_play_goes_on(http: httpx.Client) -> None:
    table = Table.ready_to_draw(http, seats=3)
    before = table.view()
    left = table.delete("/seats/0", 0)
    assert left.status_code == 200
    view = left.json()
    assert view["status"] == "playing"
    assert view["seats"][0] == {**before["seats"][0], "out": True, "cards": 0}
    assert view["round"]["turn"] == 1
    assert view["round"]["discard"] == before["round"]["discard"] + before["seats"][0]["cards"]
    assert view["you"] == {"seat": 0, "hand": [], "drawn": [], "legal_moves": []}
    assert_refused(table.delete("/seats/0", 0), 409, "seat_out", seat=0)
    assert_refused(table.post("/moves", 0, {"action": "draw"}), 409, "not_your_turn", legal_moves=[])


def test_the_last_one_left_wins(http: httpx.Client) -> None:
    table = Table.dealt(http, seats=3)
    assert table.delete("/seats/0", 0).json()["winners"] is None
    won = table.delete("/seats/2", 2).json()
    assert (won["status"], won["winners"]) == ("finished", [1])
    assert table.get("/scores").json()["winners"] == [1]
    assert table.get("/replay").json()["steps"][-2:] == ["0 leave", "2 leave"]
    assert_refused(table.delete("/seats/1", 1), 409, "game_over")


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "name"),
        ({"name": None}, "name"),
        ({"name": "\u200b"}, "name"),
        ({"name": "Ben", "seat": "1"}, "seat"),
        ({"name": "Ben", "seat": True}, "seat"),
        ({"name": "Ben", "entropy": ""}, "entropy"),
        ({"name": "Ben", "entropy": "x" * 65}, "entropy"),
        ({"name": "Ben", "robot": "steady"}, "robot"),
    ],
)
def test_a_wrong_field_is_named_and_nobody_sits_down(http: httpx.Client, body: dict[str, object], path: str) -> None:
    table = opened(http)
    refused = table.post("/seats", None, body)
    assert_refused(refused, 422, "invalid_request")
    assert [fault["path"] for fault in refused.json()["errors"]] == [path]
    assert table.view()["version"] == 1
