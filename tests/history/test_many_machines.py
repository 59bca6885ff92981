"""Stores on several machines: a tournament and an evening of games go on to their ends when a primary dies.

Every change waits for all replicas of its primary. So whichever is chosen knows all that was answered; until the one
that died is back as a replica, nothing can be answered.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from eights.rules.replay_file import read
from eights.rules.verification import verify
from eights.store.keys import state_key
from history.checking import faults_in
from history.evening import TABLES, Evening
from history.length import SECONDS, SEED
from history.line import Line
from history.watch import Watch
from machines.cluster import RealCluster
from machines.sentinels import SentinelSet
from machines.valkey_process import ValkeyProcess, wait_until
from matches import SHORT
from serving.server_process import ServerProcess

REPLICAS: Final = {RealCluster: 1, SentinelSet: 2}
"""Of each primary."""
BOTS: Final = ["bot:steady", "bot:random"] * 3
ROUNDS: Final = 3
ROUND_WITHIN_S: Final = 150.0
"""Where a change was not answered, what follows from it is looked for 30 s later, by one that may have 10 s for it."""
WISH: Final = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rules": SHORT, "rounds": ROUNDS}


class Machines:
    """A store on several machines, and two servers on it."""

    def __init__(self, store: RealCluster | SentinelSet, folder: Path) -> None:
        self.store = store
        settings = {
            "EIGHTS_WORKERS": "1",
            "EIGHTS_RATELIMIT_ENABLED": "false",
            "EIGHTS_STREAMS_PER_CALLER": "100",
            "EIGHTS_DURABILITY": f"wait:{REPLICAS[type(store)]}",
        }
        options = ("--port", "0", "--redis-url", store.url)
        self._servers = [ServerProcess(folder / str(number), *options, settings=settings) for number in range(2)]
        self.line = Line(*(server.url for server in self._servers))

    def fail(self, evening: Evening) -> None:
        """Have a machine die that has games, and come back with nothing when another has taken over."""
        victim = self._primary_of(evening.history.created[-1].game)
        victim.kill()
        wait_until(lambda: self._is_replaced(victim))
        victim.start()
        self.store.wait_until_sound()

    def close(self) -> None:
        """End all."""
        self.line.close()
        for server in self._servers:
            server.send(15)
            server.ended()
        self.store.stop()

    def _primary_of(self, game: str) -> ValkeyProcess:
        return self.store.primary_of(state_key(game)) if isinstance(self.store, RealCluster) else self.store.primary()

    def _is_replaced(self, victim: ValkeyProcess) -> bool:
        if isinstance(self.store, RealCluster):
            return len(self.store.primaries()) == 3
        return self.store.primary() is not victim


@pytest.fixture(params=[RealCluster, SentinelSet])
def machines(request: pytest.FixtureRequest, memory_folder: Path, tmp_path: Path) -> Iterator[Machines]:
    machines = Machines(request.param(memory_folder / tmp_path.name), tmp_path)
    yield machines
    machines.close()


class Tournament:
    """A tournament of house bots."""

    def __init__(self, line: Line) -> None:
        self._line = line
        key = {"Idempotency-Key": "friday-night-at-the-club"}
        created = self._line.answered("POST", "/v1/tournaments", WISH, key).json()
        self._path = f"/v1/tournaments/{created['tournament']['id']}"
        self._organiser = {"Authorization": f"Bearer {created['organiser_token']}"}
        entered = {**self._organiser, "Idempotency-Key": "six-house-bots-enter"}
        assert self._line.answered("POST", f"{self._path}/entries", {"entrants": BOTS}, entered).is_success

    def begin(self, number: int) -> None:
        """Begin a round; asked again where no answer came, it is there once."""
        step, body = ("rounds", {"number": number}) if number > 1 else ("start", {})
        begun = self._line.answered("POST", f"{self._path}/{step}", body, self._organiser)
        assert begun.is_success, begun.text

    def get(self, what: str = "") -> httpx.Response:
        """Return what everybody may read."""
        return self._line.answered("GET", self._path + what)

    def wait(self) -> None:
        """Return once no round is on."""
        wait_until(lambda: not self.get().json()["round_on"], ROUND_WITHIN_S)


@pytest.mark.timeout(600)
def test_a_primary_that_dies_takes_nothing_along_that_was_answered(machines: Machines) -> None:
    evening = Evening(machines.line, SEED, TABLES[:3])
    watch = Watch(machines.store, evening.history)
    until, died = time.monotonic() + SECONDS, 0
    try:
        tournament = Tournament(machines.line)
        tournament.begin(1)
        tournament.wait()
        evening.goes_on()
        tournament.begin(2)
        while not died or time.monotonic() < until:
            machines.fail(evening)
            died += 1
            evening.goes_on()
        tournament.wait()
        tournament.begin(3)
        tournament.wait()
    finally:
        evening.finish()
        watch.end()
    assert faults_in(evening.history, evening.courses) == [], f"seed {SEED}"
    assert evening.history.failovers
    assert_all_was_played(tournament)


def assert_all_was_played(tournament: Tournament) -> None:
    """Check that each table of each round was played once, truly, and has its result."""
    assert tournament.get().json()["status"] == "finished"
    results = tournament.get("/results?limit=100").json()["items"]
    games = [deal["game_id"] for played in results for table in played["tables"] for deal in table["deals"]]
    assert len(games) == len(set(games)) == ROUNDS * len(BOTS) / 2
    replays = [read(line) for line in tournament.get("/replays").content.splitlines()]
    assert sorted(replay.id for replay in replays) == sorted(games)
    assert [finding for replay in replays for finding in verify(replay).findings] == []
    assert len(tournament.get("/standings").json()["lines"]) == len(BOTS)
