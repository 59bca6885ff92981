"""Processes that die while they take a match on, or look after it at once: nothing is done twice."""

import threading
from typing import Any, Final

from eights.app import SystemSecrets
from eights.services.clocks import LENT_FOR_MS
from eights.services.lifetimes import Lifetimes
from eights.store.stores import stores_on
from eights.store.wakes import RedisWakes
from eights.web.parts import assembled
from eights.web.slots import StreamLimits
from matches import Match, duel, facts_of, heard
from services.ratings.interleaving import Counted
from timed import Killed, TimedServer, look_once

HOUSE: Final = ("bot:steady", "bot:random")


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
