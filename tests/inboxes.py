"""Inboxes, as their owners read and follow them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from listening import STREAM, Heard, events_of
from players import Somebody
from tables import Table

INBOX = "/v1/players/me/events"


def page(who: Somebody, query: str = "") -> dict[str, Any]:
    """Return a page of an inbox."""
    answer = who.ask("GET", INBOX + query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def updates(who: Somebody, after: int = 0) -> list[dict[str, Any]]:
    """Return the updates after a version, and check that none is missing."""
    told = page(who, f"?after={after}")
    items: list[dict[str, Any]] = told["items"]
    assert [item["version"] for item in items] == list(range(after + 1, told["version"] + 1))
    return items


def notices(who: Somebody, after: int = 0) -> list[dict[str, Any]]:
    """Return all that a player was told after a version, one after the other."""
    return [event for update in updates(who, after) for event in update["events"]]


def kinds(who: Somebody, after: int = 0) -> list[str]:
    """Return the kinds of what a player was told."""
    return [notice["type"] for notice in notices(who, after)]


@contextmanager
def inbox(who: Somebody, after: int | str | None = None) -> Iterator[Iterator[Heard]]:
    """Follow a player's inbox, from after a version if one is given."""
    headers = {**STREAM, "Authorization": f"Bearer {who.token}"}
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    with who.http.stream("GET", INBOX, headers=headers) as response:
        yield events_of(response)


def table_of(*players: Somebody, **wish: Any) -> Table:
    """Create a game that these players sit at; their tokens are those of the seats.

    The last one deals first; seat 0 is on turn then, whatever the cards, and still is once it has drawn.
    """
    first, *others = players
    draw = {"when": "any", "limit": 2, "then": "any_card"}  # with one card alone, the turn ends where still none fits
    rules = {"starter": {"wild": "plain", "action": "plain"}, "draw": draw}
    wish = {"variant": "crazy-eights", "first_dealer": len(players) - 1, "rules": rules, **wish}
    created = first.ask("POST", "/v1/games", {"seats": [{"player": one.id} for one in players], **wish})
    assert created.status_code == 201, created.text
    table = Table(first.http, created.json())
    table.tokens.update({seat: one.token for seat, one in enumerate(players)})
    for one in others:
        assert table.post("/seats", one.token).status_code == 201
    return table
