import pytest
from flask import Flask
from flask.testing import FlaskClient

from eights.app import create_app
from eights.config import Settings

PREFLIGHT = {"Origin": "https://table.example", "Access-Control-Request-Method": "POST"}


@pytest.fixture(scope="module")
def listed(embedded_url: str) -> Flask:
    origins = "https://table.example, https://other.example"
    return create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False, cors_origins=origins))


@pytest.mark.parametrize("path", ["/v1/games", "/v1/nothing", "/healthz", "/v1/games/no/such"])
def test_a_preflight_is_answered_on_every_path(api: FlaskClient, path: str) -> None:
    response = api.options(path, headers=PREFLIGHT)
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert {"GET", "POST", "DELETE"} <= set(response.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = set(response.headers["Access-Control-Allow-Headers"].split(", "))
    assert {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID"} <= allowed


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/variants"), ("GET", "/v1/nothing"), ("PUT", "/v1/games"), ("POST", "/v1/games")]
)
def test_pages_may_read_answers_and_problems(api: FlaskClient, method: str, path: str) -> None:
    headers = api.open(path, method=method, headers={"Origin": "https://table.example"}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    exposed = set(headers["Access-Control-Expose-Headers"].split(", "))
    assert {"ETag", "Location", "Retry-After", "RateLimit-Remaining", "Idempotent-Replayed", "X-Request-ID"} <= exposed


def test_listed_origins_are_allowed_by_name(listed: Flask) -> None:
    headers = listed.test_client().get("/healthz", headers={"Origin": "https://other.example"}).headers
    assert headers["Access-Control-Allow-Origin"] == "https://other.example"
    assert "Origin" in headers.getlist("Vary")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://table.example.evil", None])
def test_origins_that_are_not_listed_are_not_allowed(listed: Flask, origin: str | None) -> None:
    headers = listed.test_client().get("/healthz", headers={"Origin": origin} if origin else {}).headers
    assert "Access-Control-Allow-Origin" not in headers
    assert "Origin" in headers.getlist("Vary")


@pytest.mark.parametrize("path", ["/v1/variants", "/docs", "/nothing", "/healthz"])
def test_browsers_are_told_to_do_nothing_unexpected(api: FlaskClient, path: str) -> None:
    headers = api.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert len(headers.getlist("Content-Security-Policy")) == 1
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_what_one_caller_sees_is_kept_for_nobody_else(api: FlaskClient) -> None:
    for response in (api.get("/v1/games"), api.get("/v1/games/aaaaaaaaaaaaaaaa")):
        assert response.headers["Cache-Control"] == "no-store"
        assert "Authorization" in response.headers.getlist("Vary")


def test_a_request_keeps_the_id_it_came_with(api: FlaskClient) -> None:
    assert api.get("/healthz", headers={"X-Request-ID": "table-7.move_3"}).headers["X-Request-ID"] == "table-7.move_3"


@pytest.mark.parametrize("given", ["", "two words", "x" * 65, "é", "a;b"])
def test_a_request_without_a_harmless_id_gets_one(api: FlaskClient, given: str) -> None:
    named = [api.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"] for _ in range(2)]
    assert given not in named
    assert named[0] != named[1]
