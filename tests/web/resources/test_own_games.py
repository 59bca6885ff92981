"""A player's own games: where it plays, and where it is its turn."""

import pytest

from eights.store import keys
from eights.store.connection import Connection
from inboxes import table_of
from players import Somebody
from tables import Table, assert_refused
from watching import play

GAMES = "/v1/players/me/games"


def listed(who: Somebody, query: str = "") -> list[str]:
    answer = who.ask("GET", GAMES + query)
    assert answer.status_code == 200, answer.text
    return [game["id"] for game in answer.json()["items"]]


def paged(who: Somebody, query: str) -> list[list[str]]:
    """Return the pages of a list, to its end."""
    pages, cursor = [], ""
    while True:
        answer = who.ask("GET", f"{GAMES}?{query}{cursor}").json()
        pages.append([game["id"] for game in answer["items"]])
        if answer["next_cursor"] is None:
            return pages
        cursor = f"&cursor={answer['next_cursor']}"


def dealt(*players: Somebody) -> Table:
    table = table_of(*players)
    assert table.post("/deals", 1).status_code == 200
    return table


def test_all_games_are_there_newest_first_as_the_player_sees_them(ana: Somebody, otto: Somebody) -> None:
    old, new = dealt(ana, otto), table_of(otto, ana)
    answer = ana.ask("GET", GAMES).json()
    assert answer == {"items": [new.view(1), old.view(0)], "next_cursor": None}
    assert answer["items"][1]["you"]["hand"]


def test_those_it_is_invited_to_and_those_it_left_to_a_bot_are_there(ana: Somebody, otto: Somebody) -> None:
    left = table_of(ana, otto, on_leave="bot", visibility="private")
    assert left.post("/deals", 1).status_code == 200
    assert left.delete("/seats/0", 0).status_code == 200
    seats = [{"player": otto.id}, {"player": ana.id}]
    asked = otto.ask("POST", "/v1/games", {"variant": "draw-two", "seats": seats, "visibility": "private"})
    assert listed(ana) == [asked.json()["game"]["id"], left.id]
    assert [game["you"] for game in ana.ask("GET", GAMES).json()["items"]] == [None, None]


def test_those_it_left_before_the_deal_are_not(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    assert table.delete("/seats/0", 0).status_code == 200
    assert (listed(ana), listed(otto)) == ([], [table.id])


def test_a_status_chooses(ana: Somebody, otto: Somebody) -> None:
    ready, playing, over = table_of(ana, otto), dealt(ana, otto), dealt(ana, otto)
    assert over.delete("", "host").status_code == 200
    for status, table in (("ready", ready), ("playing", playing), ("aborted", over)):
        assert listed(ana, f"?status={status}") == [table.id]
    assert listed(ana, "?status=finished") == []


def test_where_it_is_ones_turn_longest_waiting_first(ana: Somebody, otto: Somebody) -> None:
    first, second = dealt(ana, otto), dealt(ana, otto)
    table_of(ana, otto)
    assert (listed(ana, "?turn=mine"), listed(otto, "?turn=mine")) == ([first.id, second.id], [])
    assert ana.ask("GET", f"{GAMES}?turn=mine").json()["items"][0]["you"]["legal_moves"] == first.legal(0)
    assert first.post("/moves", 0, {"action": "draw"}).status_code == 200
    assert listed(ana, "?turn=mine") == [second.id, first.id]
    while second.view()["round"]["turn"] == 0:
        play(second, 1)
    assert (listed(ana, "?turn=mine"), listed(otto, "?turn=mine")) == ([first.id], [second.id])
    assert first.delete("", "host").status_code == 200
    assert listed(ana, "?turn=mine") == []


@pytest.mark.parametrize("query", ["limit=2", "turn=mine&limit=2"])
def test_pages_leave_nothing_out_and_repeat_nothing(ana: Somebody, otto: Somebody, query: str) -> None:
    games = [dealt(ana, otto).id for _ in range(5)]
    pages = paged(ana, query)
    in_order = games if "turn" in query else games[::-1]
    assert [game for page in pages for game in page] == in_order
    assert [len(page) for page in pages] == [2, 2, 1]


def test_a_page_of_turns_passes_over_what_waits_for_a_deal(ana: Somebody, otto: Somebody) -> None:
    for _ in range(3):
        table_of(ana, otto)
    last = dealt(ana, otto)
    assert [game for page in paged(ana, "turn=mine&limit=1") for game in page] == [last.id]


def test_games_that_are_gone_leave_both_lists(ana: Somebody, otto: Somebody, connection: Connection) -> None:
    table = dealt(ana, otto)
    connection.call("DEL", keys.state_key(table.id))
    assert (listed(ana), listed(ana, "?turn=mine")) == ([], [])
    for part in ("games", "waiting"):
        assert connection.call("ZCARD", keys.inbox_key(ana.id, part)) == 0


@pytest.mark.parametrize("query", ["?cursor=7", "?turn=mine&cursor=1780000000000-mzxw6ytboi4dqmjt"])
def test_a_cursor_of_the_other_list_is_refused(ana: Somebody, query: str) -> None:
    assert_refused(ana.ask("GET", GAMES + query), 400, "cursor_invalid")


@pytest.mark.parametrize("query", ["?turn=yours", "?status=lost", "?limit=0", "?limit=101", "?cursor=x", "?page=2"])
def test_what_is_not_asked_for_properly_is_refused(ana: Somebody, query: str) -> None:
    assert_refused(ana.ask("GET", GAMES + query), 422, "invalid_request")
