"""Registered players at tables: invited, by themselves, leaving, and again."""

import random
from typing import Any

import httpx
import pytest

from eights.store.games import RedisGameStore
from players import Somebody
from tables import Table, assert_refused

NOBODY = "a" * 16


@pytest.fixture
def ana(http: httpx.Client) -> Somebody:
    return Somebody.registered(http, "Ana", "human")


@pytest.fixture
def otto(http: httpx.Client) -> Somebody:
    return Somebody.registered(http, "Otto", "bot")


def laid(who: Somebody, *seats: dict[str, Any], **wish: Any) -> Table:
    """Have a player create a game with such seats."""
    body = {"variant": "crazy-eights", "seats": seats, **wish}
    created = who.ask("POST", "/v1/games", body)
    assert created.status_code == 201, created.text
    return Table(who.http, created.json())


def seated(table: Table, seat: int) -> dict[str, Any]:
    """Return what a stranger sees of a seat but its cards and points."""
    seen = table.view("host")["seats"][seat]
    return {name: value for name, value in seen.items() if name not in ("seat", "cards", "score", "out")}


def test_who_asks_for_a_seat_of_its_own_sits_in_it_and_others_are_invited(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id})
    assert seated(table, 0) == {"name": "Ana", "kind": "human", "player": ana.id}
    assert seated(table, 1) == {"name": None, "kind": None, "invited": otto.id}
    assert table.tokens.keys() == {"host"}
    assert table.view()["status"] == "open"
    assert_refused(table.post("/deals", "host"), 409, "seats_open")


def test_a_player_accepts_with_its_own_token_which_plays_the_seat_from_then_on(ana: Somebody, otto: Somebody) -> None:
    rules = {"starter": {"wild": "plain"}}  # an eight would have the dealer name a suit first
    table = laid(ana, {"player": ana.id}, {"player": otto.id}, first_dealer=0, rules=rules)
    taken = table.post("/seats", otto.token, {})
    assert (taken.status_code, taken.json()) == (201, {"seat": 1})
    assert seated(table, 1) == {"name": "Otto", "kind": "bot", "player": otto.id}
    assert table.post("/deals", otto.token).status_code == 200
    own = table.view(otto.token)["you"]
    assert (own["seat"], table.get("/moves", otto.token).json()["legal_moves"]) == (1, own["legal_moves"])
    assert table.post("/moves", otto.token, own["legal_moves"][0]).status_code == 200
    assert table.get("/scores", ana.token).status_code == 200
    assert table.get("/events?after=1", ana.token).json()["view"]["you"]["seat"] == 0


def test_the_chance_that_a_player_adds_is_mixed_in(http: httpx.Client, ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id})
    assert table.post("/seats", otto.token, {"entropy": "heads", "seat": 1}).status_code == 201
    assert table.delete("", "host").status_code == 200
    assert "heads" in str(http.get(f"{table.path}/replay").json()["entropy"])


def test_a_kept_seat_is_for_nobody_else(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": otto.id}, {})
    for who in (None, ana.token, "host"):
        assert_refused(table.post("/seats", who, {"name": "Zoé", "seat": 0}), 409, "seat_reserved", seat=0)
    assert table.post("/seats", None, {"name": "Zoé"}).json()["seat"] == 1
    assert_refused(table.post("/seats", ana.token), 409, "no_open_seat")


def test_an_invitation_that_is_declined_leaves_a_seat_for_anybody(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id})
    declined = table.delete("/seats/1", otto.token)
    assert (declined.status_code, declined.json()["you"]) == (200, None)
    assert seated(table, 1) == {"name": None, "kind": None}
    assert_refused(table.delete("/seats/1", otto.token), 403, "forbidden")
    assert_refused(table.delete("/seats/1", "host"), 409, "seat_open")
    assert table.post("/seats", None, {"name": "Zoé"}).json()["seat"] == 1


def test_the_host_takes_an_invitation_back_and_strangers_do_not(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id})
    assert_refused(table.delete("/seats/1", ana.token), 403, "forbidden")
    assert_refused(table.delete("/seats/1"), 401, "token_missing")
    assert table.delete("/seats/1", "host").json()["seats"][1]["name"] is None
    assert table.post("/seats", ana.token + "x").status_code == 401
    assert table.post("/seats", otto.token).json()["seat"] == 1


def test_an_invited_player_may_take_another_seat_and_then_leaves_the_kept_one_to_all(
    ana: Somebody, otto: Somebody
) -> None:
    table = laid(ana, {"player": otto.id}, {}, {"name": "Zoé"})
    assert table.post("/seats", otto.token, {"seat": 1}).json() == {"seat": 1}
    assert (seated(table, 0)["name"], seated(table, 1)["player"]) == (None, otto.id)
    told = table.get("/events?after=1").json()["items"][0]["events"]
    assert told == [{"type": "seat_left", "seat": 0}, {"type": "seat_taken", "seat": 1, "name": "Otto"}]


def test_nobody_has_two_seats_at_a_table(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {}, {})
    assert_refused(table.post("/seats", ana.token), 409, "player_seated_already", player=ana.id)
    twice = {"variant": "crazy-eights", "seats": [{"player": otto.id}, {}, {"player": otto.id}]}
    assert_refused(ana.ask("POST", "/v1/games", twice), 409, "player_seated_already", player=otto.id)


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        ({"player": NOBODY}, "unknown_player"),
        ({"player": "bot:steady"}, "invalid_request"),
        ({"player": NOBODY, "name": "Zoé"}, "seat_ambiguous"),
        ({"player": NOBODY, "bot": "steady"}, "seat_ambiguous"),
        ({"player": None}, "invalid_request"),
        ({"invited": NOBODY}, "invalid_request"),
    ],
)
def test_a_seat_for_somebody_who_is_not_there_or_for_two_is_refused(
    ana: Somebody, seat: dict[str, Any], code: str
) -> None:
    assert_refused(ana.ask("POST", "/v1/games", {"variant": "draw-two", "seats": [{}, seat]}), 422, code)


def test_without_a_players_token_nobody_sits_down_without_a_name(http: httpx.Client, ana: Somebody) -> None:
    table = laid(ana, {}, {})
    refused = [table.post("/seats", who, {}) for who in (None, "host")] + [http.post("/v1/games/join", json={})]
    for answer in refused:
        assert_refused(answer, 422, "invalid_request")
        assert [fault["path"] for fault in answer.json()["errors"]] == ["name"]


def test_a_player_goes_by_its_own_name_and_keeps_it_at_the_table(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {}, {})
    assert table.post("/seats", otto.token, {"name": "Ana"}).status_code == 201
    assert seated(table, 0)["name"] == "Otto"
    assert otto.ask("PATCH", "/v1/players/me", {"name": "Otto II"}).status_code == 200
    assert seated(table, 0)["name"] == "Otto"


def test_quick_join_seats_a_player_and_never_twice_at_a_table(ana: Somebody) -> None:
    first, second = (ana.ask("POST", "/v1/games/join", {"variant": "synthesis"}) for _ in range(2))
    assert first.status_code == second.status_code == 201, second.text
    assert "token" not in first.json()
    assert first.json()["game"]["id"] != second.json()["game"]["id"]
    for joined in (first.json(), second.json()):
        assert joined["game"]["you"]["seat"] == joined["seat"]
        assert joined["game"]["seats"][joined["seat"]]["player"] == ana.id


def test_quick_join_passes_by_tables_whose_last_seats_are_kept(ana: Somebody, otto: Somebody) -> None:
    kept = laid(ana, {"player": ana.id}, {"player": otto.id}, variant="survivor", auto_deal=True, clock={"move_s": 30})
    joined = ana.http.post("/v1/games/join", json={"name": "Zoé", "variant": "survivor"}).json()
    assert joined["game"]["id"] != kept.id


def test_a_keyed_request_of_a_player_is_known_by_the_player_also_with_a_new_token(ana: Somebody) -> None:
    table = laid(ana, {}, {})
    first = table.post("/seats", ana.token, {}, Idempotency_Key="1")
    ana.token = ana.ask("POST", "/v1/players/me/token").json()["token"]
    again = table.post("/seats", ana.token, {}, Idempotency_Key="1")
    assert (again.status_code, again.json(), again.headers["Idempotent-Replayed"]) == (201, first.json(), "true")
    assert table.view()["version"] == 2


def test_to_the_invited_a_private_game_is_there_and_to_other_players_it_is_not(
    http: httpx.Client, ana: Somebody, otto: Somebody
) -> None:
    stranger = Somebody.registered(http)
    table = laid(ana, {"player": ana.id}, {"player": otto.id}, {}, visibility="private")
    assert table.view(otto.token)["you"] is None
    for method, what in (("GET", ""), ("GET", "/scores"), ("POST", "/seats"), ("DELETE", "/seats/1")):
        assert_refused(table.ask(method, what, stranger.token), 404, "game_not_found")
    assert_refused(table.post("/seats", otto.token, {"seat": 2}), 403, "forbidden")
    assert table.post("/seats", otto.token).json() == {"seat": 1}
    assert table.delete("/seats/1", otto.token).status_code == 200
    assert_refused(table.get("", otto.token), 404, "game_not_found")


def test_to_another_player_a_public_game_is_as_to_anybody_and_nothing_is_theirs_to_do(
    http: httpx.Client, ana: Somebody, otto: Somebody
) -> None:
    stranger = Somebody.registered(http)
    table = laid(ana, {"player": ana.id}, {"player": otto.id}, first_dealer=0)
    table.post("/seats", otto.token)
    table.post("/deals", ana.token)
    assert table.view(stranger.token) == table.view() != table.view(ana.token)
    asked = [
        *(table.get("/moves", stranger.token), table.post("/moves", stranger.token, {"action": "draw"})),
        *(table.post("/deals", stranger.token), table.delete("", stranger.token)),
        *(table.delete("/seats/0", stranger.token), table.post("/rematch", stranger.token)),
    ]
    for answer in asked:
        assert_refused(answer, 403, "forbidden")


def test_who_leaves_the_seat_to_a_bot_is_remembered_and_moves_no_more(
    kept: RedisGameStore, ana: Somebody, otto: Somebody
) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id}, on_leave="bot", first_dealer=0)
    table.post("/seats", otto.token)
    table.post("/deals", ana.token)
    left = table.delete("/seats/1", otto.token)
    assert (left.status_code, left.json()["you"]) == (200, None)
    assert seated(table, 1) == {"name": "Otto", "kind": "bot", "bot": "steady"}
    game = kept.read(table.id).game
    assert game is not None
    assert game.seats[1].former_player == otto.id
    assert_refused(table.get("/moves", otto.token), 403, "forbidden")
    assert_refused(table.delete("/seats/1", otto.token), 409, "seat_out")
    assert table.view(otto.token)["you"] is None


def test_who_resigns_keeps_the_seat_that_is_out(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id}, {"name": "Zoé"}, first_dealer=0)
    table.post("/seats", otto.token)
    table.post("/deals", ana.token)
    resigned = table.delete("/seats/1", otto.token)
    assert (resigned.json()["seats"][1]["out"], resigned.json()["you"]["seat"]) == (True, 1)


def played_out(ana: Somebody, otto: Somebody) -> Table:
    table = laid(ana, {"player": ana.id}, {"player": otto.id}, rules={"match": {"type": "single"}})
    table.post("/seats", otto.token)
    table.tokens |= {0: ana.token, 1: otto.token}
    list(table.played_out(random.Random(3)))
    return table


def test_a_rematch_keeps_the_others_seats_until_they_ask_for_it_too(ana: Somebody, otto: Somebody) -> None:
    again = played_out(ana, otto).post("/rematch", ana.token)
    assert (again.status_code, again.json()["you"]["seat"], again.json()["status"]) == (201, 0, "open")
    assert [seat.get("invited") for seat in again.json()["seats"]] == [None, otto.id]


def test_who_asks_for_the_rematch_as_well_sits_in_it(ana: Somebody, otto: Somebody) -> None:
    table = played_out(ana, otto)
    created = table.post("/rematch", otto.token)
    joined = table.post("/rematch", ana.token, If_Match='"77"')
    assert (created.status_code, joined.status_code, joined.headers["Location"]) == (
        201,
        200,
        created.headers["Location"],
    )
    assert (joined.json()["status"], joined.json()["you"]["seat"]) == ("ready", 0)
    seen = table.post("/rematch", ana.token)
    assert (seen.status_code, seen.json()) == (200, joined.json())


def test_a_host_who_asks_for_a_rematch_invites_all_players_to_it(ana: Somebody, otto: Somebody) -> None:
    again = played_out(ana, otto).post("/rematch", "host")
    assert [seat.get("invited") for seat in again.json()["seats"]] == [ana.id, otto.id]


def test_an_ended_token_is_worth_nothing_at_the_tables_where_its_player_sits(ana: Somebody, otto: Somebody) -> None:
    table = laid(ana, {"player": ana.id}, {"player": otto.id})
    ended, ana.token = ana.token, ana.ask("POST", "/v1/players/me/token").json()["token"]
    bearer = {"Authorization": f"Bearer {ended}"}
    asked = [
        *(table.get("", ended), table.get("/events", ended), table.post("/deals", ended)),
        *(table.post("/seats", ended), table.delete("/seats/0", ended), table.post("/rematch", ended)),
        *(ana.http.post(f"/v1/games{what}", json={"variant": "draw-two"}, headers=bearer) for what in ("", "/join")),
    ]
    for answer in asked:
        assert_refused(answer, 401, "token_invalid")
    assert table.view(ana.token)["you"]["seat"] == 0
