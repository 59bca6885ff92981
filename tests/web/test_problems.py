import logging

import pytest
from flask import Flask
from flask.testing import FlaskClient

from eights.app import create_app
from eights.config import Settings
from eights.services.refusals import Refused
from eights.web.problems import STATUS, problem
from web.asserting import assert_problem

GAME = "/v1/games/aaaaaaaaaaaaaaaa"


def test_an_address_with_nothing_is_404(api: FlaskClient) -> None:
    for path in (
        "/v1",
        "/v2/games",
        "/v1/variants/",
        "//v1/variants",
        "/v1/%ff%00/",
        "/docs/../app.py",
        "/%2e%2e/etc",
    ):
        assert_problem(api.get(path), 404, "not_found")


@pytest.mark.parametrize("path", ["/v1/games/x", "/v1/games/AAAAAAAAAAAAAAAA", "/v1/games/%7Bg%7D", "/v1/games/%00"])
def test_what_is_no_game_id_names_no_game(api: FlaskClient, path: str) -> None:
    assert_problem(api.get(path), 404, "game_not_found")


@pytest.mark.parametrize("seat", ["-1", "12", "01", "one", "1.0", "%D9%A1"])
def test_what_is_no_seat_number_names_no_seat(api: FlaskClient, seat: str) -> None:
    assert_problem(api.delete(f"{GAME}/seats/{seat}"), 404, "seat_not_found")


def test_a_method_that_is_not_offered_is_405_and_told_what_is(api: FlaskClient) -> None:
    response = api.put("/v1/games")
    assert_problem(response, 405, "method_not_allowed")
    assert {"GET", "POST"} <= set(response.headers["Allow"].split(", "))


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "get", "X"])
def test_a_method_that_nobody_knows_is_405(api: FlaskClient, method: str) -> None:
    assert api.open("/v1/variants", method=method).status_code in (405, 200)


def test_head_is_answered_as_get_without_a_body(api: FlaskClient) -> None:
    response = api.head("/v1/variants")
    assert (response.status_code, response.data) == (200, b"")
    assert response.headers["ETag"] == api.get("/v1/variants").headers["ETag"]


def test_options_are_answered(api: FlaskClient) -> None:
    response = api.options("/v1/variants")
    assert (response.status_code, response.data) == (200, b"")


@pytest.mark.parametrize("host", ["", "a b", "[", "a:b:c", "é", "x" * 300, "a,b", "a/b", "localhost:99999999"])
def test_a_host_that_is_none_does_no_harm(api: FlaskClient, host: str) -> None:
    assert api.get("/healthz", headers={"Host": host}).status_code in (200, 400)


@pytest.mark.parametrize(
    ("asked_for", "spoken"),
    [
        ("fr", "fr"),
        ("en", "en"),
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("de", "en"),
        ("", "en"),
        ("de, fr;q=0.1", "fr"),
        ("*", "en"),
        ("fr-CA, en;q=0.5", "fr"),
        ("fr;q=0, de", "en"),
        ("fr;q=x;;,\u00e9", "en"),
    ],
)
def test_problems_speak_the_callers_language(api: FlaskClient, asked_for: str, spoken: str) -> None:
    response = api.get("/v1/variants/whist", headers={"Accept-Language": asked_for})
    members = assert_problem(response, 404, "variant_not_found")
    assert response.headers["Content-Language"] == spoken
    assert "Accept-Language" in response.headers.get("Vary", "")
    assert members["title"] == {"en": "No such variant", "fr": "Variante introuvable"}[spoken]


def test_details_fill_the_sentence_and_go_out_with_it(app: Flask) -> None:
    with app.test_request_context():
        response = problem("stale_version", {"version": 8, "revision": "8-3f2a", "status": 200})
    members = response.get_json()
    assert (members["version"], members["status"]) == (8, 412)
    assert members["detail"].endswith("which is 8-3f2a.")


def test_a_missing_token_is_told_how_to_send_one(app: Flask) -> None:
    with app.test_request_context():
        assert problem("token_missing").headers["WWW-Authenticate"] == "Bearer"
        assert problem("token_invalid").headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_token_that_is_not_sent_as_one_is_told_how(api: FlaskClient) -> None:
    for language, said in (("en", "send it as Authorization: Bearer"), ("fr", "sous la forme Authorization: Bearer")):
        headers = {"Authorization": "es_" + "a" * 43, "Accept-Language": language}
        members = assert_problem(api.get(GAME, headers=headers), 401, "token_invalid")
        assert said in members["detail"]


def test_a_store_that_is_away_is_503_and_told_when_to_come_back() -> None:
    away = create_app(Settings(redis_url="unix:///nonexistent/store.sock", ratelimit_enabled=False)).test_client()
    for path in ("/readyz", GAME, "/v1/games"):
        response = away.get(path)
        assert_problem(response, 503, "store_unavailable")
        assert response.headers["Retry-After"] == "1"
    assert away.get("/healthz").status_code == 200


def test_a_defect_is_500_and_logged_without_what_was_sent(embedded_url: str, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))

    def defective() -> str:
        raise ZeroDivisionError

    app.add_url_rule("/defect", view_func=defective, methods=["POST"])
    token = "es_" + "a" * 43
    with caplog.at_level(logging.DEBUG):
        response = app.test_client().post("/defect", data="secret hand", headers={"Authorization": f"Bearer {token}"})
    assert_problem(response, 500, "internal_error")
    assert response.headers["X-Request-ID"] in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert token not in caplog.text
    assert "secret hand" not in caplog.text


@pytest.mark.parametrize("code", STATUS)
def test_every_problem_says_what_it_means_where_its_type_leads(api: FlaskClient, code: str) -> None:
    kind = api.get(f"/problems/{code}").get_json()
    assert (kind["code"], kind["status"]) == (code, STATUS[code])


def test_a_refusal_in_a_view_becomes_its_problem(embedded_url: str) -> None:
    app = create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))

    def refusing() -> str:
        raise Refused("seat_taken", seat=2)

    app.add_url_rule("/refusing", view_func=refusing)
    assert assert_problem(app.test_client().get("/refusing"), 409, "seat_taken")["seat"] == 2


def test_a_token_that_stands_where_a_name_belongs_is_not_repeated(api: FlaskClient) -> None:
    token = "es_" + "a" * 43
    for body in ({"variant": token}, {token: 1}, {"variant": "survivor", "options": [token]}):
        refused = api.post("/v1/games", json=body)
        assert refused.status_code == 422
        assert token not in refused.text
    assert_problem(api.post("/v1/games", json={"variant": "survivor", "options": [token]}), 422, "unknown_option")
