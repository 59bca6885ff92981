"""House bots at tables: they move within the request that gives them the turn, and no request goes on for ever."""

import itertools
import random
from typing import Any

import httpx
import pytest

from eights.services import changes, clocks
from eights.services.course import AT_ONCE, AT_ONCE_BY_CLOCK, GO_ON_AFTER_MS
from tables import VARIANTS, Table, assert_refused
from timed import TimedServer, look_once

BOTS = ({"bot": "steady"}, {"bot": "random"})
LONG = {"turn_limit": 10_000, "match": {"type": "elimination", "points": 300}}


def with_bots(http: httpx.Client, variant: str = "crazy-eights", **wish: Any) -> Table:
    """Create a table at which Ana sits with two house bots."""
    wish = {"variant": variant, "seats": [{"name": "Ana"}, *BOTS], **wish}
    created = http.post("/v1/games", json=wish)
    assert created.status_code == 201, created.text
    return Table(http, created.json())


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_person_plays_a_match_against_bots_and_never_waits_for_them(timed: TimedServer, variant: str) -> None:
    table, chance = with_bots(timed.http, variant), random.Random(variant)
    view = table.view(0)
    while view["status"] != "finished":
        if view["status"] != "playing":
            view = table.post("/deals", 0).json()
        elif view["seats"][0]["out"]:
            timed.later(GO_ON_AFTER_MS / 1000)
            view = table.view(0)
        else:
            assert view["round"]["turn"] == 0
            view = table.post("/moves", 0, chance.choice(view["you"]["legal_moves"])).json()
    steps = table.get("/replay").json()["steps"]
    asked_for = [step for step in steps if not step.endswith(" by bot")]
    assert view["version"] == 1 + len(asked_for) or view["seats"][0]["out"]


def test_what_bots_do_is_told_after_what_was_asked_for_and_marked_as_theirs(timed: TimedServer) -> None:
    table = with_bots(timed.http, first_dealer=2, rules={"starter": {"wild": "plain"}})
    assert table.post("/deals", 0).json()["version"] == 2
    moved = table.post("/moves", 0, {"action": "draw"})
    if moved.json()["round"]["turn"] == 0 and moved.json()["you"]["drawn"]:
        moved = table.post("/moves", 0, {"action": "pass"})
    told = timed.events(table)[4:]
    assert not [event for event in told if event.get("seat") == 0 and "by" in event]
    acts = [event for event in told if event.get("seat") in (1, 2) and event["type"] in ("card_played", "cards_drawn")]
    assert acts
    assert {event["by"] for event in acts if event.get("reason") in (None, "turn")} == {"bot"}
    assert table.delete("", "host").is_success
    steps = table.get("/replay").json()["steps"]
    assert all(step.endswith(" by bot") == (step[0] in "12") for step in steps if step != "deal")


def test_a_table_of_bots_alone_plays_a_round_when_it_is_dealt(timed: TimedServer) -> None:
    table = with_bots(timed.http, seats=[*BOTS, *BOTS], rules={"match": {"points": 10_000}})
    dealt = table.post("/deals", "host")
    assert (dealt.status_code, dealt.json()["status"], dealt.json()["version"]) == (200, "round_over", 2)
    assert table.post("/deals", "host").json()["last_round"]["number"] == 2
    assert [seat["kind"] for seat in dealt.json()["seats"]] == ["bot"] * 4
    assert table.tokens.keys() == {"host"}


def test_and_a_whole_match_if_it_deals_itself(timed: TimedServer) -> None:
    table = with_bots(timed.http, "synthesis", seats=[*BOTS, *BOTS], auto_deal=True)
    timed.play_out(table)
    assert table.get("/scores").json()["winners"]


def test_one_request_is_bounded_and_the_clock_does_the_rest(timed: TimedServer) -> None:
    seats = [*BOTS] * 6
    table = with_bots(timed.http, "huit-americain", seats=seats, auto_deal=True, rules=LONG)
    view = table.view()
    assert (view["version"], view["status"], view["round"]["deadline"]) == (1, "playing", None)
    taken = [AT_ONCE]
    assert len(timed.store.steps(table.id)) == AT_ONCE
    while table.view()["status"] != "finished":
        timed.clock.ms += GO_ON_AFTER_MS
        assert look_once(timed.clocks) == 0
        taken.append(len(timed.store.steps(table.id)))
    assert len(taken) > 3
    slices = [more - less for less, more in itertools.pairwise(taken)]
    assert set(slices[:-1]) == {AT_ONCE_BY_CLOCK}
    assert slices[-1] <= AT_ONCE_BY_CLOCK


@pytest.mark.parametrize("at_once", [1, 2, 3, 7])
def test_nobodys_time_runs_out_because_bots_were_not_done(
    timed: TimedServer, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(changes, "AT_ONCE", at_once)
    monkeypatch.setattr(clocks, "AT_ONCE_BY_CLOCK", at_once)
    seats = [{"name": "Ana"}, *BOTS, {"name": "Ben"}, *BOTS]
    wish = {"options": ["a_la_volee"], "rules": {"match": {"points": 60}}}
    table = with_bots(timed.http, "huit-americain", seats=seats, clock={"move_s": 30}, auto_deal=True, **wish)
    chance = random.Random(at_once)
    while (view := table.view())["status"] != "finished":
        turn = view["round"]["turn"]
        if turn in (0, 3):
            assert view["round"]["deadline"] is not None
            late = table.post("/moves", turn, chance.choice(table.legal(turn)))
            assert late.status_code == 200, late.text
        else:
            assert view["round"]["deadline"] is None
            timed.later(GO_ON_AFTER_MS / 1000)
    assert "clock_ran_out" not in {event["type"] for event in timed.events(table)}


def test_bots_go_on_when_a_server_died_in_the_middle(timed: TimedServer, timed_url: str) -> None:
    table = with_bots(timed.http, "huit-americain", seats=[*BOTS] * 6, auto_deal=True, rules=LONG)
    assert table.view()["status"] == "playing"
    another = TimedServer(timed_url)
    another.play_out(table)


def test_a_request_that_is_repeated_makes_the_bots_move_once(timed: TimedServer) -> None:
    table = with_bots(timed.http)
    deals = [table.post("/deals", 0, Idempotency_Key="deal") for _ in range(2)]
    assert deals[0].content == deals[1].content
    legal = deals[0].json()["you"]["legal_moves"]
    moves = [table.post("/moves", 0, legal[0], Idempotency_Key="move") for _ in range(2)]
    assert moves[0].content == moves[1].content
    assert moves[1].headers["Idempotent-Replayed"] == "true"
    assert table.view()["version"] == 3


def test_a_private_game_with_bots_is_nobody_elses_affair(timed: TimedServer) -> None:
    table = with_bots(timed.http, visibility="private")
    assert table.post("/deals", 0).is_success
    assert_refused(table.get(), 404, "game_not_found")
    assert [seat["bot"] for seat in table.view(0)["seats"][1:]] == ["steady", "random"]
    assert timed.http.get("/v1/games", params={"status": "playing"}).json()["items"] == []


def test_a_bot_may_have_a_name_and_has_no_token(timed: TimedServer) -> None:
    table = with_bots(timed.http, seats=[{"name": "Ana"}, {"name": "Deep Purple", "bot": "steady"}])
    assert table.view()["seats"][1].items() >= {"name": "Deep Purple", "kind": "bot", "bot": "steady"}.items()
    assert table.tokens.keys() == {"host", 0}


def test_an_unknown_bot_is_refused_by_its_name(timed: TimedServer) -> None:
    refused = timed.http.post("/v1/games", json={"variant": "draw-two", "seats": [{"bot": "expert"}, {}]})
    assert_refused(refused, 422, "unknown_bot", bot="expert")
    assert "expert" in refused.json()["detail"]


def test_the_bots_that_can_be_seated_are_listed_and_can_be_seated(timed: TimedServer) -> None:
    listed = timed.http.get("/v1/bots")
    names = [bot["name"] for bot in listed.json()["items"]]
    assert names == ["random", "steady"]
    assert all(bot["summary"]["en"] and bot["summary"]["fr"] for bot in listed.json()["items"])
    assert with_bots(timed.http, seats=[{"bot": name} for name in names]).view()["status"] == "ready"
    again = timed.http.get("/v1/bots", headers={"If-None-Match": listed.headers["ETag"]})
    assert again.status_code == 304


def test_a_bots_seat_cannot_be_taken_or_left(timed: TimedServer) -> None:
    table = with_bots(timed.http)
    assert_refused(table.post("/seats", None, {"name": "Ben", "seat": 1}), 409, "seat_taken")
    assert_refused(table.delete("/seats/1", 0), 403, "forbidden")
    cleared = table.delete("/seats/1", "host")
    assert (cleared.status_code, cleared.json()["status"]) == (200, "open")
    assert table.post("/seats", None, {"name": "Ben", "seat": 1}).status_code == 201


def test_nobodys_clock_waits_for_games_that_bots_play_among_themselves(timed: TimedServer) -> None:
    bots = timed.table(seats=[{"bot": "steady"}, {"bot": "random"}], auto_deal=True, rules={"match": {"points": 9999}})
    people = timed.table(seats=[{"name": "Ana"}, {"name": "Ben"}], auto_deal=True, clock={"move_s": 1})
    timed.clock.ms += 1_000
    assert [due.subject for due in timed.clocks.take("people")] == [people.id]
    assert [due.subject for due in timed.clocks.take("programs")] == [f"g:{bots.id}"]
