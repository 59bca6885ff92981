"""Nothing is served that is not known to be, nothing is reached from here, and answers say what browsers may do."""

import re
import subprocess
import sys
from typing import Final

import pytest
from flask import Flask

from eights.app import create_app
from eights.config import Settings
from guarding.documented import DOCUMENT, METHODS, OPERATIONS, WITH_BODY, resolved
from guarding.guarded_world import GuardedWorld
from guarding.test_authorisation import ANYBODY, SERVED

PAGES: Final = {"/", "/docs", "/docs/", "/docs/fairness", "/docs/ratings", "/docs/<name>", "/openapi.json"}
"""What is served beside the operations of the document."""
TOKEN: Final = re.compile(r"e[hspo]_[A-Za-z0-9_-]{43}")
SHOWS_TOKENS: Final = {"createGame", "joinGame", "takeSeat", "registerPlayer", "takeNewToken", "createTournament"}
SAME_TO_ALL: Final = {"getPlayer"}
"""What shows everybody the same, though a token that has ended is refused."""
CLIENTS: Final = ("httpx", "requests", "urllib3", "aiohttp")


@pytest.fixture(scope="module")
def app(embedded_url: str) -> Flask:
    return create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))


def test_what_is_served_is_what_the_document_and_the_list_of_pages_say(app: Flask) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        if rule.rule not in PAGES
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == {(one.path, one.method) for one in OPERATIONS.values()}
    assert {rule.rule for rule in app.url_map.iter_rules()} >= PAGES


def test_everything_that_changes_goes_by_its_version() -> None:
    """What does not is for those who run the server, and needs no tokens."""
    unversioned = {name for name, one in OPERATIONS.items() if not one.path.startswith("/v1/")}
    assert unversioned == {"checkHealth", "checkReadiness", "getMetrics", "getProblem"}


@pytest.mark.parametrize("method", ["PUT", "TRACE", "CONNECT", "PROPFIND", "TRACK"])
def test_no_other_method_does_anything(world: GuardedWorld, method: str) -> None:
    before = world.kept()
    for operation in OPERATIONS.values():
        item = DOCUMENT["paths"][operation.path]
        assert {*item} & {*METHODS} == {one.method.lower() for one in OPERATIONS.values() if one.path == operation.path}
        answer = world.ask(operation, "seated", method=method)
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert world.kept().changed_since(before) == []


def test_the_server_calls_nobody() -> None:
    """No request makes it ask another server: there is no client in its processes to ask with."""
    program = "import sys, eights.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "eights.web.application" in loaded
    assert {*CLIENTS} & {*loaded} == set()


def test_no_request_names_an_address() -> None:
    for name, operation in WITH_BODY.items():
        properties = resolved(operation.body_schema).get("properties", {})
        assert not any(re.search(r"ur[il]|host|callback|hook", field) for field in properties), name


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_each_answer_says_what_browsers_and_caches_may_do_with_it(world: GuardedWorld, name: str) -> None:
    operation = OPERATIONS[name]
    shown = False
    for kind in sorted(SERVED.get(name, ANYBODY)):
        answer = world.ask(operation, kind)
        headers = answer.headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in headers
        assert "Set-Cookie" not in headers
        if operation.bearer != "ignored" and name not in SAME_TO_ALL:
            assert re.search(r"no-store|private", headers["Cache-Control"])
        if answer.is_success and TOKEN.search(answer.text):
            shown = True
            assert headers["Cache-Control"] == "no-store"
    assert shown == (name in SHOWS_TOKENS)


@pytest.mark.parametrize("path", ["/docs", "/docs/fairness", "/docs/ratings"])
def test_pages_run_nothing_from_elsewhere(app: Flask, path: str) -> None:
    answer = app.test_client().get(path)
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy.get("script-src", "'self'") == policy["connect-src"] == "'self'"
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|(?:src|href)=\"(?:https?:)?//", answer.text)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_failures_show_nothing_of_the_inside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.view_functions, "bots.list_bots", lambda: 1 // 0)
    answer = app.test_client().get("/v1/bots")
    assert (answer.status_code, answer.get_json()["code"]) == (500, "internal_error")
    assert not re.search(r"Traceback|ZeroDivision|File \"|eights/", answer.text)
    assert not app.debug
