"""Turns that run out: what the server does, and that it does it once, whoever comes in between."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eights.services.clocks import LENT_FOR_MS, ON_ITS_WAY_MS
from eights.services.course import GO_ON_AFTER_MS
from eights.services.outcomes import LOOK_AGAIN_AFTER_MS
from eights.store.connection import Connection
from tables import Table, assert_refused
from timed import Interrupted, Killed, TimedServer, killed

MOVE_S = 30
PLAIN = {"starter": {"wild": "plain"}}
"""Seat 0 begins, whatever the starter."""
ENDLESS = {"match": {"type": "points", "points": 10_000}}
"""A match that goes on and on."""
PEOPLE = [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cem"}]
DRAW = {"action": "draw"}


def dealt(server: TimedServer, **clock: Any) -> Table:
    """Deal a game of three in which seat 0 is on turn, with a clock."""
    wish: dict[str, Any] = {"seats": PEOPLE, "first_dealer": 2, "auto_deal": True, "rules": PLAIN}
    return server.table(clock={"move_s": MOVE_S, **clock}, **wish)


def kinds(server: TimedServer, table: Table) -> list[str]:
    return [event["type"] for event in server.events(table)]


def turns_run_out(server: TimedServer, table: Table) -> int:
    return kinds(server, table).count("clock_ran_out")


def interrupted(url: str) -> tuple[TimedServer, Interrupted]:
    """Return a server beside others on the same store, and what may come in between its commits."""
    store = Interrupted(url)
    return TimedServer(url, store), store


def test_before_its_time_nothing_happens_and_at_it_the_server_acts(timed: TimedServer) -> None:
    table = dealt(timed)
    timed.later(MOVE_S - 0.001)
    assert table.view()["version"] == 1
    timed.later(0.001)
    assert table.view()["version"] == 2
    assert turns_run_out(timed, table) == 1


def test_what_ran_out_begins_anew_for_the_next_seat(timed: TimedServer) -> None:
    table = dealt(timed)
    for turn in range(6):
        assert table.view()["round"]["turn"] == turn % 3
        timed.later(MOVE_S)
    assert turns_run_out(timed, table) == 6


def test_a_move_in_time_counts_and_the_next_seat_has_a_full_turn(timed: TimedServer) -> None:
    table = dealt(timed)
    timed.later(MOVE_S - 0.001)
    assert table.post("/moves", 0, DRAW).status_code == 200
    if table.view()["round"]["turn"] == 0:
        assert table.post("/moves", 0, {"action": "pass"}).status_code == 200
    timed.later(MOVE_S - 0.001)
    assert turns_run_out(timed, table) == 0
    timed.later(0.001)
    assert [event["seat"] for event in timed.events(table) if event["type"] == "clock_ran_out"] == [1]


def test_a_move_that_comes_late_is_refused_as_late_before_anybody_acted(timed: TimedServer) -> None:
    table = dealt(timed)
    timed.clock.ms += 1000 * MOVE_S
    late = table.post("/moves", 0, DRAW)
    assert_refused(late, 409, "clock_ran_out", version=1, legal_moves=table.legal(0))
    timed.look()
    assert_refused(table.post("/moves", 0, DRAW), 409, "clock_ran_out", version=2)


def test_who_is_off_turn_without_having_let_time_go_by_is_told_just_that(timed: TimedServer) -> None:
    table = dealt(timed)
    assert_refused(table.post("/moves", 1, DRAW), 409, "not_your_turn", version=1)


def test_of_a_move_and_the_clock_the_first_to_be_written_counts(timed: TimedServer, timed_url: str) -> None:
    table = dealt(timed)
    other, store = interrupted(timed_url)
    timed.clock.ms += 1000 * MOVE_S - 1
    other.clock.ms += 1000 * MOVE_S
    store.before_commit = lambda: table.post("/moves", 0, DRAW)
    other.look()
    assert turns_run_out(timed, table) == 0
    assert table.view()["version"] == 2
    assert timed.events(table)[-1]["type"] == "cards_drawn"


def test_and_the_other_way_round(timed: TimedServer, timed_url: str) -> None:
    table = dealt(timed)
    other, store = interrupted(timed_url)
    beside = Table(other.http, {"game": {"id": table.id}, "host_token": "", "seat_tokens": {}})
    beside.tokens = table.tokens
    store.before_commit = lambda: timed.later(MOVE_S)
    assert_refused(beside.post("/moves", 0, DRAW), 409, "clock_ran_out", version=2)
    assert turns_run_out(timed, table) == 1
    assert "by" in timed.events(table)[-1]


def test_of_moves_and_clocks_in_many_threads_exactly_one_happens_each_turn(timed: TimedServer, timed_url: str) -> None:
    table = dealt(timed, strikes=20)
    others = [TimedServer(timed_url) for _ in range(2)]
    turns, made = 12, 0
    for _ in range(turns):
        before = table.view()
        seat = before["round"]["turn"]
        timed.clock.ms += 1000 * MOVE_S - 1
        for other in others:
            other.clock.ms = timed.clock.ms + 1
        answers = at_once([lambda: table.post("/moves", seat, DRAW), *(other.look for other in others)])  # noqa: B023
        made += answers[0].status_code == 200
        assert answers[0].status_code in (200, 409)
        acts = [update for update in timed.store.updates(table.id, before["version"]) if update.events]
        assert len(acts) == 1
        if table.view()["round"]["turn"] == seat:
            assert table.post("/moves", seat, {"action": "pass"}).status_code == 200
    assert turns_run_out(timed, table) + made == turns


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    ready, done = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int) -> None:
        ready.wait()
        done[place] = acts[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def test_many_processes_act_once_on_each_deadline(timed: TimedServer, timed_url: str) -> None:
    tables = [dealt(timed) for _ in range(60)]
    program = Path(__file__).with_name("clockkeeper.py")
    command = [sys.executable, str(program), timed_url, str(timed.clock.ms + 1000 * MOVE_S)]
    keepers = [subprocess.Popen(command, env={"PYTHONPATH": ":".join(sys.path)}) for _ in range(3)]
    assert [keeper.wait() for keeper in keepers] == [0, 0, 0]
    assert [turns_run_out(timed, table) for table in tables] == [1] * len(tables)


def test_a_process_that_dies_between_taking_and_acting_leaves_it_to_the_others(
    timed: TimedServer, timed_url: str
) -> None:
    table = dealt(timed)
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms = timed.clock.ms + 1000 * MOVE_S
    store.before_commit = killed
    with pytest.raises(Killed):
        other.look()
    timed.look()
    assert turns_run_out(timed, table) == 0
    timed.later(LENT_FOR_MS / 1000)
    assert turns_run_out(timed, table) == 1


def test_a_process_that_dies_between_acting_and_saying_when_next_loses_no_clock(
    timed: TimedServer, timed_url: str
) -> None:
    table = dealt(timed)
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms = timed.clock.ms + 1000 * MOVE_S
    store.after_commit = killed
    with pytest.raises(Killed):
        other.look()
    assert turns_run_out(timed, table) == 1
    timed.later(LENT_FOR_MS / 1000)
    assert turns_run_out(timed, table) == 1
    timed.later(MOVE_S)
    assert turns_run_out(timed, table) == 2


def test_a_change_that_was_entered_and_never_written_leaves_the_clock_as_it_was(
    timed: TimedServer, timed_url: str
) -> None:
    slow = timed.table(clock={"move_s": 3600}, seats=PEOPLE[:2], first_dealer=1, rules=PLAIN)
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms
    store.before_commit = killed
    beside = Table(other.http, {"game": {"id": slow.id}, "host_token": "", "seat_tokens": {}})
    with pytest.raises(Killed):
        beside.post("/deals", slow.tokens[0])
    assert slow.view()["status"] == "ready"
    for _ in range(3):
        timed.later(3600)
    assert slow.view()["version"] == 1
    assert Connection(timed_url).call("KEYS", "{clock:*") == []
    assert slow.post("/deals", 0).status_code == 200
    timed.later(3600)
    assert turns_run_out(timed, slow) == 1


def waiting_for_its_deal(server: TimedServer) -> Table:
    return server.table(clock={"move_s": 1}, seats=PEOPLE[:2], first_dealer=1, rules=PLAIN)


def test_who_looks_between_entry_and_commit_does_not_put_the_clock_off(timed: TimedServer, timed_url: str) -> None:
    table = waiting_for_its_deal(timed)
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms
    store.before_commit = lambda: timed.later(1)
    beside = Table(other.http, {"game": {"id": table.id}, "host_token": "", "seat_tokens": {}})
    assert beside.post("/deals", table.tokens[0]).status_code == 200
    timed.look()
    assert turns_run_out(timed, table) == 1


def test_nor_if_whoever_wrote_it_dies_at_once(timed: TimedServer, timed_url: str) -> None:
    table = waiting_for_its_deal(timed)
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms
    store.before_commit, store.after_commit = lambda: timed.later(1), killed
    beside = Table(other.http, {"game": {"id": table.id}, "host_token": "", "seat_tokens": {}})
    with pytest.raises(Killed):
        beside.post("/deals", table.tokens[0])
    assert table.view()["status"] == "playing"
    timed.later(ON_ITS_WAY_MS / 1000)
    assert turns_run_out(timed, table) == 1


def test_nor_if_the_game_is_only_being_created(timed: TimedServer, timed_url: str) -> None:
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms
    store.before_commit = lambda: timed.later(MOVE_S)
    table = dealt(other)
    timed.look()
    assert turns_run_out(timed, table) == 1


def test_a_change_that_lost_its_race_leaves_the_clock_that_the_winner_set(timed: TimedServer, timed_url: str) -> None:
    table = timed.table(clock={"move_s": MOVE_S}, seats=PEOPLE, first_dealer=2, rules=PLAIN)
    other, store = interrupted(timed_url)
    other.clock.ms = timed.clock.ms - 20_000
    store.before_commit = lambda: table.post("/deals", 1)
    beside = Table(other.http, {"game": {"id": table.id}, "host_token": "", "seat_tokens": {}})
    assert_refused(beside.post("/deals", table.tokens[0]), 409, "round_on")
    timed.later(MOVE_S - 1)
    assert turns_run_out(timed, table) == 0
    timed.later(1)
    assert turns_run_out(timed, table) == 1


def test_a_clock_that_the_store_lost_is_found_again_when_somebody_comes_late(
    timed: TimedServer, timed_url: str
) -> None:
    table = dealt(timed)
    connection = Connection(timed_url)
    connection.call("DEL", *connection.call("KEYS", "{clock:*"))
    timed.later(MOVE_S)
    assert turns_run_out(timed, table) == 0
    assert_refused(table.post("/moves", 0, DRAW), 409, "clock_ran_out")
    timed.look()
    assert turns_run_out(timed, table) == 1


def test_house_bots_among_themselves_go_on_at_once_although_the_game_is_looked_at_later_too(
    timed: TimedServer,
) -> None:
    table = timed.table(seats=[{"bot": "random"}, {"bot": "random"}], auto_deal=True, rules=ENDLESS)
    for version in range(2, 6):
        timed.later(LOOK_AGAIN_AFTER_MS / 1000 if version == 2 else GO_ON_AFTER_MS / 1000)
        assert (table.view()["status"], table.view()["version"]) == ("playing", version)


def test_games_that_are_over_or_gone_leave_the_timetable(timed: TimedServer, timed_url: str) -> None:
    over, gone = dealt(timed), dealt(timed)
    assert over.delete("", "host").status_code == 200
    connection = Connection(timed_url)
    connection.call("DEL", *connection.call("KEYS", f"{{g:{gone.id}}}:*"))
    for _ in range(2):
        timed.later(MOVE_S + 1)
    assert connection.call("KEYS", "{clock:*") == []
    assert over.view()["version"] == 2
