"""A process may die after any command to the store, or lose a race: a tournament goes on, and nothing is double."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

import httpx
import pytest

from eights.app import SystemSecrets
from eights.services.access import Caller, hash_token
from eights.services.changes import Asked
from eights.services.clocks import LENT_FOR_MS, ON_ITS_WAY_MS
from eights.services.lifetimes import Lifetimes
from eights.services.tournaments.keeping import LOOK_AGAIN_AFTER_MS
from eights.services.tournaments.pairing_rounds import RoundWish
from eights.store.connection import Connection, Script
from eights.store.records import COMMIT
from eights.store.servers import Word
from eights.store.stores import stores_on
from eights.store.wakes import RedisWakes
from eights.web.parts import Parts, assembled
from eights.web.slots import StreamLimits
from organising import Event, heard
from players import Somebody
from services.ratings.interleaving import Counted
from timed import Killed, TimedServer, look_once

HOUSE: Final = ("bot:steady", "bot:random")
PROMPT: Final = {"move_s": 1, "strikes": 1}


def parts_on(connection: Connection, url: str, server: TimedServer) -> Parts:
    """Put a process together that works over this connection, by the clock of a server."""
    limits, stores = StreamLimits(per_caller=20, per_process=100, stall_s=5), stores_on(connection, 600)
    return assembled(stores, RedisWakes(url), server.clock, SystemSecrets(), Lifetimes(), limits)


class Victim:
    """A process that dies after so many commands to the store."""

    def __init__(self, url: str, server: TimedServer, commands: int) -> None:
        self._server = server
        behind = parts_on(Counted(url, commands), url, server)
        self._clocks, self._rounds = behind.clocks, behind.tournaments.rounds

    def dies_organising(self, event: Event) -> bool:
        """Start a tournament and play it out; tell whether the process died over it."""
        asked = Asked(Caller(hash_token(event.token), ""))
        try:
            for begin in (self._rounds.start, self._rounds.next):
                begin(event.id, RoundWish(), asked)
                self._play_round()
        except Killed:
            return True
        return False

    def _play_round(self) -> None:
        for _ in range(4):
            while look_once(self._clocks) == 0:
                pass
            self._server.clock.ms += 600


class Late(Connection):
    """Has something happen before each commit of a record, and dies right after the commit."""

    def __init__(self, url: str, before: Callable[[], None]) -> None:
        super().__init__(url)
        self._before = before

    def run(self, script: Script, keys: Sequence[Word], arguments: Sequence[Word]) -> Any:
        """Run a script."""
        if script is not COMMIT:
            return super().run(script, keys, arguments)
        self._before()
        super().run(script, keys, arguments)
        raise Killed


def begun(event: Event, step: str, **body: Any) -> dict[str, Any]:
    """Ask for a round, there or not."""
    answer = event.ask("POST", step, body)
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.json()
    return found


def pairings(paired: dict[str, Any]) -> Any:
    return [table["seats"] for table in paired["tables"]], paired["byes"]


def test_a_process_may_die_after_any_command_and_the_clock_and_the_next_call_repair_it(
    timed: TimedServer, timed_url: str
) -> None:
    commands, died = 0, True
    while died:
        commands += 1
        event = Event.created(timed, entrants=HOUSE, open=True, rounds=2, clock=PROMPT)
        otto = Somebody.registered(timed.http)
        event.enter(otto)
        died = Victim(timed_url, timed, commands).dies_organising(event)
        timed.clock.ms += LENT_FOR_MS
        for _ in range(4):
            timed.later(1)
        assert not event.get()["round_on"], (commands, "the clock alone plays what was paired")
        for number, step in ((1, "/start"), (2, "/rounds")):
            first = begun(event, step, number=2) if number == 2 else begun(event, step)
            assert pairings(first) == pairings(begun(event, step, **({"number": 2} if number == 2 else {})))
            for _ in range(4):
                timed.later(1)
        check_all_was_done_once(event, otto, commands)
    assert commands > 80


def check_all_was_done_once(event: Event, otto: Somebody, commands: int) -> None:
    view, results = event.get(), event.results()
    assert (view["status"], view["round"]) == ("finished", 2), commands
    games = [deal["game_id"] for played in results for table in played["tables"] for deal in table["deals"]]
    assert len(set(games)) == len(games) == 2, commands
    assert len(event.replays()) == 2, commands
    assert all(played["over"] and len(played["byes"]) == 1 for played in results)
    line = next(line for line in event.get("/standings")["lines"] if line["entrant"] == otto.id)
    assert (line["played"] + line["byes"]) <= 2
    assert heard(otto) == ["entered", "started", "round_started", "round_started", "finished"], commands


def test_whoever_asks_at_once_gets_the_same_round(timed: TimedServer, timed_url: str) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 4, rounds=2)
    servers = [TimedServer(timed_url) for _ in range(4)]
    answers: list[httpx.Response] = []

    def ask(server: TimedServer, step: str) -> None:
        answers.append(server.http.post(event.path + step, headers={"Authorization": f"Bearer {event.token}"}))

    for step in ("/start", "/rounds"):
        answers.clear()
        threads = [threading.Thread(target=ask, args=(server, step)) for server in servers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
        first, *others = [pairings(answer.json()) for answer in answers]
        assert all(other == first for other in others)
        event.play_round()
    assert event.get()["status"] == "finished"
    assert len(event.replays()) == 8


def test_who_looks_before_a_round_is_written_looks_again_if_its_writer_dies(timed: TimedServer, timed_url: str) -> None:
    event = Event.created(timed, entrants=HOUSE, rounds=1)
    timed.later(ON_ITS_WAY_MS / 1000)
    timed.later(1)
    late = Late(timed_url, before=lambda: timed.later(LOOK_AGAIN_AFTER_MS / 1000))
    dying = parts_on(late, timed_url, timed)
    with pytest.raises(Killed):
        dying.tournaments.rounds.start(event.id, RoundWish(), Asked(Caller(hash_token(event.token), "")))
    assert event.get()["round_on"]
    timed.later(ON_ITS_WAY_MS / 1000)
    for _ in range(4):
        timed.later(1)
    assert event.get()["status"] == "finished"
