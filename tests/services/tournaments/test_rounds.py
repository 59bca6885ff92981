"""Rounds: paired once, by the server or by hand, in their order; what stands in the way is told."""

from typing import Any, Final

import pytest

from organising import Event, heard
from players import Somebody
from tables import another, assert_refused
from timed import TimedServer

HOUSE: Final = ("bot:steady", "bot:random")


def blockers(answer: Any) -> dict[str, Any]:
    """Return what blocks a step: details by code."""
    assert_refused(answer, 409, "tournament_blocked")
    assert all(blocker["message"].endswith(".") for blocker in answer.json()["blockers"])
    return {blocker["code"]: blocker for blocker in answer.json()["blockers"]}


def tables_of(shown: Any) -> list[tuple[list[str], str]]:
    """Return who sits at each table of a round, and its first game."""
    return [(table["seats"], table["games"][0]["game_id"]) for table in shown["tables"]]


def test_house_bots_play_a_swiss_by_themselves_round_after_round(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 3, rounds=3, deals_per_table=2)
    event.play_out()
    view, standings = event.get(), event.get("/standings")
    assert (view["status"], view["round"], view["planned_rounds"]) == ("finished", 3, 3)
    assert (standings["rounds"], standings["final"]) == (3, True)
    assert sum(line["points"] for line in standings["lines"]) == 9
    assert all(line["played"] == 3 for line in standings["lines"])
    met = [tuple(sorted(table["seats"])) for played in event.results() for table in played["tables"]]
    assert len(set(met)) == len(met) == 9
    assert len(event.replays()) == 18


def test_a_tournament_once_begun_stays_so_however_often_it_is_started(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 2, rounds=2)
    first = event.begin("/start")
    for _ in range(2):
        again = event.ask("POST", "/start")
        assert (again.status_code, tables_of(again.json())) == (200, tables_of(first))
    event.play_round()
    event.begin()
    for query in ("", "?dry_run=true"):
        late = event.ask("POST", "/start" + query)
        assert (late.status_code, late.json()) == (200, event.get("/rounds")["items"][0])
        assert (late.json()["status"], late.json()["tables"][0]["over"]) == ("over", True)
    assert [game["game_id"] for game in event.games(1)] == [table["games"][0]["game_id"] for table in first["tables"]]


def test_a_round_asked_for_by_its_number_is_never_followed_by_another_one(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 2, rounds=3)
    event.begin("/start")
    event.play_round()
    second = event.begin("/rounds", number=2)
    event.play_round()
    late = event.ask("POST", "/rounds", {"number": 2})
    assert (late.status_code, late.json()["tables"][0]["seats"]) == (200, second["tables"][0]["seats"])
    assert event.get()["round"] == 2
    assert blockers(event.ask("POST", "/rounds", {"number": 4}))["another_round"]["next"] == 3


def test_a_keyed_request_gets_its_first_answer_again(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 2, rounds=3)
    first = event.ask("POST", "/start", {}, Idempotency_Key="begin")
    event.play_round()
    again = event.ask("POST", "/start", {}, Idempotency_Key="begin")
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["Idempotent-Replayed"] == "true"


def test_the_round_that_is_on_blocks_the_next_one_and_its_games_are_listed(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=["bot:steady"], open=True, rounds=2)
    event.enter(Somebody.registered(timed.http))
    first = event.begin("/start")
    assert event.ask("POST", "/rounds").json()["number"] == 1
    waiting = blockers(event.ask("POST", "/rounds", {"number": 2}))["games_open"]
    assert (waiting["round"], waiting["open"]) == (1, 1)
    assert waiting["games"] == first["tables"][0]["games"][0]["game_id"]
    assert "games_open" in blockers(event.ask("POST", "/rounds?dry_run=true"))
    french = event.ask("POST", "/rounds", {"number": 2}, Accept_Language="fr").json()["blockers"]
    assert french[0]["message"].startswith("La ronde 1 se joue encore")


def test_a_dry_run_shows_the_round_that_would_be_and_changes_nothing(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 2, rounds=2)
    before = event.get()
    shown = event.ask("POST", "/start?dry_run=true")
    assert (shown.status_code, shown.json()["status"]) == (200, "planned")
    assert event.get() == before
    paired = event.begin("/start")
    assert [table["seats"] for table in paired["tables"]] == [table["seats"] for table in shown.json()["tables"]]
    event.play_round()
    shown = event.ask("POST", "/rounds?dry_run=true").json()
    assert event.get()["round"] == 1
    assert [table["seats"] for table in shown["tables"]] == [table["seats"] for table in event.begin()["tables"]]


@pytest.mark.parametrize("step", ["/start", "/rounds"])
def test_a_dry_run_holds_for_the_revision_that_is_named_as_the_real_one_does(timed: TimedServer, step: str) -> None:
    event = Event.created(timed, entrants=[*HOUSE], rounds=2)
    if step == "/rounds":
        event.begin("/start")
        event.play_round()
    tag = event.ask("GET").headers["ETag"]
    for query in ("?dry_run=true", ""):
        assert_refused(
            event.ask("POST", step + query, If_Match=another(tag)),
            412,
            "stale_version",
            revision=tag[1:-1].partition(".")[0],
        )
    for query in ("?dry_run=true", ""):
        assert event.ask("POST", step + query, If_Match=tag).status_code in (200, 201)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"entrants": []}, "too_few_entrants"),
        ({"entrants": ["bot:steady"]}, "too_few_entrants"),
        ({"entrants": ["bot:steady"] * 7, "table_size": 4, "byes": False}, "tables_impossible"),
        ({"entrants": ["bot:steady"] * 3, "byes": False}, "tables_impossible"),
        ({"entrants": ["bot:steady"] * 300, "format": "round_robin"}, "too_many_rounds"),
        ({"entrants": ["bot:steady"] * 42, "deals_per_table": 100, "rounds": 1}, "too_many_games"),
        ({"entrants": [*HOUSE], "pairing": "manual"}, "pairings_needed"),
    ],
)
def test_what_stands_in_the_way_of_a_start_is_told(timed: TimedServer, wish: dict[str, Any], code: str) -> None:
    event = Event.created(timed, **wish)
    for query in ("", "?dry_run=true"):
        assert code in blockers(event.ask("POST", "/start" + query))
    assert event.get()["status"] == "open"


@pytest.mark.parametrize("entrants", [[], ["bot:steady"]])
def test_nor_does_a_round_made_by_hand_begin_with_nobody_to_meet(timed: TimedServer, entrants: list[str]) -> None:
    event = Event.created(timed, entrants=entrants, pairing="manual", rounds=1)
    assert "too_few_entrants" in blockers(event.ask("POST", "/start", {"tables": [], "byes": entrants}))
    assert event.get()["status"] == "open"


def test_rounds_come_after_the_start(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=HOUSE)
    assert "not_started" in blockers(event.ask("POST", "/rounds"))


def test_pairings_are_the_servers_or_the_organisers(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=HOUSE)
    assert "pairings_not_wanted" in blockers(event.ask("POST", "/start", {"tables": [[*HOUSE]]}))


def test_a_round_made_by_hand_is_played_as_it_was_made(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=[*HOUSE], open=True, pairing="manual", format="round_robin", rounds=2)
    event.enter(otto)
    by_hand = {"tables": [["bot:random", otto.id]], "byes": ["bot:steady"]}
    first = event.begin("/start", **by_hand)
    assert ([table["seats"] for table in first["tables"]], first["byes"]) == (by_hand["tables"], by_hand["byes"])
    event.play_round(otto)
    event.begin("/rounds", **by_hand)
    assert event.ask("POST", "/rounds", by_hand).status_code == 200
    assert "games_open" in blockers(event.ask("POST", "/rounds", {"tables": [["bot:random", "bot:steady"]]}))
    event.play_round(otto)
    assert event.get()["status"] == "finished"


def test_what_is_wrong_with_pairings_is_told_place_by_place(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE, *HOUSE], pairing="manual", byes=False)
    wrong = {
        "tables": [["bot:steady", "bot:random"], ["bot:steady", "bot:nobody"], ["bot:random:2"]],
        "byes": ["bot:steady:2"],
    }
    answer = event.ask("POST", "/start", wrong, Accept_Language="fr")
    assert_refused(answer, 422, "pairing_invalid")
    assert {fault["path"]: fault["code"] for fault in answer.json()["errors"]} == {
        "tables.1.0": "entrant_named_twice",
        "tables.1.1": "entrant_unknown",
        "tables.2": "table_size_wrong",
        "byes.0": "byes_not_allowed",
    }
    assert answer.json()["errors"][0]["message"].startswith(("Une table", "bot:", "Ce tournoi"))
    missing = event.ask("POST", "/start", {"tables": [["bot:steady", "bot:random"]]})
    assert [fault["code"] for fault in missing.json()["errors"]] == ["entrant_missing"] * 2
    assert_refused(event.ask("POST", "/start", {"byes": ["bot:steady"]}), 422, "pairing_invalid")


def test_a_knockout_follows_its_seeding_and_has_one_winner(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=["bot:random"] * 4 + ["bot:steady"], format="knockout")
    paired = event.begin("/start", seeding=["bot:steady", "bot:random:4"])
    assert event.get()["entries"][0]["entrant"] == "bot:steady"
    assert (len(paired["tables"]), len(paired["byes"])) == (1, 3)
    assert paired["byes"][0] == "bot:steady"
    event.play_round()
    while event.get()["status"] == "playing":
        event.begin()
        event.play_round()
    assert event.get()["round"] == 3
    survived = sorted(line["survived"] for line in event.get("/standings")["lines"])
    assert survived == [0, 1, 1, 2, 3]


def test_seeding_names_entrants_and_each_once(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=HOUSE)
    assert_refused(event.ask("POST", "/start", {"seeding": ["bot:steady:7"]}), 422, "unknown_entrant")
    assert_refused(event.ask("POST", "/start", {"seeding": ["bot:steady"] * 2}), 422, "entrant_named_twice")


def test_a_tied_table_of_a_knockout_plays_three_more_deals_and_then_the_higher_seed_goes_on(timed: TimedServer) -> None:
    pointless = {"points": {}, "hand_size": {"default": 2}, "turn_limit": 60, "starter": {"wild": "plain"}}
    nothing = dict.fromkeys(("8", "K", "Q", "J", "T", "9", "7", "6", "5", "4", "3", "2", "A"), 0)
    event = Event.created(timed, entrants=HOUSE, format="knockout", rules={**pointless, "points": nothing})
    event.play_out()
    [table] = event.results()[0]["tables"]
    assert [deal["points"] for deal in table["deals"]] == [[0, 0]] * 4
    assert event.get("/standings")["lines"][0]["entrant"] == "bot:steady"


@pytest.mark.parametrize("wish", [{"format": "round_robin"}, {"format": "round_robin", "table_size": 3}])
def test_a_round_robin_lets_everybody_meet(timed: TimedServer, wish: dict[str, Any]) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 3, **wish)
    event.play_out()
    assert event.get()["status"] == "finished"
    assert event.get()["planned_rounds"] == len(event.results())


def test_players_are_told_what_happens_and_find_their_games(timed: TimedServer) -> None:
    ana, ben, eve = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben", "Eve"))
    event = Event.created(timed, entrants=[ana.id], open=True, rounds=2)
    event.enter(ana, ben, eve)
    event.play_out(ana, ben, eve)
    assert heard(ana) == ["invited", "entered", "started", "round_started", "round_started", "finished"]
    inbox = [
        event for entry in eve.ask("GET", "/v1/players/me/events?after=0").json()["items"] for event in entry["events"]
    ]
    rounds = [one for one in inbox if one["type"] == "tournament_round_started"]
    assert [one["round"] for one in rounds] == [1, 2]
    assert [one["bye"] for one in rounds] == [True, False]
    assert sum(one["type"] == "game_started" for one in inbox) == 1


def test_a_tournament_of_which_only_one_is_left_is_over(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE, "bot:steady"], rounds=5)
    event.begin("/start")
    event.play_round()
    for entrant in ("bot:random", "bot:steady"):
        assert event.ask("DELETE", f"/entries/{entrant}").status_code == 200
    assert event.get()["status"] == "finished"
    assert_refused(event.ask("POST", "/rounds"), 409, "tournament_over")


def test_a_tournament_that_is_called_off_takes_its_games_along(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = Event.created(timed, entrants=["bot:steady"], open=True)
    event.enter(otto)
    [table] = event.begin("/start")["tables"]
    timed.look()
    off = event.ask("DELETE")
    assert (off.status_code, off.json()["status"]) == (200, "aborted")
    timed.look()
    game = timed.http.get(f"/v1/games/{table['games'][0]['game_id']}").json()
    assert game["status"] == "aborted"
    assert heard(otto)[-1] == "finished"
    for method, what in (("POST", "/start"), ("POST", "/rounds"), ("DELETE", ""), ("POST", "/entries")):
        assert_refused(
            event.ask(method, what, {"entrants": ["bot:steady"]} if what == "/entries" else None),
            409,
            "tournament_over",
        )
