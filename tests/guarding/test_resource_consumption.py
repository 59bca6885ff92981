"""No caller can ask for too much: how often, how large, how deep, how many, on each operation of the document.

Streams and waits are counted in tests/web/test_events_limits.py, slow senders in tests/serving/test_worker.py.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import eights
from eights.app import create_app
from eights.config import Settings
from eights.web.arguments import MAX_BODY_BYTES
from eights.web.problems import STATUS
from guarding.documented import JSON, OPERATIONS, WITH_BODY, Described, resolved
from guarding.plain_paths import path_to_nothing
from web.asserting import assert_problem

UNLIMITED: Final = {"checkHealth", "checkReadiness", "getMetrics"}
"""Asked for by what watches over the server, every few seconds, and answered at next to no cost."""
LIMITED: Final = sorted(OPERATIONS.keys() - UNLIMITED)
NOWHERE: Final = "unix:///no/such/folder/valkey.sock"
EACH_ONCE: Final[Any] = {f"ratelimit_{bucket}": "1/hour" for bucket in ("creations", "joins", "moves", "reads")}
MOST_PER_PAGE: Final = 300
TOKENS: Final = (None, "Bearer es_{:043}", "Bearer ep_{:043}", "Basic YTpi")
"""What comes with a request, to be filled with a number; none of it is anybody's."""
TOLD: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def ask(client: FlaskClient, operation: Described, authorization: str | None = None, **options: Any) -> TestResponse:
    headers = {} if authorization is None else {"Authorization": authorization}
    return client.open(path_to_nothing(operation), method=operation.method, headers=headers, **options)


def assert_told_when(refused: TestResponse) -> None:
    """Check that a problem says when to come again."""
    assert int(refused.headers["Retry-After"]) == refused.get_json()["retry_after_s"] > 0


@pytest.fixture(scope="module")
def app(embedded_url: str) -> Flask:
    return create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))


@pytest.fixture(scope="module", params=["store there", "store away"])
def limited(request: pytest.FixtureRequest, embedded_url: str) -> Flask:
    """A server that lets each caller ask once, and each address three times."""
    url = embedded_url if request.param == "store there" else NOWHERE
    return create_app(Settings(redis_url=url, workers=1, ratelimit_all="3/hour", **EACH_ONCE))


def ask_from(client: FlaskClient, network: int, name: str, token: str | None) -> TestResponse:
    """Ask from an IPv6 network that no other test asks from."""
    address = f"2001:db8:{network:x}:{LIMITED.index(name):x}::1"
    return ask(client, OPERATIONS[name], token, json={}, environ_base={"REMOTE_ADDR": address})


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize("kind", TOKENS)
def test_each_operation_is_limited_also_while_the_store_is_away(limited: Flask, name: str, kind: str | None) -> None:
    client, token = limited.test_client(), kind and kind.format(LIMITED.index(name))
    first, *more = (ask_from(client, TOKENS.index(kind), name, token) for _ in range(4))
    assert first.status_code != 429
    assert {*TOLD} <= {*first.headers.keys()}
    assert [answer.status_code for answer in more] == [429] * 3, first.text
    assert [answer.get_json()["code"] == "rate_limited_all" for answer in more] == [False, False, True]
    for refused in more:
        assert refused.headers["RateLimit-Remaining"] == "0"
        assert {*TOLD} <= {*refused.headers.keys()}
        assert_told_when(refused)
    if first.status_code == 503:
        assert_told_when(first)


@pytest.mark.parametrize("name", LIMITED)
def test_made_up_tokens_gain_nothing(limited: Flask, name: str) -> None:
    client, number = limited.test_client(), 1000 + LIMITED.index(name) * 4
    made_up = [f"Bearer es_{one:043}" for one in range(number, number + 4)]
    answers = [ask_from(client, 100, name, token) for token in made_up]
    assert_problem(answers[-1], 429, "rate_limited_all")


def test_what_needs_no_store_is_answered_without_one_whoever_asks() -> None:
    client = create_app(Settings(redis_url=NOWHERE)).test_client()
    for name in ("listVariants", "getVariant", "resolveRules", "listBots", "getProblem", "checkHealth"):
        answers = [ask(client, OPERATIONS[name], kind and kind.format(0), json={}) for kind in TOKENS]
        assert [answer.status_code for answer in answers] == [200] * len(TOKENS), name


PAGES: Final = ("/", "/docs", "/docs/fairness", "/docs/start.js", "/openapi.json", "/nothing")


@pytest.mark.parametrize("path", PAGES)
def test_pages_and_addresses_without_anything_count_as_well(embedded_url: str, path: str) -> None:
    client = create_app(Settings(redis_url=embedded_url, workers=1, ratelimit_all="1/hour")).test_client()
    client.environ_base["REMOTE_ADDR"] = f"192.0.2.{PAGES.index(path)}"
    assert [client.get(path).status_code == 429 for _ in range(2)] == [False, True]


def test_limits_are_documented_where_they_are() -> None:
    for name, operation in OPERATIONS.items():
        assert ("429" in operation.raw["responses"]) == (name not in UNLIMITED), name
        for status in {"429", "503"} & operation.raw["responses"].keys():
            assert "Retry-After" in operation.raw["responses"][status]["headers"], name


def refusals_in_code() -> Iterator[tuple[str, ast.Call]]:
    for file in Path(eights.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                [code, *_] = node.args
                if isinstance(code, ast.Constant) and STATUS.get(str(code.value)) in (429, 503):
                    yield str(code.value), node


def test_whatever_is_refused_for_now_says_until_when() -> None:
    found = list(refusals_in_code())
    assert {code for code, _ in found} >= {"too_busy"}
    assert [code for code, call in found if "retry_after_s" not in {one.arg for one in call.keywords}] == []


@pytest.mark.parametrize("name", WITH_BODY)
def test_no_body_is_too_large_or_too_deep_for_long(app: Flask, name: str) -> None:
    client = app.test_client()
    for data, status, code in (
        (b" " * (MAX_BODY_BYTES + 1), 413, "body_too_large"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, 400, "malformed_json"),
        (b"[" * 30_000 + b"]" * 30_000, 400, "malformed_json"),
        (b"9" * 60_000, 400, "malformed_json"),
    ):
        assert_problem(ask(client, WITH_BODY[name], data=data, content_type=JSON), status, code)


def without_bound(schema: Any, place: str) -> Iterator[str]:
    """Yield the places in what a body may be where anything may be as long as it likes."""
    schema = resolved(schema)
    for kind in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(kind, []):
            yield from without_bound(one, place)
    for name, inner in schema.get("properties", {}).items():
        yield from without_bound(inner, f"{place}.{name}")
    types = schema.get("type", [])
    types = {types} if isinstance(types, str) else {*types}
    if "array" in types:
        yield from without_bound(schema["items"], f"{place}[]")
    pattern = schema.get("pattern", "*")
    closed = "enum" in schema or "const" in schema or not re.search(r"[*+]|,\}|^[^^]|[^$]$", pattern)
    bounds = {"string": ["maxLength"], "array": ["maxItems"], "integer": ["maximum", "minimum"]}
    for one in types & bounds.keys():
        if not closed and not {*bounds[one]} <= schema.keys():
            yield f"{place}: {one}"


@pytest.mark.parametrize("name", WITH_BODY)
def test_all_texts_lists_and_numbers_in_bodies_have_bounds(name: str) -> None:
    assert list(without_bound(WITH_BODY[name].body_schema, name)) == []


def test_all_that_stands_in_queries_has_bounds() -> None:
    for name, operation in OPERATIONS.items():
        for one in operation.parameters:
            if one["in"] == "query":
                assert list(without_bound(one["schema"], f"{name}.{one['name']}")) == []


PAGED: Final = {
    name: limit["schema"]["maximum"]
    for name, operation in OPERATIONS.items()
    for limit in operation.parameters
    if limit["name"] == "limit"
}


@pytest.mark.parametrize("name", PAGED)
def test_no_page_is_larger_than_said(app: Flask, name: str) -> None:
    assert PAGED[name] <= MOST_PER_PAGE
    answer = ask(app.test_client(), OPERATIONS[name], query_string={"limit": PAGED[name] + 1})
    assert answer.status_code in (401, 422)
    if answer.status_code == 422:
        assert "limit" in {fault["path"] for fault in answer.get_json()["errors"]}


def test_every_list_has_pages() -> None:
    whole = {"listMoves"}  # what one seat may do now: as many as the cards in one hand, a few times
    assert {name for name in OPERATIONS if name.startswith("list")} - whole <= PAGED.keys()
