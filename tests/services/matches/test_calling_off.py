"""Calling a match off: all its games end before anything is shown of their deals, whoever begins some meanwhile."""

import hashlib

from eights.services.identity import derived_id
from matches import Match, duel, heard
from players import Somebody
from timed import Interrupted, TimedServer, look_once

SOON_S = 0.02


def entered(server: TimedServer, parallel: int, deals: int) -> tuple[Match, Somebody, Somebody]:
    """Return a match of two players who have entered; nothing of it has begun."""
    ana = Somebody.registered(server.http, "Ana", parallel_games=parallel)
    ben = Somebody.registered(server.http, "Ben", parallel_games=parallel)
    match = Match(server, ana.id, ben.id, creator=ana, deals=deals, clock={"move_s": 600})
    assert ben.ask("POST", f"{match.path}/entries").status_code == 201
    return match, ana, ben


def test_no_replay_opens_while_a_game_of_the_match_goes_on(timed: TimedServer) -> None:
    match, ana, _ = entered(timed, parallel=24, deals=12)
    while len(running := match.view()["games"]["running"]) < 24:
        timed.later(SOON_S)
    assert ana.ask("DELETE", match.path).status_code == 200
    live, looks = set(running), 0
    while live:
        live = {one for one in live if ana.ask("GET", f"/v1/games/{one}").json()["status"] == "playing"}
        replays = [ana.ask("GET", f"/v1/games/{one}/replay").status_code for one in running]
        assert not live or 200 not in replays, (looks, len(live))
        look_once(timed.clocks)
        timed.clock.ms += 20
        looks += 1
    assert looks > 2, "it was done a little at a time"
    match.go_on()
    for game_id in running:
        assert timed.http.get(f"/v1/games/{game_id}/replay").json()["ended"] == "aborted"


def test_games_that_are_begun_while_their_match_is_called_off_end_and_open_too(
    timed: TimedServer, timed_url: str
) -> None:
    match, ana, ben = entered(timed, parallel=3, deals=2)
    store = Interrupted(timed_url)
    slow = TimedServer(timed_url, store)

    def called_off() -> None:
        assert ana.ask("DELETE", match.path).status_code == 200
        for _ in range(4):
            timed.later(SOON_S)
        assert match.view()["seed"] is not None

    store.before_commit = called_off
    slow.look()
    begun = [derived_id("match", match.id, number) for number in range(3)]
    for game_id in begun:
        game = timed.http.get(f"/v1/games/{game_id}").json()
        assert game["status"] == "aborted"
        assert timed.http.get(f"/v1/games/{game_id}/replay").json()["ended"] == "aborted"
    assert ben.ask("GET", "/v1/players/me/games?turn=mine").json()["items"] == []


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
