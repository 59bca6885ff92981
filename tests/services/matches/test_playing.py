"""The course of a match, by the clock alone: who plays what when, and what ends it."""

import random
from typing import Final

import pytest

from matches import Match, any_move, duel, facts_of
from tables import assert_refused
from timed import TimedServer

HOUSE: Final = ("bot:steady", "bot:random")


def test_house_bots_play_a_match_by_themselves(timed: TimedServer, timed_url: str) -> None:
    match = Match(timed, *HOUSE, deals=3)
    assert match.view()["status"] == "playing"
    view = match.played_out()
    assert (view["status"], view["games"]) == ("finished", {"total": 6, "over": 6, "running": []})
    assert (view["result"]["deals"], view["result"]["games"]) == (3, 6)
    facts = facts_of(timed_url, match)
    totals = [sum(fact.points[entrant] for fact in facts.values()) for entrant in (0, 1)]
    assert [entrant["points"] for entrant in view["result"]["entrants"]] == totals
    wins = [sum(fact.winner == entrant for fact in facts.values()) for entrant in (0, 1)]
    assert [entrant["wins"] for entrant in view["result"]["entrants"]] == wins


def test_games_are_one_round_private_to_their_seats_and_forfeited_by_who_leaves(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, variant="huit-americain", rules={})
    view = match.view()
    assert len(view["games"]["running"]) == 3
    for game_id in view["games"]["running"]:
        assert_refused(timed.http.get(f"/v1/games/{game_id}"), 404, "game_not_found")
        seen = [player.ask("GET", f"/v1/games/{game_id}").json() for player in (ana, ben)]
        assert {one["you"]["seat"] for one in seen} == {0, 1}
        assert (seen[0]["visibility"], seen[0]["on_leave"]) == ("private", "forfeit")
        assert ana.ask("GET", f"/v1/games/{game_id}/rules").json()["rules"]["match"]["type"] == "single"


def test_no_more_games_go_on_than_the_entrant_allows_that_allows_least(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(3, 5), deals=6)
    chance, most = random.Random(2), 0
    while match.view()["status"] == "playing":
        most = max(most, len(match.view()["games"]["running"]))
        match.move(ana, chance)
        match.move(ben, chance)
        match.go_on()
    assert most == 3


def test_a_changed_limit_counts_from_the_next_game_on(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(1, 5), deals=6)
    assert ana.ask("PATCH", "/v1/players/me", {"parallel_games": 4}).status_code == 200
    first = match.view()["games"]["running"]
    chance = random.Random(3)
    while set(first) & set(match.view()["games"]["running"]):
        match.move(ana, chance)
        match.move(ben, chance)
        match.go_on()
    assert len(match.view()["games"]["running"]) == 4


def test_who_goes_away_forfeits_its_games_and_the_match_ends(timed: TimedServer) -> None:
    match, ana, _ = duel(timed, parallel=(4, 4), deals=6)
    chance, waited_s = random.Random(4), 0
    while match.view()["status"] == "playing":
        match.move(ana, chance)
        timed.later(10)
        waited_s += 10
    # twelve games, four at a time, in each of which one turn runs out
    assert waited_s <= 10 * (12 // 4 + 1)
    stayed, away = match.view()["result"]["entrants"]
    assert (stayed["forfeits"], stayed["wins"], stayed["points"]) == (0, 12, 0)
    assert 0 < away["forfeits"] <= 12
    assert away["points"] > 0
    assert away["move_ms"] == {"p50": 10_000.0, "p99": 10_000.0}


def test_a_game_that_somebody_lets_wait_does_not_hold_up_the_others(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(2, 2), deals=4, clock={"move_s": 600})
    stuck, chance = match.view()["games"]["running"][0], random.Random(5)
    for _ in range(200):
        for player in (ana, ben):
            for game_id in match.view()["games"]["running"]:
                view = player.ask("GET", f"/v1/games/{game_id}").json()
                if game_id != stuck and view["status"] == "playing" and view["round"]["turn"] == view["you"]["seat"]:
                    player.ask("POST", f"/v1/games/{game_id}/moves", any_move(view, chance))
        timed.look()
        if match.view()["games"]["over"] == 7:
            break
    assert match.view()["games"] == {"total": 8, "over": 7, "running": [stuck]}
    timed.later(600)
    assert match.go_on()["status"] == "finished"


def test_attempts_against_the_rules_and_the_time_of_moves_are_told(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(1, 1), deals=1)
    [game_id] = match.view()["games"]["running"]
    ana_view = ana.ask("GET", f"/v1/games/{game_id}").json()
    on_turn, other = (ana, ben) if ana_view["round"]["turn"] == ana_view["you"]["seat"] else (ben, ana)
    assert other.ask("POST", f"/v1/games/{game_id}/moves", {"action": "pass"}).json()["code"] == "not_your_turn"
    stale = on_turn.ask("POST", f"/v1/games/{game_id}/moves", {"action": "draw"}, If_Match='"999"')
    assert stale.json()["code"] == "stale_version"
    held = set(on_turn.ask("GET", f"/v1/games/{game_id}").json()["you"]["hand"])
    missing = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C") if card not in held)
    refused = on_turn.ask("POST", f"/v1/games/{game_id}/moves", {"action": "play", "card": missing})
    assert refused.json()["code"] == "card_not_in_hand"
    timed.clock.ms += 1234
    match.move(on_turn, random.Random(1), most=1)
    result = match.played_out(ana, ben)["result"]
    by_player = {entrant["entrant"]: entrant for entrant in result["entrants"]}
    assert [by_player[one.id]["illegal_attempts"] for one in (on_turn, other)] == [1, 1]
    assert 0 < by_player[on_turn.id]["move_ms"]["p99"] <= 1234


def test_a_game_over_is_told_once_though_its_replay_opens_later(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, deals=2)
    match.played_out(ana, ben)
    timed.later(3600)
    inbox = ana.ask("GET", "/v1/players/me/events?after=0").json()
    ended = [
        event["game_id"] for entry in inbox["items"] for event in entry["events"] if event["type"] == "game_finished"
    ]
    assert len(ended) == len(set(ended)) == 4


@pytest.mark.parametrize("variant", ["crazy-eights", "draw-two", "huit-americain", "survivor", "synthesis"])
def test_every_variant_can_be_played_in_single_deals(timed: TimedServer, variant: str) -> None:
    match = Match(timed, *HOUSE, variant=variant, rules={}, deals=1)
    view = match.played_out()
    assert (view["status"], view["result"]["games"]) == ("finished", 2)
