"""Following a game by asking for what happened since, and waiting for it."""

import httpx
import pytest

from eights.store.games import LOG_LENGTH
from tables import Table, another, tag_of
from watching import meanwhile, play, updates

LONG_MATCH = {"match": {"points": 100_000}}


def test_everything_after_a_version_and_the_game_as_it_is(http: httpx.Client) -> None:
    table = Table.dealt(http)
    play(table, 3)
    page = table.get("/events?after=2", 1)
    assert [version for version, _ in updates(page)] == [3, 4, 5]
    assert page.json()["version"] == 5
    assert page.json()["view"] == table.view(1)
    assert "reset" not in page.json()


def test_from_the_beginning_all_that_happened_is_there(http: httpx.Client) -> None:
    table = Table.dealt(http, seats=2)
    (first, seated), (second, [dealt]) = updates(table.get("/events?after=0"))
    assert [event["type"] for event in seated] == ["seat_taken", "seat_taken"]
    assert (first, second, dealt["type"]) == (1, 2, "round_dealt")


def test_a_seat_is_told_its_own_hand_and_a_stranger_none(http: httpx.Client) -> None:
    table = Table.dealt(http)
    for who, hand in ((0, table.view(0)["you"]["hand"]), (None, None), ("host", None)):
        [(_, [dealt])] = updates(table.get("/events?after=1", who))
        assert dealt.get("hand") == hand


@pytest.mark.parametrize("query", ["", "?wait=30"])
def test_without_a_version_nothing_is_listed_and_nothing_waited_for(http: httpx.Client, query: str) -> None:
    table = Table.dealt(http)
    page = table.get(f"/events{query}").json()
    assert (page["items"], page["version"], page["view"]) == ([], 2, table.view())


def test_who_waits_is_answered_when_something_happens(http: httpx.Client) -> None:
    table = Table.dealt(http)
    with meanwhile(lambda: play(table, 1)):
        page = table.get("/events?after=2&wait=30")
    assert [version for version, _ in updates(page)] == [3]


def test_who_waits_in_vain_gets_the_game_as_it_is(http: httpx.Client) -> None:
    table = Table.dealt(http)
    page = table.get("/events?after=2&wait=1")
    assert updates(page) == []
    assert page.json()["view"] == table.view()


def test_after_the_end_nothing_is_waited_for(http: httpx.Client) -> None:
    table = Table.dealt(http)
    assert table.delete("", "host").status_code == 200
    assert updates(table.get("/events?after=2&wait=30")) == [(3, [{"type": "game_aborted"}])]
    assert updates(table.get("/events?after=3&wait=30")) == []


def test_the_views_revision_leads_on(http: httpx.Client) -> None:
    table = Table.dealt(http)
    seen = table.get("/events").json()["view"]["revision"]
    assert updates(table.get(f"/events?after={seen}&wait=1")) == []
    play(table, 3)
    page = table.get(f"/events?after={seen}")
    assert [version for version, _ in updates(page)] == [3, 4, 5]
    assert "reset" not in page.json()


def test_after_another_past_it_says_reset(http: httpx.Client) -> None:
    table = Table.dealt(http)
    dealt = tag_of(table.view())
    for lost in (another(dealt), another(dealt.replace("2-", "3-")), another(dealt.replace("2-", "999-"))):
        page = table.get(f"/events?after={lost[1:-1]}&wait=30").json()
        assert page == {"items": [], "version": 2, "view": table.view(), "reset": True}
    play(table, 3)
    page = table.get(f"/events?after={another(dealt)[1:-1]}").json()
    assert page == {"items": [], "version": 5, "view": table.view(), "reset": True}


def test_where_the_log_no_longer_reaches_it_says_reset(http: httpx.Client) -> None:
    table = Table.dealt(http, rules=LONG_MATCH)
    play(table, LOG_LENGTH)
    page = table.get("/events?after=1").json()
    assert (page["reset"], page["items"], page["view"]) == (True, [], table.view())
    assert len(updates(table.get("/events?after=2"))) == LOG_LENGTH


def test_whose_own_last_update_is_gone_is_not_known_to_be_of_this_past(http: httpx.Client) -> None:
    table = Table.dealt(http, rules=LONG_MATCH)
    dealt = table.view()["revision"]
    play(table, 1)
    played = table.view()["revision"]
    play(table, LOG_LENGTH - 1)
    assert table.get(f"/events?after={dealt}").json()["reset"]
    assert len(updates(table.get(f"/events?after={played}"))) == LOG_LENGTH - 1
