"""Who is in a tournament: by its own consent, once, and until it withdraws."""

from typing import Any, Final

import pytest

from eights.services.tournaments import entrants as listing
from organising import Event, heard
from players import Somebody
from tables import assert_refused
from timed import TimedServer

HOUSE: Final = ("bot:steady", "bot:random")
NOBODY: Final = "a" * 16


def statuses(event: Event) -> dict[str, str]:
    return {entry["entrant"]: entry["status"] for entry in event.get()["entries"]}


def test_house_bots_are_in_at_once_as_often_as_they_are_named(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=["bot:steady", "bot:random", "bot:steady"])
    answer = event.ask("POST", "/entries", {"entrants": ["bot:steady"]})
    assert answer.status_code == 201
    assert answer.json()["entries"] == [
        {"entrant": "bot:steady:3", "name": "steady 3", "status": "entered", "from_round": 1}
    ]
    assert list(statuses(event)) == ["bot:steady", "bot:random", "bot:steady:2", "bot:steady:3"]


def test_players_are_invited_and_enter_themselves(timed: TimedServer) -> None:
    ana, ben = Somebody.registered(timed.http, "Ana"), Somebody.registered(timed.http, "Ben")
    event = Event.created(timed, entrants=[ana.id])
    assert statuses(event) == {ana.id: "invited"}
    assert_refused(ben.ask("POST", event.path + "/entries"), 403, "by_invitation_only")
    entered = ana.ask("POST", event.path + "/entries")
    assert (entered.status_code, entered.json()["entries"][0]["name"]) == (201, "Ana")
    assert statuses(event) == {ana.id: "entered"}
    assert event.ask("POST", "/entries", {"entrants": [ben.id]}).json()["entries"][0]["status"] == "invited"
    event.enter(ben)
    assert heard(ben) == ["invited", "entered"]


def test_an_invitation_is_no_entry(timed: TimedServer) -> None:
    ana = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[ana.id, *HOUSE])
    paired = event.begin("/start")
    assert ana.id not in [name for table in paired["tables"] for name in table["seats"]]
    assert ana.id not in statuses(event)


def test_nobody_enters_twice(timed: TimedServer) -> None:
    ana = Somebody.registered(timed.http)
    event = Event.created(timed, open=True)
    event.enter(ana)
    assert_refused(ana.ask("POST", event.path + "/entries"), 409, "entered_already")
    assert_refused(event.ask("POST", "/entries", {"entrants": [ana.id]}), 409, "listed_already", entrant=ana.id)
    again = {"name": "Twice", "variant": "draw-two", "format": "swiss", "entrants": [ana.id, ana.id]}
    assert_refused(timed.http.post("/v1/tournaments", json=again), 422, "entrant_named_twice", entrant=ana.id)


def test_only_who_exists_is_entered(timed: TimedServer) -> None:
    event = Event.created(timed)
    assert_refused(event.ask("POST", "/entries", {"entrants": [NOBODY]}), 422, "unknown_player", player=NOBODY)
    assert_refused(event.ask("POST", "/entries", {"entrants": ["bot:gone"]}), 422, "unknown_bot", bot="gone")
    assert_refused(event.ask("POST", "/entries", {"entrants": ["x"]}), 422, "invalid_request")
    assert_refused(event.ask("POST", "/entries", {}), 422, "entrants_missing")
    assert_refused(event.ask("DELETE", "/entries/bot:steady"), 404, "entrant_not_found")
    assert_refused(event.ask("DELETE", "/entries/somebody"), 404, "entrant_not_found")


def test_players_enter_nobody_but_themselves(timed: TimedServer) -> None:
    ana, ben = Somebody.registered(timed.http), Somebody.registered(timed.http)
    event = Event.created(timed, open=True)
    for other in (ben.id, "bot:steady"):
        assert_refused(ana.ask("POST", event.path + "/entries", {"entrants": [other]}), 403, "forbidden")
    assert ana.ask("POST", event.path + "/entries", {"entrants": [ana.id]}).status_code == 201
    event.enter(ben)
    assert_refused(ana.ask("DELETE", f"{event.path}/entries/{ben.id}"), 403, "forbidden")


def test_the_organisers_token_is_for_one_tournament(timed: TimedServer) -> None:
    event, other = Event.created(timed, entrants=HOUSE), Event.created(timed)
    for method, what in (
        *(("POST", "/start"), ("POST", "/rounds"), ("DELETE", ""), ("DELETE", "/entries/bot:steady")),
        *(("POST", "/entries"), ("POST", "/start?dry_run=true")),
    ):
        assert_refused(event.ask(method, what, token=other.token), 403, "forbidden")
        assert_refused(event.ask(method, what, token=None), 401, "token_missing")
        assert_refused(event.ask(method, what, token="eo_" + "a" * 42), 401, "token_invalid")
    assert event.get()["version"] == 1


def test_before_the_first_round_who_withdraws_is_gone_and_may_come_again(timed: TimedServer) -> None:
    ana, ben = Somebody.registered(timed.http), Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[ben.id], open=True)
    event.enter(ana)
    assert ana.ask("DELETE", event.path + "/entries/me").json()["status"] == "withdrawn"
    assert ben.ask("DELETE", f"{event.path}/entries/{ben.id}").json()["status"] == "declined"
    assert statuses(event) == {}
    assert_refused(ana.ask("DELETE", event.path + "/entries/me"), 404, "entrant_not_found")
    event.enter(ana)
    assert statuses(event) == {ana.id: "entered"}


def test_who_withdraws_forfeits_what_is_still_to_play_and_is_paired_no_more(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[*HOUSE, "bot:steady"], open=True, rounds=2, deals_per_table=2)
    event.enter(otto)
    event.begin("/start")
    timed.look()
    assert otto.ask("DELETE", event.path + "/entries/me").status_code == 200
    assert_refused(otto.ask("DELETE", event.path + "/entries/me"), 409, "withdrawn_already")
    event.play_round()
    [table] = [table for table in event.results()[0]["tables"] if otto.id in table["seats"]]
    seat = table["seats"].index(otto.id)
    assert [deal["gave_up"] for deal in table["deals"]] == [[seat], [seat]]
    assert (table["result"][seat]["place"], table["result"][seat]["absent"]) == (2, True)
    second = event.begin()
    assert otto.id not in [name for table in second["tables"] for name in table["seats"]] + second["byes"]
    line = next(line for line in event.get("/standings")["lines"] if line["entrant"] == otto.id)
    assert (line["withdrawn"], line["points"], line["played"]) == (True, 0, 0)
    assert heard(otto) == ["entered", "started", "round_started", "withdrawn"]


@pytest.mark.parametrize("wish", [{"format": "round_robin"}, {"format": "swiss"}, {"duplicate": True, "rounds": 1}])
def test_a_game_that_nobody_ever_played_in_is_a_loss_for_both(timed: TimedServer, wish: dict[str, Any]) -> None:
    ana, ben = Somebody.registered(timed.http), Somebody.registered(timed.http)
    event = Event.created(timed, open=True, clock={"move_s": 60, "strikes": 1}, **wish)
    event.enter(ana, ben)
    event.begin("/start")
    timed.look()
    while event.get()["round_on"]:
        timed.later(61)
    [table] = event.results()[0]["tables"]
    assert [(one["points"], one["place"], one["absent"]) for one in table["result"]] == [(0, 2, True), (0, 2, True)]
    lines = event.get("/standings")["lines"]
    assert [(line["points"], line["played"]) for line in lines] == [(0, 0), (0, 0)]


def test_who_came_has_the_point_of_a_game_that_the_other_never_played_in(timed: TimedServer) -> None:
    ana, ben = Somebody.registered(timed.http), Somebody.registered(timed.http)
    event = Event.created(timed, open=True, format="round_robin", clock={"move_s": 60, "strikes": 1}, deals_per_table=2)
    event.enter(ana, ben)
    event.begin("/start")
    while event.get()["round_on"]:
        timed.look()
        event.move(ana)
        timed.later(61)
    [table] = event.results()[0]["tables"]
    assert {one["entrant"]: (one["points"], one["place"]) for one in table["result"]} == {
        ana.id: (1, 1),
        ben.id: (0, 2),
    }


def test_a_house_bot_always_came(timed: TimedServer) -> None:
    ana = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=["bot:steady"], open=True, clock={"move_s": 60, "strikes": 1}, rounds=1)
    event.enter(ana)
    event.begin("/start")
    while event.get()["round_on"]:
        timed.later(61)
    [table] = event.results()[0]["tables"]
    places = {one["entrant"]: (one["points"], one["place"]) for one in table["result"]}
    assert places == {"bot:steady": (1, 1), ana.id: (0, 2)}


def test_who_withdraws_after_its_table_has_played_keeps_the_result(timed: TimedServer) -> None:
    ana, ben = Somebody.registered(timed.http), Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[*HOUSE], open=True, rounds=1, pairing="manual")
    event.enter(ana, ben)
    event.begin("/start", tables=[[ana.id, "bot:steady"], [ben.id, "bot:random"]])
    timed.look()
    while not event.results()[0]["tables"][0]["result"]:
        event.move(ana)
        timed.later(0.05)
    before = event.results()[0]["tables"][0]
    assert ana.ask("DELETE", event.path + "/entries/me").status_code == 200
    event.play_round(ben)
    assert event.results()[0]["tables"][0] == before


@pytest.mark.parametrize("wish", [{"format": "round_robin"}, {"format": "knockout", "pairing": "manual"}])
def test_entries_close_with_the_first_round(timed: TimedServer, wish: dict[str, str]) -> None:
    ana = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[*HOUSE] * 2, open=True, **wish)
    by_hand = {"tables": [HOUSE, [f"{name}:2" for name in HOUSE]]} if "pairing" in wish else {}
    event.begin("/start", **by_hand)
    assert_refused(ana.ask("POST", event.path + "/entries"), 409, "entries_closed")


@pytest.mark.parametrize("wish", [{"format": "swiss"}, {"format": "round_robin", "pairing": "manual"}])
def test_a_swiss_and_pairings_by_hand_take_late_entries_for_the_next_round(
    timed: TimedServer, wish: dict[str, str]
) -> None:
    ana = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[*HOUSE], open=True, rounds=2, **wish)
    by_hand = {} if wish["format"] == "swiss" else {"tables": [[*HOUSE]]}
    event.begin("/start", **by_hand)
    event.enter(ana)
    assert event.get()["entries"][-1]["from_round"] == 2
    event.play_round()
    second = event.begin("/rounds", **({**by_hand, "byes": [ana.id]} if by_hand else {}))
    assert ana.id in [name for table in second["tables"] for name in table["seats"]] + second["byes"]
    assert heard(ana) == ["entered", "round_started"]
    late = Somebody.registered(timed.http)
    assert_refused(late.ask("POST", event.path + "/entries"), 409, "entries_closed")


def test_a_tournament_has_room_for_so_many(timed: TimedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_ENTRANTS", 2)
    event = Event.created(timed, entrants=HOUSE, open=True)
    ana = Somebody.registered(timed.http)
    assert_refused(ana.ask("POST", event.path + "/entries"), 409, "tournament_full", most=2)


def test_a_house_bot_that_the_organiser_withdraws_is_last_where_it_had_still_to_play(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=["bot:steady"], open=True, rounds=1, deals_per_table=2)
    event.enter(otto)
    event.begin("/start")
    assert event.ask("DELETE", "/entries/bot:steady").status_code == 200
    event.play_round(otto)
    [table] = event.results()[0]["tables"]
    places = {one["entrant"]: one["place"] for one in table["result"]}
    assert places == {otto.id: 1, "bot:steady": 2}
