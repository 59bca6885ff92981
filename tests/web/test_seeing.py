"""The line that the log has of each request: what it says, and what it never says."""

import logging
from typing import Any

import httpx
import pytest

from eights.app import create_app
from eights.config import Settings
from eights.telemetry.logs import FIELDS
from tables import Table

Line = dict[str, Any]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """Returns what the log says of the requests so far, field by field, and forgets it."""
    caplog.set_level(logging.INFO, "eights.requests")

    def so_far() -> list[Line]:
        found = [record.__dict__[FIELDS] for record in caplog.records if record.name == "eights.requests"]
        caplog.clear()
        return found

    return so_far


def test_a_move_is_told_with_its_game_and_seat(http: httpx.Client, lines: Any) -> None:
    table = Table.ready_to_draw(http)
    lines()
    table.post("/moves", 0, {"action": "draw"}, X_Request_ID="my-request.1")
    [line] = lines()
    assert line.pop("duration_ms") > 0
    assert line == {
        "request_id": "my-request.1", "operation": "makeMove", "status": 200, "game": table.id, "seat": 0,
    }  # fmt: skip


def test_a_refusal_is_told_with_its_code(http: httpx.Client, lines: Any) -> None:
    table = Table.ready_to_draw(http)
    lines()
    table.post("/moves", 1, {"action": "draw"})
    assert [(line["status"], line["code"], line["seat"]) for line in lines()] == [(409, "not_your_turn", 1)]


def test_the_next_request_has_not_the_seat_of_the_one_before(http: httpx.Client, lines: Any) -> None:
    table = Table.ready_to_draw(http)
    table.get("", 0)
    lines()
    http.get("/v1/bots")
    table.get("")
    assert [line.get("seat") for line in lines()] == [None, None]


def test_a_preflight_is_told_too(http: httpx.Client, lines: Any) -> None:
    http.options("/v1/games", headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST"})
    assert [(line["operation"], line["status"]) for line in lines()] == [("none", 204)]


def test_the_id_of_a_request_is_the_one_that_is_returned(http: httpx.Client, lines: Any) -> None:
    returned = [http.get("/healthz").headers["X-Request-ID"] for _ in range(2)]
    assert [line["request_id"] for line in lines()] == returned


def test_a_token_is_taken_for_no_id_of_anything(http: httpx.Client, lines: Any) -> None:
    token = Table.laid(http).tokens[0]
    for path in (f"/v1/games/{token}", f"/v1/matches/{token}", f"/v1/tournaments/{token}", f"/{token}?{token}"):
        answer = http.get(path, headers={"X-Request-ID": token, "Authorization": f"Bearer {token}"})
        assert answer.headers["X-Request-ID"] != token
    assert token not in repr(lines())


def test_problems_of_which_one_is_to_be_noticed_are_shown_before_there_is_any(embedded_url: str) -> None:
    app = create_app(Settings(redis_url=embedded_url))
    text = app.test_client().get("/metrics").text
    assert 'eights_http_problems_total{code="internal_error"} 0' in text
    assert 'eights_http_problems_total{code="streams_full"} 0' in text
