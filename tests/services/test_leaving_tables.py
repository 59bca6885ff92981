"""Seats that are given up: to nobody, or to a house bot."""

from typing import Any

import msgspec
import pytest

from tables import Table, assert_refused, named_by, tag_of
from timed import TimedServer

THREE = [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cem"}]
PLAIN = {"starter": {"wild": "plain"}, "match": {"points": 10_000}}
DRAW = {"action": "draw"}


def dealt(server: TimedServer, on_leave: str, seats: int = 3, **wish: Any) -> Table:
    """Deal a game in which seat 0 is on turn."""
    wish = {"seats": THREE[:seats], "on_leave": on_leave, "first_dealer": seats - 1, "rules": PLAIN, **wish}
    table = server.table(**wish)
    assert table.post("/deals", "host").status_code == 200
    return table


def told_last(server: TimedServer, table: Table) -> list[dict[str, Any]]:
    [*_, update] = server.store.updates(table.id, 0)
    return list(msgspec.to_builtins(update.events))


def test_before_the_deal_a_seat_is_open_again_in_one_version(timed: TimedServer) -> None:
    table = timed.table(seats=THREE, on_leave="bot")
    assert table.delete("/seats/1", 1).json()["version"] == 2
    assert told_last(timed, table) == [{"type": "seat_left", "seat": 1}]
    assert table.view()["seats"][1]["name"] is None
    assert_refused(table.delete("/seats/1", 1), 401, "token_invalid")


def test_to_forfeit_is_one_version_and_one_event(timed: TimedServer) -> None:
    table = dealt(timed, "forfeit")
    left = table.delete("/seats/1", 1)
    assert (left.json()["version"], named_by(left)) == (3, tag_of(left.json()))
    assert told_last(timed, table) == [{"type": "seat_left", "seat": 1}]
    assert left.json()["seats"][1].items() >= {"out": True, "cards": 0, "name": "Ben", "kind": "human"}.items()


def test_a_house_bot_takes_the_seat_over_with_its_name_and_hand(timed: TimedServer) -> None:
    table = dealt(timed, "bot")
    left = table.delete("/seats/1", 1)
    assert (left.status_code, left.json()["version"], left.json()["you"]) == (200, 3, None)
    seat = {"name": "Ben", "kind": "bot", "bot": "steady", "cards": 5, "out": False}
    assert left.json()["seats"][1].items() >= seat.items()
    assert told_last(timed, table) == [{"type": "seat_left", "seat": 1, "bot": "steady"}]
    assert left.json()["round"]["turn"] == 0


def test_the_bot_moves_at_once_if_it_was_its_turn(timed: TimedServer) -> None:
    table = dealt(timed, "bot")
    left = table.delete("/seats/0", 0).json()
    assert left["version"] == 3
    assert left["round"]["turn"] in (1, 2)
    first, *acts = told_last(timed, table)
    assert first == {"type": "seat_left", "seat": 0, "bot": "steady"}
    assert acts
    assert {act["by"] for act in acts if "seat" in act and act["type"] in ("card_played", "cards_drawn")} == {"bot"}


def test_the_former_token_gets_clear_answers(timed: TimedServer) -> None:
    table = dealt(timed, "bot")
    assert table.delete("/seats/0", 0).is_success
    assert_refused(table.delete("/seats/0", 0), 409, "seat_out", seat=0)
    assert_refused(table.post("/moves", 0, DRAW), 403, "forbidden")
    assert_refused(table.get("/moves", 0), 403, "forbidden")
    assert_refused(table.delete("/seats/1", 0), 403, "forbidden")
    assert table.get("", 0).json()["you"] is None
    assert "hand" not in str(table.get("/events?after=0", 0).json()["items"])


def test_and_deals_no_more(timed: TimedServer) -> None:
    table = dealt(timed, "bot", seats=2)
    assert table.delete("/seats/0", 0).is_success
    while table.view()["status"] == "playing":
        legal = table.legal(1)
        assert table.post("/moves", 1, legal[-1]).is_success
    assert_refused(table.post("/deals", 0), 403, "forbidden")
    assert table.post("/deals", 1).is_success


def test_at_a_private_table_who_left_still_sees_what_everybody_there_sees(timed: TimedServer) -> None:
    table = dealt(timed, "bot", visibility="private")
    assert table.delete("/seats/0", 0).json()["you"] is None
    assert table.get("", 0).json()["you"] is None
    assert_refused(table.get(), 404, "game_not_found")


@pytest.mark.parametrize("on_leave", ["bot", "forfeit"])
def test_nobody_resigns_for_somebody_else(timed: TimedServer, on_leave: str) -> None:
    table = dealt(timed, on_leave)
    assert_refused(table.delete("/seats/1", 0), 403, "forbidden")
    assert_refused(table.delete("/seats/1", "host"), 403, "forbidden")
    assert_refused(table.delete("/seats/1"), 401, "token_missing")
    assert table.view()["version"] == 2


@pytest.mark.parametrize("on_leave", ["bot", "forfeit"])
def test_nobody_leaves_twice_or_what_is_over(timed: TimedServer, on_leave: str) -> None:
    table = dealt(timed, on_leave)
    assert table.delete("/seats/1", 1).is_success
    assert_refused(table.delete("/seats/1", 1), 409, "seat_out", seat=1)
    assert table.delete("", "host").is_success
    assert_refused(table.delete("/seats/0", 0), 409, "game_over")


def test_the_last_one_left_wins_though_the_others_were_bots_to_no_avail(timed: TimedServer) -> None:
    table = dealt(timed, "forfeit")
    assert table.delete("/seats/0", 0).json()["status"] == "playing"
    won = table.delete("/seats/1", 1).json()
    assert (won["status"], won["winners"], won["version"]) == ("finished", [2], 4)
    assert [event["type"] for event in told_last(timed, table)] == ["seat_left", "round_ended", "game_finished"]
    assert won["round"]["deadline"] is None


def test_when_all_have_left_to_bots_they_play_the_round_out(timed: TimedServer) -> None:
    table = dealt(timed, "bot", seats=2)
    assert table.delete("/seats/0", 0).is_success
    assert table.delete("/seats/1", 1).json()["status"] == "round_over"
    assert [seat["kind"] for seat in table.view()["seats"]] == ["bot", "bot"]


def test_between_rounds_a_bot_takes_over_too(timed: TimedServer) -> None:
    table = dealt(timed, "bot", seats=2)
    while (view := table.view())["status"] == "playing":
        turn = view["round"]["turn"]
        assert table.post("/moves", turn, table.legal(turn)[-1]).is_success
    assert table.delete("/seats/0", 0).json()["status"] == "round_over"
    assert table.post("/deals", 1).json()["round"]["turn"] == 1


def test_leaving_with_a_clock_leaves_the_next_seat_a_full_turn(timed: TimedServer) -> None:
    table = dealt(timed, "forfeit", clock={"move_s": 30})
    timed.later(20)
    before = table.view()["round"]["deadline"]
    after = table.delete("/seats/0", 0).json()["round"]
    assert (after["turn"], after["deadline"] > before) == (1, True)
    timed.later(29.999)
    assert table.view()["version"] == 3
    timed.later(0.001)
    assert table.view()["version"] == 4


def test_a_seat_left_to_a_bot_has_no_deadline_and_no_strikes(timed: TimedServer) -> None:
    table = dealt(timed, "bot", clock={"move_s": 30, "strikes": 1})
    timed.later(30)
    assert table.view()["seats"][0]["away"]
    assert "away" not in table.delete("/seats/0", 0).json()["seats"][0]


def test_leaving_is_refused_for_seats_that_cannot(timed: TimedServer) -> None:
    table = timed.table(seats=[{"name": "Ana"}, {}, {}])
    assert_refused(table.delete("/seats/1", "host"), 409, "seat_open", seat=1)
    assert_refused(table.delete("/seats/7", "host"), 404, "seat_not_found")
    assert_refused(table.delete("/seats/12", "host"), 404, "seat_not_found")
    assert_refused(table.delete("/seats/1", 0), 403, "forbidden")


def test_the_host_calls_a_game_with_bots_and_a_clock_off_once(timed: TimedServer) -> None:
    table = dealt(timed, "bot", clock={"move_s": 30})
    assert table.delete("/seats/0", 0).is_success
    aborted = table.delete("", "host").json()
    assert (aborted["status"], aborted["winners"], aborted["round"]["deadline"]) == ("aborted", None, None)
    assert told_last(timed, table) == [{"type": "game_aborted"}]
    assert_refused(table.delete("", "host"), 409, "game_over")
    timed.later(1000)
    assert table.view()["version"] == aborted["version"]


def test_strangers_look_on_at_a_public_table(timed: TimedServer) -> None:
    table = dealt(timed, "bot")
    watched = table.view()
    assert watched["you"] is None
    assert [seat["cards"] for seat in watched["seats"]] == [5, 5, 5]
    assert table.get("/events?after=0").json()["view"] == watched
    assert_refused(table.get("/moves"), 401, "token_missing")
