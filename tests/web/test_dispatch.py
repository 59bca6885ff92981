"""A request finds its view by its path and method alone, also when others were there before."""

import pytest
from flask import Flask, session
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from eights.web.dispatch import (
    ADDRESSES_REMEMBERED,
    LONGEST_REMEMBERED,
    Application,
    _matched,
    refuse_what_is_not_called,
)

GAME = "/v1/games/mzxw6ytboi4dqmjt"


@pytest.fixture
def bare() -> Application:
    app = Application("eights")
    app.add_url_rule("/seats/<int:seat>", "seat", lambda seat: f"{seat + 1}")
    app.add_url_rule("/names/<name>", "name", lambda name: name, methods=["POST"])
    return app


@pytest.mark.parametrize("path", [GAME, "/v1/variants", "/v1/games"])
def test_a_path_that_was_found_is_found_for_its_own_methods_alone(api: FlaskClient, path: str) -> None:
    first = api.get(path)
    assert first.status_code in (200, 404)
    assert api.put(path).status_code == 405
    again = api.get(path)
    assert (again.status_code, again.data) == (first.status_code, first.data)
    assert {"GET", "HEAD", "OPTIONS"} <= set(api.put(path).headers["Allow"].split(", "))


def test_what_becomes_of_the_values_in_a_path_is_of_no_matter_to_the_next_request(api: FlaskClient) -> None:
    for _ in range(2):
        assert api.delete(f"{GAME}/seats/3").json == api.delete(f"{GAME}/seats/3").json
        assert api.delete(f"{GAME}/seats/3").status_code == 401
        assert api.delete(f"{GAME}/seats/33").status_code == 404


def test_a_host_has_no_say_in_where_a_request_goes(app: Flask) -> None:
    hosts = ["eights.example", "eights.example:8008", "[::1]", "..", "xn--", "é"]
    environs = [{**create_environ("/v1/variants"), "HTTP_HOST": host} for host in hosts]
    assert {run_wsgi_app(app, environ)[1] for environ in environs} == {"200 OK"}


def test_an_address_is_right_or_wrong_and_leads_nowhere_else(api: FlaskClient) -> None:
    assert api.get("/", environ_overrides={"PATH_INFO": "//v1/variants"}).status_code == 200
    assert api.get("/v1/variants/").status_code == api.get("/v1//variants").status_code == 404


def test_paths_that_are_made_up_do_not_fill_the_memory(bare: Application) -> None:
    client = bare.test_client()
    _matched.cache_clear()
    long = "n" * LONGEST_REMEMBERED
    assert client.post(f"/names/{long}").text == long
    assert (client.get("/nowhere").status_code, client.get("/names/ana").status_code) == (404, 405)
    assert _matched.cache_info().currsize == 0
    for number in range(ADDRESSES_REMEMBERED + 10):
        assert client.get(f"/seats/{number}").text == str(number + 1)
    assert _matched.cache_info().currsize == ADDRESSES_REMEMBERED


def test_who_asks_without_a_session_has_none(bare: Application) -> None:
    with bare.test_request_context("/seats/1"), pytest.raises(RuntimeError, match="session"):
        session["seat"] = 1


def _after(app: Flask) -> None:
    app.after_request(lambda response: response)


def _teardown(app: Flask) -> None:
    app.teardown_request(lambda _: None)


def _app_teardown(app: Flask) -> None:
    app.teardown_appcontext(lambda _: None)


def _of_one_blueprint(app: Flask) -> None:
    app.before_request_funcs["games"] = [lambda: None]


@pytest.mark.parametrize("register", [_after, _teardown, _app_teardown, _of_one_blueprint])
def test_what_would_never_be_called_cannot_be_registered(bare: Application, register: object) -> None:
    refuse_what_is_not_called(bare)
    assert callable(register)
    register(bare)
    with pytest.raises(ValueError, match="never be called"):
        refuse_what_is_not_called(bare)
