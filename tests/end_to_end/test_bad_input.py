"""Bad input, sent over real HTTP, gets a code and a sentence in English and in French; it never gets into a game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from serving.server_process import ServerProcess
from tables import Table, Who

DEEP: Final = b'{"rules":' + b"[" * 5000 + b"]" * 5000 + b"}"
JSON: Final = {"Content-Type": "application/json"}

# What is sent: method, what of the game (or another path), who sends it, body, headers; and the status and the code.
Sent = tuple[str, str, Who, bytes | None, dict[str, str], int, str]


def body(value: Any) -> bytes:
    return json.dumps(value).encode()


MOVE: Final = body({"action": "draw"})
BAD: Final[dict[str, Sent]] = {
    "no JSON": ("POST", "/moves", 0, b"draw", JSON, 400, "malformed_json"),
    "half a JSON": ("POST", "/moves", 0, MOVE[:-1], JSON, 400, "malformed_json"),
    "two at once": ("POST", "/moves", 0, MOVE + MOVE, JSON, 400, "malformed_json"),
    "not UTF-8": ("POST", "/v1/games", None, b'{"variant": "\xff"}', JSON, 400, "malformed_json"),
    "a lone surrogate": ("POST", "/seats", None, b'{"name": "\\ud800"}', JSON, 400, "malformed_json"),
    "a name twice": ("POST", "/moves", 0, b'{"action":"draw","action":"pass"}', JSON, 400, "malformed_json"),
    "too deep": ("POST", "/v1/games", None, DEEP, JSON, 400, "malformed_json"),
    "an absurd number": ("POST", "/v1/games", None, b'{"first_dealer": 1e999}', JSON, 400, "malformed_json"),
    "a long number": (
        "POST",
        "/v1/games",
        None,
        b'{"first_dealer": ' + b"9" * 5000 + b"}",
        JSON,
        400,
        "malformed_json",
    ),
    "too large": ("POST", "/v1/games", None, b" " * 70_000, JSON, 413, "body_too_large"),
    "a form": (
        "POST",
        "/moves",
        0,
        b"action=draw",
        {"Content-Type": "application/x-www-form-urlencoded"},
        415,
        "unsupported_media_type",
    ),
    "a list": ("POST", "/moves", 0, b"[]", JSON, 422, "invalid_request"),
    "nothing": ("POST", "/moves", 0, b"", JSON, 422, "invalid_request"),
    "a wrong type": ("POST", "/moves", 0, body({"action": "play", "card": 8}), JSON, 422, "invalid_request"),
    "an unknown field": ("POST", "/moves", 0, body({"action": "draw", "seat": 1}), JSON, 422, "invalid_request"),
    "an unknown action": ("POST", "/moves", 0, body({"action": "fold"}), JSON, 422, "invalid_request"),
    "an unknown variant": ("POST", "/v1/games", None, body({"variant": "bridge"}), JSON, 422, "unknown_variant"),
    "an unknown option": (
        "POST",
        "/v1/games",
        None,
        body({"variant": "survivor", "options": ["wild"]}),
        JSON,
        422,
        "unknown_option",
    ),
    "too many seats": (
        "POST",
        "/v1/games",
        None,
        body({"variant": "survivor", "seats": [{}] * 6}),
        JSON,
        422,
        "seat_count_invalid",
    ),
    "rules that cannot work": (
        "POST",
        "/v1/games",
        None,
        body({"variant": "survivor", "rules": {"hand_size": {"default": 30}}}),
        JSON,
        422,
        "rules_invalid",
    ),
    "an unknown game": ("GET", "/v1/games/aaaaaaaaaaaaaaaa", None, None, {}, 404, "game_not_found"),
    "an unknown seat": ("DELETE", "/seats/7", 0, None, {}, 404, "seat_not_found"),
    "an unknown path": ("GET", "/hands", 0, None, {}, 404, "not_found"),
    "an unknown argument": ("GET", "/moves?seat=1", 0, None, {}, 422, "invalid_request"),
    "an unknown method": ("PUT", "/moves", 0, MOVE, JSON, 405, "method_not_allowed"),
    "no token": ("POST", "/moves", None, MOVE, JSON, 401, "token_missing"),
    "a made-up token": ("POST", "/moves", f"es_{'x' * 43}", MOVE, JSON, 401, "token_invalid"),
    "the host's token": ("POST", "/moves", "host", MOVE, JSON, 403, "forbidden"),
    "another seat's token": ("DELETE", "/seats/0", 1, None, {}, 403, "forbidden"),
    "out of turn": ("POST", "/moves", 1, MOVE, JSON, 409, "not_your_turn"),
    "a card not held": ("POST", "/moves", 0, body({"action": "play", "card": "XX"}), JSON, 409, "card_not_in_hand"),
    "a seat after the deal": ("POST", "/seats", None, body({"name": "Zoé"}), JSON, 409, "game_started"),
    "a deal too soon": ("POST", "/deals", 0, None, {}, 409, "round_on"),
    "an old version": ("POST", "/moves", 0, MOVE, {**JSON, "If-Match": '"1"'}, 412, "stale_version"),
    "a condition that is none": ("POST", "/moves", 0, MOVE, {**JSON, "If-Match": ","}, 400, "condition_invalid"),
    "a key too long": (
        "POST",
        "/moves",
        0,
        MOVE,
        {**JSON, "Idempotency-Key": "k" * 256},
        400,
        "idempotency_key_invalid",
    ),
    "a key too short": (
        "POST",
        "/v1/games",
        None,
        body({"variant": "survivor"}),
        {**JSON, "Idempotency-Key": "k"},
        400,
        "idempotency_key_invalid",
    ),
}


@pytest.fixture(scope="module")
def http(memory_folder: Path) -> Iterator[httpx.Client]:
    server = ServerProcess(memory_folder / "bad-input")
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client
    server.send(15)
    server.ended()
    assert "Traceback" not in server.printed


@pytest.fixture(scope="module")
def table(http: httpx.Client) -> Table:
    return Table.ready_to_draw(http)


def send(table: Table, sent: Sent, language: str) -> httpx.Response:
    method, what, who, content, headers, *_ = sent
    token = table.tokens.get(who, who)
    authorization = {"Authorization": f"Bearer {token}"} if token else {}
    path = what if what.startswith("/v1") else table.path + what
    return table.http.request(
        method, path, content=content, headers={**headers, **authorization, "Accept-Language": language}
    )


@pytest.mark.parametrize("sent", BAD.values(), ids=BAD)
def test_bad_input_is_told_in_both_languages_and_changes_nothing(table: Table, sent: Sent) -> None:
    before = table.view(0)
    english, french = (send(table, sent, language) for language in ("en", "fr-CA, en;q=0.5"))
    for answer, language in ((english, "en"), (french, "fr")):
        assert (answer.status_code, answer.json()["code"]) == sent[-2:], answer.text
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    for member in ("title", "detail"):
        assert english.json()[member]
        assert french.json()[member] not in ("", english.json()[member])
    assert table.view(0) == before


def test_after_the_end_nothing_is_played(http: httpx.Client) -> None:
    table = Table.ready_to_draw(http)
    assert table.delete("/seats/0", 0).json()["status"] == "finished"
    before = table.get("/replay").json()
    for what in ("/moves", "/deals", "/seats"):
        sent = {"/moves": {"action": "draw"}, "/seats": {"name": "Zoé"}}.get(what)
        answer = table.post(what, 1, sent)
        assert (answer.status_code, answer.json()["code"]) == (409, "game_over")
    assert table.get("/replay").json() == before
