from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from eights.app import create_app
from eights.config import Settings
from eights.store.connection import Connection
from own_store import own_store
from tables import Table, assert_refused

VARIANT = "survivor"


@pytest.fixture(scope="module")
def own_url(memory_folder: Path) -> Iterator[str]:
    """The URL of a store that nobody else opens games in."""
    with own_store(memory_folder / "lobby") as url:
        yield url


@pytest.fixture
def http(own_url: str) -> Iterator[httpx.Client]:
    """A client of a server whose lobby is empty."""
    Connection(own_url).call("FLUSHALL")
    app = create_app(Settings(redis_url=own_url, ratelimit_enabled=False))
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example") as client:
        yield client


def ids(http: httpx.Client, **query: Any) -> list[str]:
    page = http.get("/v1/games", params=query)
    assert page.status_code == 200, page.text
    return [game["id"] for game in page.json()["items"]]


def test_open_games_are_listed_newest_first(http: httpx.Client) -> None:
    opened = [Table(http, http.post("/v1/games", json={"variant": VARIANT}).json()).id for _ in range(3)]
    listed = http.get("/v1/games").json()["items"]
    assert [game["created_at"] for game in listed] == sorted((game["created_at"] for game in listed), reverse=True)
    assert {game["id"] for game in listed} == set(opened)


def test_a_listed_game_is_as_a_stranger_sees_it(http: httpx.Client) -> None:
    table = Table.dealt(http)
    page = http.get("/v1/games", params={"status": "playing"}, headers={"Authorization": f"Bearer {table.tokens[0]}"})
    assert page.json() == {"items": [table.view()], "next_cursor": None}


def test_pages_lead_on_to_every_game_once(http: httpx.Client) -> None:
    opened = {Table(http, http.post("/v1/games", json={"variant": VARIANT}).json()).id for _ in range(5)}
    seen, query = [], {"limit": 2}
    for _ in range(3):
        page = http.get("/v1/games", params=query).json()
        seen += [game["id"] for game in page["items"]]
        query = {"limit": 2, "cursor": page["next_cursor"]}
    assert page["next_cursor"] is None
    assert len(seen) == 5
    assert set(seen) == opened


def test_a_game_moves_with_its_status(http: httpx.Client) -> None:
    created = http.post("/v1/games", json={"variant": "draw-two", "seats": [{"name": "Ana"}, {}]}).json()
    table = Table(http, created)
    told = ("open", "ready", "playing", "finished")
    assert [ids(http, status=status) for status in told] == [[table.id], [], [], []]
    assert table.post("/seats", None, {"name": "Ben"}).is_success
    assert [ids(http, status=status) for status in told] == [[], [table.id], [], []]
    assert table.post("/deals", "host").is_success
    assert [ids(http, status=status) for status in told] == [[], [], [table.id], []]
    assert table.delete("/seats/0", 0).is_success
    assert [ids(http, status=status) for status in told] == [[], [], [], [table.id]]


def test_an_aborted_game_and_a_reopened_one_are_listed_as_such(http: httpx.Client) -> None:
    table = Table.laid(http)
    assert table.delete("/seats/0", 0).is_success
    assert ids(http, status="open") == [table.id]
    assert table.delete("", "host").is_success
    assert (ids(http, status="open"), ids(http, status="aborted")) == ([], [table.id])


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_what_is_not_public_is_never_listed(http: httpx.Client, visibility: str) -> None:
    table = Table.laid(http, visibility=visibility)
    for change in ("", "/deals"):
        assert not change or table.post(change, "host").is_success
        assert not [status for status in ("open", "ready", "playing") if ids(http, status=status)]
    assert table.get("", None).status_code == (404 if visibility == "private" else 200)


def test_one_variant_is_found_among_others(http: httpx.Client) -> None:
    wanted = [Table.laid(http, "survivor").id, Table.laid(http, "survivor").id]
    for _ in range(3):
        Table.laid(http, "draw-two")
    assert set(ids(http, status="ready", variant="survivor")) == set(wanted)
    assert len(ids(http, status="ready", variant="survivor", limit=1)) == 1
    assert ids(http, status="ready", variant="synthesis") == []


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"status": "lost"}, "status"),
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"limit": "2.0"}, "limit"),
        ({"limit": "٣"}, "limit"),
        ({"cursor": "next"}, "cursor"),
        ({"cursor": ""}, "cursor"),
        ({"variant": "Survivor!"}, "variant"),
        ({"page": "2"}, "page"),
        ({"limit": ["1", "2"]}, "limit"),
    ],
)
def test_a_wrong_query_is_told_where(http: httpx.Client, query: dict[str, Any], path: str) -> None:
    refused = http.get("/v1/games", params=query)
    assert_refused(refused, 422, "invalid_request")
    assert [fault["path"] for fault in refused.json()["errors"]] == [path]


def test_a_cursor_from_nowhere_leads_on_from_its_place(http: httpx.Client) -> None:
    table = Table.laid(http)
    later, earlier = f"9999999999999-{'z' * 16}", f"0000000000000-{'a' * 16}"
    assert ids(http, status="ready", cursor=later) == [table.id]
    assert ids(http, status="ready", cursor=earlier) == []
