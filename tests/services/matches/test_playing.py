"""The course of a match, by the clock alone: who plays what when, what ends it, and that nothing is done twice."""

import hashlib
import hmac
import random
import struct
import threading
from typing import Any, Final

import msgspec
import pytest

from eights.app import SystemSecrets
from eights.config import Settings
from eights.services.clocks import LENT_FOR_MS
from eights.services.identity import derived_id
from eights.services.lifetimes import Lifetimes
from eights.services.matches.chance import drawn_order
from eights.services.matches.match import OPEN_FOR_MS
from eights.services.matches.playing import LOOK_FOR_ENTRIES_MS
from eights.services.matches.tally import GameFact
from eights.store.records import RedisFacts
from eights.store.stores import stores_of, stores_on
from eights.store.wakes import RedisWakes
from eights.web.parts import assembled
from eights.web.slots import StreamLimits
from matches import Match, any_move, heard
from players import Somebody
from services.ratings.interleaving import Counted
from tables import assert_refused
from timed import Killed, TimedServer, look_once

HOUSE: Final = ("bot:steady", "bot:random")


def facts_of(server_url: str, match: Match) -> dict[str, GameFact]:
    stored = stores_of(Settings(redis_url=server_url)).match_facts
    assert isinstance(stored, RedisFacts)
    return {name: msgspec.msgpack.decode(fact, type=GameFact) for name, fact in stored.of(match.id).items()}


def duel(server: TimedServer, *, parallel: tuple[int, int] = (3, 5), **wish: Any) -> tuple[Match, Somebody, Somebody]:
    """Return a match of two players, entered and begun."""
    ana = Somebody.registered(server.http, "Ana", parallel_games=parallel[0])
    ben = Somebody.registered(server.http, "Ben", parallel_games=parallel[1])
    match = Match(server, ana.id, ben.id, creator=ana, **wish)
    match.entered(ben)
    return match, ana, ben


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


def test_a_match_waits_until_all_have_entered(timed: TimedServer) -> None:
    ana, ben, cem = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben", "Cem"))
    match = Match(timed, ana.id, ben.id, "bot:steady", cem.id, creator=ana)
    timed.look()
    assert match.view()["status"] == "open"
    assert [heard(player) for player in (ana, ben, cem)] == [[], ["match_invited"], ["match_invited"]]
    match.entered(ben)
    assert (match.view()["status"], match.view()["games"]["running"]) == ("open", [])
    match.entered(cem)
    assert match.view()["status"] == "playing"
    assert heard(cem) == ["match_invited", "match_started"]
    assert len(match.go_on()["games"]["running"]) == 8


def test_everybody_in_it_hears_of_a_match_once_and_its_creator_of_the_end(timed: TimedServer) -> None:
    ana, ben = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben"))
    match = Match(timed, ana.id, ben.id, deals=1)
    timed.look()
    timed.later(LOOK_FOR_ENTRIES_MS / 1000)
    match.entered(ana, ben)
    match.played_out(ana, ben)
    timed.later(3600)
    assert heard(ana) == heard(ben) == ["match_invited", "match_started", "match_finished"]
    assert heard(match.creator) == ["match_finished"]


def test_a_game_over_is_told_once_though_its_replay_opens_later(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, deals=2)
    match.played_out(ana, ben)
    timed.later(3600)
    inbox = ana.ask("GET", "/v1/players/me/events?after=0").json()
    ended = [
        event["game_id"] for entry in inbox["items"] for event in entry["events"] if event["type"] == "game_finished"
    ]
    assert len(ended) == len(set(ended)) == 4


def test_a_match_that_not_all_enter_lapses(timed: TimedServer) -> None:
    ana, ben = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben"))
    match = Match(timed, ana.id, ben.id, creator=ana)
    timed.later(OPEN_FOR_MS / 1000 - 1)
    assert match.view()["status"] == "open"
    timed.later(LOOK_FOR_ENTRIES_MS / 1000)
    assert match.view()["status"] == "aborted"
    assert heard(ana) == ["match_finished"]


def test_calling_a_match_off_ends_its_games_and_shows_its_seeds_once_they_are_over(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, deals=6)
    running = match.view()["games"]["running"]
    called_off = ana.ask("DELETE", match.path).json()
    assert (called_off["status"], called_off["seed"]) == ("aborted", None)
    assert all(deal["seed"] is None for deal in match.deals())
    view = match.go_on()
    assert hashlib.sha256(bytes.fromhex(view["seed"])).hexdigest() == view["seed_hash"]
    for game_id in running:
        assert timed.http.get(f"/v1/games/{game_id}").json()["status"] == "aborted"
        assert timed.http.get(f"/v1/games/{game_id}/replay").json()["ended"] == "aborted"
    assert heard(ben)[-1] == "match_finished"


def test_a_deal_and_its_games_are_shown_when_the_last_game_on_it_is_over_and_not_before(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(1, 1), deals=3)
    chance, shown = random.Random(6), 0
    for _ in range(6):
        [game_id] = match.view()["games"]["running"]
        while game_id in match.view()["games"]["running"]:
            match.move(ana, chance)
            match.move(ben, chance)
            timed.later(1)
        complete = {game["game_id"] for deal in match.deals() if deal["complete"] for game in deal["games"]}
        replay = ana.ask("GET", f"/v1/games/{game_id}/replay")
        if game_id in complete:
            assert replay.status_code == 200
            shown += 1
        else:
            assert_refused(replay, 409, "replay_not_ready")
            assert_refused(timed.http.get(f"/v1/games/{game_id}"), 404, "game_not_found")
        assert all((deal["seed"] is None) != deal["complete"] for deal in match.deals())
    assert shown == 3
    for deal in match.deals():
        assert hashlib.sha256(bytes.fromhex(deal["seed"])).hexdigest() == deal["seed_hash"]
        replays = [timed.http.get(f"/v1/games/{game['game_id']}/replay").json() for game in deal["games"]]
        assert {(replay["seed"], replay["label"]) for replay in replays} == {(deal["seed"], deal["label"])}
        assert [set(game["seats"]) for game in deal["games"]] == [{ana.id, ben.id}] * 2


def test_what_is_shown_meanwhile_is_the_result_of_complete_deals(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(2, 2), deals=8)
    chance = random.Random(7)
    while match.view()["status"] == "playing":
        match.move(ana, chance, most=3)
        match.move(ben, chance, most=3)
        timed.later(1)
        view, deals = match.view(), [deal for deal in match.deals() if deal["complete"]]
        if view["result"] is None:
            assert not deals
        elif view["result"]["deals"] == len(deals):
            scored = dict.fromkeys((ana.id, ben.id), 0)
            for game in (game for deal in deals for game in deal["games"]):
                for entrant, points in zip(game["seats"], game["points"], strict=True):
                    scored[entrant] += points
            assert [one["points"] for one in view["result"]["entrants"]] == list(scored.values())
    assert view["result"]["deals"] == 8


def victim_of(url: str, server: TimedServer, commands: int) -> Any:
    """Return the clocks of a process that dies after so many commands to the store."""
    limits = StreamLimits(per_caller=20, per_process=100, stall_s=5)
    stores = stores_on(Counted(url, commands), 600)
    return assembled(stores, RedisWakes(url), server.clock, SystemSecrets(), Lifetimes(), limits).clocks


def dies(clocks: Any, server: TimedServer) -> bool:
    """Have a process look after the clocks until nothing is left to do; tell whether it died over it."""
    try:
        for _ in range(12):
            while look_once(clocks) == 0:
                pass
            server.clock.ms += 50
    except Killed:
        return True
    return False


def test_a_process_may_die_after_any_command_and_the_next_one_takes_the_match_on(
    timed: TimedServer, timed_url: str
) -> None:
    commands, alive, died = 0, True, 0
    while alive:
        commands += 1
        match = Match(timed, *HOUSE, deals=1)
        alive = dies(victim_of(timed_url, timed, commands), timed)
        died += alive
        timed.later(LENT_FOR_MS / 1000)
        view = match.go_on()
        assert (view["status"], view["games"]["over"], view["result"]["games"]) == ("finished", 2, 2), commands
        assert all(deal["complete"] for deal in match.deals())
        facts = facts_of(timed_url, match)
        assert sorted(facts) == ["0", "1"]
        points = [sum(fact.points[entrant] for fact in facts.values()) for entrant in (0, 1)]
        assert [entrant["points"] for entrant in view["result"]["entrants"]] == points
        for game in (game for deal in match.deals() for game in deal["games"]):
            assert timed.http.get(f"/v1/games/{game['game_id']}/replay").status_code == 200, commands
        assert heard(match.creator) == ["match_finished"], commands
    assert died > 30


def test_processes_that_look_at_once_play_one_match(timed: TimedServer, timed_url: str) -> None:
    match = Match(timed, *HOUSE, deals=10)
    others = [TimedServer(timed_url) for _ in range(3)]
    failed: list[BaseException] = []

    def advance(server: TimedServer) -> None:
        try:
            for _ in range(400):
                server.parts.matches.playing.advance(match.id)
                server.look()
        except BaseException as failure:
            failed.append(failure)

    threads = [threading.Thread(target=advance, args=(server,)) for server in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    view = match.played_out()
    assert (view["games"]["over"], view["result"]["deals"], view["result"]["games"]) == (20, 10, 20)
    assert len(facts_of(timed_url, match)) == 20
    for game in (game for deal in match.deals() for game in deal["games"]):
        assert timed.http.get(f"/v1/games/{game['game_id']}/replay").status_code == 200


@pytest.mark.parametrize("variant", ["crazy-eights", "draw-two", "huit-americain", "survivor", "synthesis"])
def test_every_variant_can_be_played_in_single_deals(timed: TimedServer, variant: str) -> None:
    match = Match(timed, *HOUSE, variant=variant, rules={}, deals=1)
    view = match.played_out()
    assert (view["status"], view["result"]["games"]) == ("finished", 2)


def test_whoever_dies_while_a_match_is_called_off_its_games_end_and_open(timed: TimedServer, timed_url: str) -> None:
    commands, alive = 0, True
    while alive:
        commands += 1
        match, ana, ben = duel(timed, parallel=(2, 2), deals=2, clock={"move_s": 600})
        running = match.view()["games"]["running"]
        assert ana.ask("DELETE", match.path).status_code == 200
        alive = dies(victim_of(timed_url, timed, commands), timed)
        timed.later(LENT_FOR_MS / 1000)
        assert match.go_on()["seed"] is not None, commands
        for game_id in running:
            assert timed.http.get(f"/v1/games/{game_id}/replay").json()["ended"] == "aborted", commands
        assert heard(ben) == ["match_started", "match_finished"], commands
    assert commands > 10


def test_from_the_seed_of_a_match_anybody_computes_its_deals_and_their_order_again(timed: TimedServer) -> None:
    match = Match(timed, *HOUSE, deals=5)
    view, deals = match.played_out(), match.deals()
    secret = bytes.fromhex(view["seed"])
    seeds = [hmac.digest(secret, b"eights/match/1 seed" + struct.pack(">I", deal), "sha256") for deal in range(5)]
    assert [deal["seed"] for deal in deals] == [seed.hex() for seed in seeds]
    places = struct.unpack(">10H", drawn_order(secret, 10))
    in_order = [derived_id("match", match.id, number) for number in range(10)]
    games = [game["game_id"] for deal in deals for game in deal["games"]]
    assert [games[place] for place in places] == in_order
