"""Whatever is sent, the answer is never a failure of the server's."""

import json
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

GAME = "/v1/games/aaaaaaaaaaaaaaaa"
POSTS = st.sampled_from(
    [
        "/v1/variants/huit-americain/rules",
        "/v1/games",
        f"{GAME}/seats",
        f"{GAME}/deals",
        f"{GAME}/moves",
        f"{GAME}/rematch",
    ]
)
PATHS = POSTS | st.sampled_from(
    ["/v1/variants", "/readyz", "/problems/x", f"{GAME}/seats/1", f"{GAME}/replay", "/docs", "/openapi.json"]
)
METHODS = st.sampled_from(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
HEADERS = st.dictionaries(
    st.sampled_from(
        [
            "Accept",
            "Accept-Language",
            "Authorization",
            "Content-Type",
            "Cookie",
            "Host",
            "Idempotency-Key",
            "If-Match",
            "If-None-Match",
            "Origin",
            "Range",
            "X-Forwarded-For",
            "X-Request-ID",
        ]
    ),
    st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=60),
    max_size=4,
)
FIELDS = st.sampled_from(
    [
        "variant",
        "options",
        "rules",
        "seats",
        "visibility",
        "clock",
        "first_dealer",
        "name",
        "seat",
        "entropy",
        "action",
        "card",
        "suit",
        "power",
        "target",
        "announce",
        "deck",
        "packs",
        "players",
        "min",
        "cards",
        "8",
        "not_on",
        "points",
        "match",
    ]
)
WORDS = st.sampled_from(["huit-americain", "cumul", "play", "8H", "S", "auto", "public", "2-A"]) | st.text(max_size=8)
NUMBERS = st.integers(-3, 20) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | WORDS
BODIES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS | st.text(max_size=5), inner, max_size=6),
    max_leaves=25,
)
quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def assert_sound(response: TestResponse) -> None:
    assert response.status_code < 500, response.text
    if response.status_code >= 400 and response.data:
        assert response.content_type == "application/problem+json"
        assert json.loads(response.data)["status"] == response.status_code


@quick
@given(path=POSTS, body=st.binary(max_size=200))
def test_any_bytes(app: Flask, path: str, body: bytes) -> None:
    assert_sound(app.test_client().post(path, data=body, content_type="application/json"))


@quick
@given(path=POSTS, body=BODIES, variant=st.booleans())
def test_any_json(app: Flask, path: str, body: Any, variant: bool) -> None:
    if variant and isinstance(body, dict):
        body = {"variant": "survivor", **body}
    assert_sound(app.test_client().post(path, data=json.dumps(body), content_type="application/json"))


@quick
@given(patch=BODIES)
def test_any_rules(app: Flask, patch: Any) -> None:
    assert_sound(app.test_client().post("/v1/variants/survivor/rules", json={"rules": patch}))


@quick
@given(method=METHODS, path=PATHS, headers=HEADERS, query=st.binary(max_size=30))
def test_any_headers_and_query(app: Flask, method: str, path: str, headers: dict[str, str], query: bytes) -> None:
    environ = {"QUERY_STRING": query.decode("latin-1")}
    assert_sound(app.test_client().open(path, method=method, headers=headers, environ_overrides=environ))


@quick
@given(
    method=METHODS,
    path=st.binary(max_size=40),
    start=st.sampled_from(["/", "/v1/games/", "/v1/variants/", "/docs/", "/problems/"]),
)
def test_any_path(app: Flask, method: str, path: bytes, start: str) -> None:
    environ = {"PATH_INFO": start + path.decode("latin-1")}
    assert_sound(app.test_client().open("/", method=method, environ_overrides=environ))
