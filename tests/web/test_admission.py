from typing import Any

import httpx
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from eights.app import create_app
from eights.config import Settings
from eights.store.connection import Connection
from inboxes import kinds
from players import Somebody
from tables import assert_refused
from web.asserting import assert_problem

GAME = "/v1/games/aaaaaaaaaaaaaaaa"


def bearer(letter: str) -> dict[str, str]:
    return {"Authorization": f"Bearer es_{letter * 43}"}


def pass_on(client: FlaskClient, letter: str, **more: str) -> TestResponse:
    return client.post(f"{GAME}/moves", json={"action": "pass"}, headers=bearer(letter), environ_base=more)


def forget_all(url: str) -> None:
    """See to it that nobody has used anything of a limit yet: all tests of this process ask from one address."""
    connection = Connection(url)
    for bucket in connection.call("KEYS", "{limit:*"):
        connection.call("DEL", bucket)
    connection.close()


@pytest.fixture
def limited(embedded_url: str) -> Flask:
    forget_all(embedded_url)
    settings = Settings(
        redis_url=embedded_url,
        workers=1,
        ratelimit_all="8/hour",
        ratelimit_creations="1/hour",
        ratelimit_joins="1/hour",
        ratelimit_moves="2/hour",
        ratelimit_reads="3/hour",
        trusted_proxies=1,
    )
    return create_app(settings)


@pytest.mark.parametrize(
    ("code", "path", "body", "allowed"),
    [
        ("rate_limited_moves", f"{GAME}/moves", {"action": "pass"}, 2),
        ("rate_limited_creations", "/v1/games", {"variant": "whist"}, 1),
        ("rate_limited_joins", f"{GAME}/seats", {"name": "Ana"}, 1),
    ],
)
def test_each_kind_of_request_has_a_limit_of_its_own(
    limited: Flask, code: str, path: str, body: object, allowed: int
) -> None:
    client = limited.test_client()
    for _ in range(allowed):
        assert client.post(path, json=body, headers=bearer("a")).status_code != 429
    refused = client.post(path, json=body, headers=bearer("a"))
    members = assert_problem(refused, 429, code)
    assert int(refused.headers["Retry-After"]) == members["retry_after_s"] > 0
    assert client.get("/v1/variants").status_code == 200


def test_answers_tell_what_is_left(limited: Flask) -> None:
    headers = limited.test_client().get("/v1/variants").headers
    shown = [headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")]
    assert shown == ["3", "2", "1200"]


def test_each_token_has_a_bucket_of_its_own(limited: Flask) -> None:
    client = limited.test_client()
    statuses = [pass_on(client, letter).status_code for letter in "aabba"]
    assert statuses == [404, 404, 404, 404, 429]


def test_made_up_tokens_do_not_get_round_the_limit_on_an_address(limited: Flask) -> None:
    client = limited.test_client()
    responses = [pass_on(client, letter) for letter in "abcdefghi"]
    assert [response.status_code for response in responses] == [404] * 8 + [429]
    assert_problem(responses[-1], 429, "rate_limited_all")


def test_a_token_is_no_disguise_for_who_creates_games(limited: Flask) -> None:
    client = limited.test_client()
    answers = [client.post("/v1/games", json={"variant": "survivor"}, headers=bearer(letter)) for letter in "ab"]
    assert answers[0].status_code == 201
    assert_problem(answers[1], 429, "rate_limited_creations")


def test_a_token_that_is_no_players_is_no_disguise_for_who_joins(limited: Flask) -> None:
    client = limited.test_client()
    joined = [client.post("/v1/games/join", json={"name": "Ana"}, headers=bearer(letter)) for letter in "ab"]
    assert joined[0].status_code == 201
    assert_problem(joined[1], 429, "rate_limited_joins")
    sat = client.post(f"{GAME}/seats", json={"name": "Ana"}, headers=bearer("c"))
    assert_problem(sat, 429, "rate_limited_joins")


def test_addresses_are_those_that_the_trusted_proxy_tells(limited: Flask) -> None:
    client = limited.test_client()
    for number in range(20):
        assert client.get("/v1/variants", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code == 200
    spoofed = [
        client.get("/v1/variants", headers={"X-Forwarded-For": f"{number}, 198.51.100.1"}).status_code
        for number in range(4)
    ]
    assert spoofed == [200, 200, 200, 429]


def test_health_is_never_limited(limited: Flask) -> None:
    client = limited.test_client()
    assert {client.get("/healthz").status_code for _ in range(20)} == {200}


def test_limits_can_be_off(api: FlaskClient) -> None:
    response = api.get("/v1/variants")
    assert "RateLimit-Limit" not in response.headers


@pytest.fixture
def inviting(embedded_url: str) -> httpx.Client:
    """A client of a server that lets each address invite each player twice."""
    forget_all(embedded_url)
    app = create_app(Settings(redis_url=embedded_url, ratelimit_invitations="2/hour", trusted_proxies=1))
    return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example")


def kept_for(*players: Somebody) -> dict[str, Any]:
    return {"variant": "crazy-eights", "seats": [{"name": "Ana"}, *({"player": one.id} for one in players)]}


def test_nobody_fills_a_players_inbox_with_invitations(inviting: httpx.Client) -> None:
    with inviting as http:
        victim, friend, organiser = (Somebody.registered(http, name) for name in ("Victor", "Fred", "Olga"))
        cup = http.post("/v1/tournaments", json={"name": "Cup", "variant": "crazy-eights", "format": "swiss"})
        entries = f"/v1/tournaments/{cup.json()['tournament']['id']}/entries"
        bearer = {"Authorization": f"Bearer {cup.json()['organiser_token']}"}
        match = {"variant": "crazy-eights", "entrants": [victim.id, "bot:steady"], "deals": 1}
        assert http.post("/v1/games", json=kept_for(victim)).status_code == 201
        assert organiser.ask("POST", "/v1/matches", match).status_code == 201
        for refused in (
            http.post("/v1/games", json=kept_for(victim)),
            http.post("/v1/games", json=kept_for(friend, victim)),
            organiser.ask("POST", "/v1/matches", match),
            http.post(
                "/v1/tournaments",
                json={"name": "Cup", "variant": "survivor", "format": "swiss", "entrants": [victim.id]},
            ),
            http.post(entries, json={"entrants": [victim.id]}, headers=bearer),
        ):
            assert_refused(refused, 429, "rate_limited_invitations")
            assert int(refused.headers["Retry-After"]) == refused.json()["retry_after_s"] > 0
            assert refused.headers.get_list("RateLimit-Remaining") == ["0"]
        assert kinds(victim).count("invited") == 1


def test_others_may_go_on_inviting_and_players_may_seat_themselves(inviting: httpx.Client) -> None:
    with inviting as http:
        victim = Somebody.registered(http, "Victor")
        answers = [http.post("/v1/games", json=kept_for(victim)).status_code for _ in range(3)]
        assert answers == [201, 201, 429]
        elsewhere = http.post("/v1/games", json=kept_for(victim), headers={"X-Forwarded-For": "192.0.2.77"})
        assert elsewhere.status_code == 201
        assert [victim.ask("POST", "/v1/games", kept_for(victim)).status_code for _ in range(3)] == [201] * 3
