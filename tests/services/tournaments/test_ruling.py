"""Rulings: award, void, replay; on the record with reason and time, and what follows from them."""

from typing import Any, Final

import pytest

from organising import Event, heard
from players import Somebody
from tables import assert_refused
from timed import NOON_MS, TimedServer

REASON: Final = "A card lay on the floor."


def duel(timed: TimedServer, **wish: Any) -> tuple[Event, Somebody, Somebody]:
    """Start a tournament of two players who do nothing yet."""
    ana, ben = Somebody.registered(timed.http, "Ana"), Somebody.registered(timed.http, "Ben")
    event = Event.created(timed, **{"open": True, "rounds": 1, **wish})
    event.enter(ana, ben)
    event.begin("/start")
    timed.look()
    return event, ana, ben


def rule(event: Event, game_id: str, **ruling: Any) -> Any:
    """Rule about a game, as the organiser."""
    return event.ask("POST", f"/games/{game_id}/ruling", {"reason": REASON, **ruling})


def test_an_award_gives_the_table_to_one_and_calls_the_game_off(timed: TimedServer) -> None:
    event, ana, ben = duel(timed, deals_per_table=3)
    [game] = event.games()
    ruling = rule(event, game["game_id"], kind="award", to=ben.id)
    assert ruling.status_code == 201
    assert (ruling.json()["reason"], ruling.json()["at"]) == (REASON, "2026-05-28T20:26:40.000Z")
    assert timed.clock.ms == NOON_MS
    timed.look()
    assert ana.ask("GET", f"/v1/games/{game['game_id']}").json()["status"] == "aborted"
    [played] = event.results()
    assert played["rulings"] == [ruling.json()]
    assert [(one["entrant"], one["place"]) for one in played["tables"][0]["result"]] == sorted(
        [(ana.id, 2), (ben.id, 1)], key=lambda one: played["tables"][0]["seats"].index(one[0])
    )
    assert event.get()["status"] == "finished"
    assert heard(ana)[-1] == "finished"
    lines = event.get("/standings")["lines"]
    assert [(line["entrant"], line["points"], line["played"]) for line in lines] == [(ben.id, 1, 1), (ana.id, 0, 1)]


def test_awarded_points_count_as_if_they_had_been_played(timed: TimedServer) -> None:
    event, *_ = duel(timed)
    [game] = event.games()
    assert rule(event, game["game_id"], kind="award", points=[3, 20]).status_code == 201
    timed.look()
    [table] = event.results()[0]["tables"]
    assert (table["deals"][0]["status"], table["deals"][0]["points"]) == ("awarded", [3, 20])
    assert [(one["place"], one["difference"]) for one in table["result"]] == [(1, 17), (2, -17)]


def test_a_deal_that_is_void_counts_for_nobody(timed: TimedServer) -> None:
    event, *_ = duel(timed)
    assert rule(event, event.games()[0]["game_id"], kind="void").status_code == 201
    timed.look()
    [table] = event.results()[0]["tables"]
    assert (table["deals"][0]["status"], table["deals"][0]["points"]) == ("void", None)
    assert [(one["points"], one["absent"]) for one in table["result"]] == [(0, True)] * 2


def test_a_replay_is_another_game_with_other_cards(timed: TimedServer) -> None:
    event, ana, ben = duel(timed)
    [first] = event.games()
    before = event.seen_by(ana, first["game_id"])
    assert rule(event, first["game_id"], kind="replay").status_code == 201
    timed.look()
    [second] = event.games()
    assert (second["attempt"], second["deal"]) == (2, 1)
    again = event.seen_by(ana, second["game_id"])
    assert again["seed_hash"] != before["seed_hash"]
    assert_refused(rule(event, first["game_id"], kind="void"), 404, "game_not_in_tournament")
    event.play_round(ana, ben)
    assert [ruling["kind"] for ruling in event.results()[0]["rulings"]] == ["replay"]
    assert len(event.replays()) == 2


def test_a_round_that_was_over_goes_on_with_a_replay(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=["bot:steady", "bot:random"] * 2, rounds=2)
    event.begin("/start")
    event.play_round()
    [game, _] = event.games()
    assert rule(event, game["game_id"], kind="replay").status_code == 201
    assert event.get()["round_on"]
    event.play_round()
    assert event.games()[0]["attempt"] == 2
    event.begin()
    event.play_round()
    assert event.get()["status"] == "finished"


def test_a_ruling_after_the_end_changes_the_standings(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=["bot:steady", "bot:random"], rounds=1)
    event.play_out()
    [game] = event.games()
    assert rule(event, game["game_id"], kind="award", to="bot:random").status_code == 201
    assert event.get("/standings")["lines"][0]["entrant"] == "bot:random"
    assert rule(event, game["game_id"], kind="award", to="bot:steady").status_code == 201
    assert event.get("/standings")["lines"][0]["entrant"] == "bot:steady"
    assert len(event.results()[0]["rulings"]) == 2
    assert_refused(rule(event, game["game_id"], kind="replay"), 409, "ruling_too_late")


def test_what_a_knockout_was_paired_by_stands(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=["bot:steady", "bot:random"] * 2, format="knockout")
    event.begin("/start")
    event.play_round()
    event.begin()
    [game, _] = event.games(1)
    assert_refused(rule(event, game["game_id"], kind="void"), 409, "ruling_too_late")


def test_only_games_of_the_tournament_are_ruled_about_and_only_by_its_organiser(timed: TimedServer) -> None:
    event, ana, _ = duel(timed)
    other = Event.created(timed, entrants=["bot:steady", "bot:random"])
    other.begin("/start")
    foreign, [own] = other.games()[0]["game_id"], event.games()
    for game_id in (foreign, "a" * 16):
        assert_refused(rule(event, game_id, kind="void"), 404, "game_not_in_tournament")
    ruling = {"kind": "void", "reason": REASON}
    path = f"/games/{own['game_id']}/ruling"
    assert_refused(event.ask("POST", path, ruling, token=other.token), 403, "forbidden")
    assert_refused(event.ask("POST", path, ruling, token=ana.token), 403, "forbidden")
    assert_refused(event.ask("POST", path, ruling, token=None), 401, "token_missing")
    assert event.results()[0]["rulings"] == []


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({"kind": "award"}, "award_invalid"),
        ({"kind": "award", "to": "bot:steady", "points": [1, 0]}, "award_invalid"),
        ({"kind": "award", "points": [1, 2, 3]}, "award_invalid"),
        ({"kind": "award", "to": "bot:steady"}, "unknown_entrant"),
        ({"kind": "void", "points": [1, 0]}, "award_invalid"),
        ({"kind": "void", "reason": ""}, "invalid_request"),
        ({"kind": "award", "points": [-1, 0]}, "invalid_request"),
        ({"kind": "praise"}, "invalid_request"),
    ],
)
def test_rulings_that_say_nothing_clear_are_refused(timed: TimedServer, ruling: dict[str, Any], code: str) -> None:
    event, *_ = duel(timed)
    assert_refused(rule(event, event.games()[0]["game_id"], **ruling), 422, code)


def test_a_player_who_does_not_appear_is_absent_and_last(timed: TimedServer) -> None:
    event, ana, ben = duel(timed, clock={"move_s": 1, "strikes": 1})
    for _ in range(3):
        timed.later(1)
    [table] = event.results()[0]["tables"]
    [gone] = table["deals"][0]["gave_up"]
    assert table["result"][gone]["place"] == 2
    assert table["result"][gone]["absent"]
    assert table["deals"][0]["points"][gone] > 0
    assert {ana.id, ben.id} == set(table["seats"])


def with_second_deal_on(event: Event, *players: Somebody) -> tuple[str, str]:
    """Start and play the first of a table's two deals; return the ids of both games, the second of which is on."""
    event.begin("/start")
    event.server.look()
    [first] = event.games()
    while event.games()[0]["deal"] == 1:
        event.move(*players)
        event.server.look()
    [second] = event.games()
    return first["game_id"], second["game_id"]


def test_an_award_of_the_table_for_an_earlier_deal_calls_off_the_deal_that_is_on(timed: TimedServer) -> None:
    event = Event.created(timed, open=True, rounds=1, deals_per_table=2)
    ana, ben = Somebody.registered(timed.http, "Ana"), Somebody.registered(timed.http, "Ben")
    event.enter(ana, ben)
    first, second = with_second_deal_on(event, ana, ben)
    assert event.seen_by(ana, second)["status"] == "playing"
    assert rule(event, first, kind="award", to=ana.id).status_code == 201
    timed.look()
    assert event.seen_by(ana, second)["status"] == "aborted"
    assert event.get()["status"] == "finished"


def test_a_tied_knockout_that_awarded_points_decide_plays_no_further_deal(timed: TimedServer) -> None:
    event, ana, ben = duel(timed, format="knockout")
    [first] = event.games()
    assert rule(event, first["game_id"], kind="award", points=[5, 5]).status_code == 201
    timed.look()
    [second] = event.games()
    assert event.seen_by(ben, second["game_id"])["status"] == "playing"
    assert rule(event, first["game_id"], kind="award", points=[0, 5]).status_code == 201
    timed.look()
    assert event.seen_by(ana, second["game_id"])["status"] == "aborted"
    assert event.get()["status"] == "finished"


def test_a_ruling_that_opens_a_table_again_opens_its_round(timed: TimedServer) -> None:
    event, ana, ben = duel(timed, rounds=2, deals_per_table=2)
    [game] = event.games()
    assert rule(event, game["game_id"], kind="award", to=ana.id).status_code == 201
    timed.look()
    assert not event.get()["round_on"]
    assert rule(event, game["game_id"], kind="void").status_code == 201
    assert event.get()["round_on"]
    event.play_round(ana, ben)
    assert event.games()[0]["deal"] == 2
    event.begin()
    event.play_round(ana, ben)
    assert event.get("/standings")["rounds"] == 2


def test_a_deal_that_was_called_off_with_its_table_waits_for_a_ruling_of_its_own(timed: TimedServer) -> None:
    event = Event.created(timed, open=True, rounds=2, deals_per_table=2)
    ana, ben = Somebody.registered(timed.http, "Ana"), Somebody.registered(timed.http, "Ben")
    event.enter(ana, ben)
    first, second = with_second_deal_on(event, ana, ben)
    assert rule(event, first, kind="award", to=ana.id).status_code == 201
    timed.look()
    assert rule(event, first, kind="void").status_code == 201
    timed.look()
    [blocker] = event.ask("POST", "/rounds", {"number": 2}).json()["blockers"]
    assert (blocker["code"], blocker["games"]) == ("games_open", second)
    assert rule(event, second, kind="replay").status_code == 201
    event.play_round(ana, ben)
    assert event.games()[0]["attempt"] == 2


def test_no_table_is_opened_again_whose_result_others_follow_from(timed: TimedServer) -> None:
    event, ana, ben = duel(timed, rounds=2, deals_per_table=2)
    [first] = event.games()
    assert rule(event, first["game_id"], kind="award", to=ana.id).status_code == 201
    timed.look()
    event.begin()
    assert_refused(rule(event, first["game_id"], kind="void"), 409, "ruling_too_late")
    assert rule(event, first["game_id"], kind="award", to=ben.id).status_code == 201
    [second] = event.games(2)
    assert rule(event, second["game_id"], kind="award", to=ben.id).status_code == 201
    timed.look()
    assert event.get()["status"] == "finished"
    assert_refused(rule(event, second["game_id"], kind="award", points=[1, 2]), 409, "ruling_too_late")
    assert event.get("/standings")["rounds"] == 2
