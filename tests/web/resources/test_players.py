import re

import httpx
import pytest

from players import Somebody
from tables import Table, another, assert_refused

KEY = "a key that nobody guesses".replace(" ", "-")
NOBODY = "a" * 16


def test_who_registers_gets_a_token_that_is_theirs_from_then_on(http: httpx.Client) -> None:
    answer = http.post("/v1/players", json={"name": "Zoë", "kind": "human"})
    assert answer.status_code == 201
    player, token = answer.json()["player"], answer.json()["token"]
    assert answer.headers["Location"] == f"/v1/players/{player['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    assert (player["name"], player["kind"], player["parallel_games"]) == ("Zoë", "human", 2)
    own = http.get("/v1/players/me", headers={"Authorization": f"Bearer {token}"})
    assert (own.json(), own.headers["Cache-Control"]) == (player, "no-store")
    assert re.fullmatch(r'"1-[0-9a-f]{4}\.[0-9a-f]{16}"', own.headers["ETag"])


def test_a_bot_plays_more_games_at_once_unless_it_says_otherwise(http: httpx.Client) -> None:
    otto, anna = Somebody.registered(http), Somebody.registered(http, "Anna", parallel_games=64)
    limits = [http.get(f"/v1/players/{one.id}").json()["parallel_games"] for one in (otto, anna)]
    assert limits == [8, 64]


def test_everybody_may_look_at_a_player_and_nobody_sees_its_token(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    seen = http.get(f"/v1/players/{otto.id}")
    assert seen.json() == otto.ask("GET", "/v1/players/me").json()
    assert "token" not in seen.text
    assert http.get(f"/v1/players/{otto.id}", headers={"Authorization": "Bearer es_" + "A" * 43}).status_code == 200


def test_a_profile_that_has_not_changed_is_not_sent_again(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    path, seen = f"/v1/players/{otto.id}", http.get(f"/v1/players/{otto.id}")
    assert http.get(path, headers={"If-None-Match": seen.headers["ETag"]}).status_code == 304
    assert otto.ask("PATCH", "/v1/players/me", {"name": "Otto II"}).status_code == 200
    assert http.get(path, headers={"If-None-Match": seen.headers["ETag"]}).json()["name"] == "Otto II"


@pytest.mark.parametrize("player_id", [NOBODY, "nobody", "bot:nobody", "ME", "A" * 16, "%00"])
def test_an_id_that_is_nobodys_is_not_found(http: httpx.Client, player_id: str) -> None:
    assert_refused(http.get(f"/v1/players/{player_id}"), 404, "player_not_found")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "Otto"},
        {"kind": "bot"},
        {"name": "Otto", "kind": "house"},
        {"name": "Otto", "kind": "bot", "parallel_games": 0},
        {"name": "Otto", "kind": "bot", "parallel_games": 65},
        {"name": "Otto", "kind": "bot", "parallel_games": True},
        {"name": "Otto", "kind": "bot", "token": "ep_" + "A" * 43},
        {"name": "\u3164", "kind": "human"},
        {"name": None, "kind": "human"},
    ],
)
def test_a_registration_that_lacks_or_invents_something_is_refused(http: httpx.Client, body: object) -> None:
    assert_refused(http.post("/v1/players", json=body), 422, "invalid_request")


def test_a_registration_that_is_repeated_with_its_key_is_the_same_player_with_the_same_token(
    http: httpx.Client, game_id: str
) -> None:
    wish, keyed = {"name": "Otto", "kind": "bot"}, {"Idempotency-Key": game_id}
    first, again = (http.post("/v1/players", json=wish, headers=keyed) for _ in range(2))
    assert (again.json(), again.headers["Idempotent-Replayed"]) == (first.json(), "true")
    assert Somebody(http, again.json()).ask("GET", "/v1/players/me").status_code == 200
    other = http.post("/v1/players", json={**wish, "name": "Anna"}, headers=keyed)
    assert_refused(other, 422, "idempotency_key_reused")


def test_a_player_changes_its_name_or_limit_and_nothing_else(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    renamed = otto.ask("PATCH", "/v1/players/me", {"name": "Otto II"})
    assert (renamed.status_code, renamed.json()["name"]) == (200, "Otto II")
    assert renamed.headers["ETag"] == otto.ask("GET", "/v1/players/me").headers["ETag"]
    limited = otto.ask("PATCH", "/v1/players/me", {"parallel_games": 1})
    assert limited.json() == {**renamed.json(), "parallel_games": 1} == http.get(f"/v1/players/{otto.id}").json()
    assert_refused(otto.ask("PATCH", "/v1/players/me", {"kind": "human"}), 422, "invalid_request")


def test_a_change_holds_for_the_version_that_it_names(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    assert otto.ask("PATCH", "/v1/players/me", {"name": "Otto II"}, If_Match='"1"').status_code == 200
    stale = otto.ask("PATCH", "/v1/players/me", {"name": "Otto III"}, If_Match='"1"')
    assert_refused(stale, 412, "stale_version", version=2)
    tag = otto.ask("GET", "/v1/players/me").headers["ETag"]
    stale = otto.ask("PATCH", "/v1/players/me", {"name": "Otto III"}, If_Match=another(tag))
    assert_refused(stale, 412, "stale_version", version=2, revision=tag[1:-1].partition(".")[0])
    assert otto.ask("PATCH", "/v1/players/me", {"name": "Otto III"}, If_Match=tag).status_code == 200
    assert_refused(otto.ask("PATCH", "/v1/players/me", {"name": "X"}, If_Match=","), 400, "condition_invalid")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/players/me"), ("PATCH", "/v1/players/me"), ("POST", "/v1/players/me/token")]
)
def test_what_is_a_players_own_needs_a_players_token(http: httpx.Client, method: str, path: str) -> None:
    seat, unknown = Table.laid(http).tokens[0], "ep_" + "A" * 43
    assert_refused(http.request(method, path, json={}), 401, "token_missing")
    bearers = [(seat, 403, "forbidden"), (unknown, 401, "token_invalid"), ("ep_short", 401, "token_invalid")]
    for token, status, code in bearers:
        answer = http.request(method, path, json={}, headers={"Authorization": f"Bearer {token}"})
        assert_refused(answer, status, code)


def test_a_new_token_ends_the_old_one_at_once_and_everywhere(http: httpx.Client) -> None:
    otto, table = Somebody.registered(http), Table.laid(http)
    answer = otto.ask("POST", "/v1/players/me/token")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    for path in ("/v1/players/me", f"/v1/players/{otto.id}", table.path, f"{table.path}/scores"):
        assert_refused(otto.ask("GET", path), 401, "token_invalid")
    assert_refused(otto.ask("POST", "/v1/players/me/token"), 401, "token_invalid")
    otto.token = answer.json()["token"]
    assert otto.ask("GET", "/v1/players/me").json()["id"] == otto.id
    assert otto.ask("GET", table.path).status_code == 200


def test_who_lost_the_answer_gets_the_same_new_token_with_the_old_one_and_the_key(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    first, again = (otto.ask("POST", "/v1/players/me/token", Idempotency_Key=KEY) for _ in range(2))
    assert (again.json(), again.headers["Idempotent-Replayed"]) == (first.json(), "true")
    assert_refused(otto.ask("POST", "/v1/players/me/token", Idempotency_Key=KEY + "?"), 401, "token_invalid")
    assert_refused(otto.ask("GET", "/v1/players/me", Idempotency_Key=KEY), 401, "token_invalid")


def test_a_token_that_ended_before_does_not_get_what_a_later_one_was_changed_for(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    stolen = otto.token
    otto.token = otto.ask("POST", "/v1/players/me/token").json()["token"]
    assert otto.ask("POST", "/v1/players/me/token", Idempotency_Key=KEY).status_code == 200
    otto.token = stolen
    assert_refused(otto.ask("POST", "/v1/players/me/token", Idempotency_Key=KEY), 401, "token_invalid")


def test_a_key_that_could_be_guessed_changes_no_token(http: httpx.Client) -> None:
    otto = Somebody.registered(http)
    refused = otto.ask("POST", "/v1/players/me/token", Idempotency_Key="fifteen-letters")
    assert_refused(refused, 400, "idempotency_key_invalid")
    assert otto.ask("GET", "/v1/players/me").status_code == 200
