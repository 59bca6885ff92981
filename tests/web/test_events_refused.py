"""What nobody can follow, or not like that."""

from pathlib import Path

import httpx
import pytest

from listening import STREAM, stream
from tables import Table, assert_refused
from watching import server


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("after=-1", "after"),
        ("after=x", "after"),
        ("after=1.5", "after"),
        ("after=", "after"),
        ("after=1000000000", "after"),
        ("wait=31", "wait"),
        ("wait=-1", "wait"),
        ("wait=soon", "wait"),
        ("before=3", "before"),
        ("after=1&after=2", "after"),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_query_that_is_wrong_is_422(http: httpx.Client, query: str, path: str, accept: str) -> None:
    refused = Table.dealt(http).get(f"/events?{query}", Accept=accept)
    assert_refused(refused, 422, "invalid_request")
    assert [fault["path"] for fault in refused.json()["errors"]] == [path]


@pytest.mark.parametrize("headers", [{}, STREAM])
def test_a_version_to_come_is_422(http: httpx.Client, headers: dict[str, str]) -> None:
    table = Table.dealt(http)
    assert_refused(table.get("/events?after=3", **headers), 422, "version_not_reached", version=2)
    assert_refused(table.get("/events?after=3&wait=30", **headers), 422, "version_not_reached")


@pytest.mark.parametrize("event_id", ["x", "-1", "1.5", "02", "1000000000", "9" * 5000])
def test_an_id_that_is_none_is_400(http: httpx.Client, event_id: str) -> None:
    table = Table.dealt(http)
    assert_refused(table.get("/events", Last_Event_ID=event_id, **STREAM), 400, "event_id_invalid")


def test_an_id_to_come_is_422(http: httpx.Client) -> None:
    refused = Table.dealt(http).get("/events", Last_Event_ID="3", **STREAM)
    assert_refused(refused, 422, "version_not_reached", version=2)


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "text/event-stream;q=0"])
def test_another_form_is_406(http: httpx.Client, accept: str) -> None:
    assert_refused(Table.dealt(http).get("/events", Accept=accept), 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["*/*", "application/*", "", "application/json, text/event-stream;q=0.5"])
def test_who_would_rather_have_json_gets_it(http: httpx.Client, accept: str) -> None:
    assert Table.dealt(http).get("/events", Accept=accept).headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("headers", [{}, STREAM])
def test_a_private_game_is_nobody_elses(http: httpx.Client, headers: dict[str, str]) -> None:
    table, other = Table.dealt(http, visibility="private"), Table.dealt(http)
    for who in (None, other.tokens[0]):
        assert_refused(table.get("/events?after=99", who, **headers), 404, "game_not_found")
    with stream(table, "host") as events:
        assert next(events).kind == "snapshot"


@pytest.mark.parametrize("headers", [{}, STREAM])
def test_a_token_of_another_game_is_401(http: httpx.Client, headers: dict[str, str]) -> None:
    table, other = Table.dealt(http), Table.dealt(http)
    assert_refused(table.get("/events", other.tokens[0], **headers), 401, "token_invalid")


@pytest.mark.parametrize("headers", [{}, STREAM])
def test_a_game_that_there_is_not_is_404(http: httpx.Client, headers: dict[str, str]) -> None:
    assert_refused(http.get("/v1/games/aaaaaaaaaaaaaaaa/events", headers=headers), 404, "game_not_found")
    assert_refused(http.post("/v1/games/aaaaaaaaaaaaaaaa/events", headers=headers), 405, "method_not_allowed")


@pytest.mark.parametrize("headers", [{}, STREAM])
def test_without_its_store_it_is_503(headers: dict[str, str], tmp_path: Path) -> None:
    with server(f"unix://{tmp_path}/nowhere") as (http, streams):
        answer = http.get("/v1/games/aaaaaaaaaaaaaaaa/events", headers=headers)
        assert_refused(answer, 503, "store_unavailable")
        assert len(streams) == 0
