"""Stores on several machines: a tournament goes on to its end when the one with its games dies."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from end_to_end.test_faults import Persistent, Recorder, long_game
from machines.cluster import RealCluster
from machines.sentinels import SentinelSet
from machines.valkey_process import ValkeyProcess, wait_until
from matches import SHORT
from serving.server_process import ServerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

BOTS: Final = ["bot:steady", "bot:random"] * 3
ROUNDS: Final = 3
SETTINGS: Final = {"EIGHTS_WORKERS": "1", "EIGHTS_RATELIMIT_ENABLED": "false", "EIGHTS_DURABILITY": "wait:1"}


class Machines:
    """A store on several machines, two servers on it, and a client of each that does not give up."""

    def __init__(self, store: RealCluster | SentinelSet, folder: Path) -> None:
        self.store = store
        options = ("--port", "0", "--redis-url", store.url)
        self.servers = [ServerProcess(folder / str(n), *options, settings=SETTINGS) for n in range(2)]
        self.clients = [
            httpx.Client(transport=Persistent(), base_url=server.url, timeout=60) for server in self.servers
        ]

    def victim(self) -> ValkeyProcess:
        """Return a machine that has the say over something."""
        return self.store.some_primary() if isinstance(self.store, RealCluster) else self.store.primary()

    def replaced(self, victim: ValkeyProcess) -> bool:
        """Tell whether another machine has taken over."""
        if isinstance(self.store, RealCluster):
            return len(self.store.primaries()) == 3
        return self.store.primary() is not victim

    def fail(self) -> None:
        """Have a machine die, and come back with nothing when another has taken over."""
        victim = self.victim()
        victim.kill()
        wait_until(lambda: self.replaced(victim))
        victim.start()

    def close(self) -> None:
        """End all."""
        for client, server in zip(self.clients, self.servers, strict=True):
            client.close()
            server.send(15)
            server.ended()
        self.store.stop()


@pytest.fixture(params=[RealCluster, SentinelSet])
def machines(request: pytest.FixtureRequest, memory_folder: Path, tmp_path: Path) -> Iterator[Machines]:
    machines = Machines(request.param(memory_folder / tmp_path.name), tmp_path)
    yield machines
    machines.close()


def finished(http: httpx.Client, path: str) -> dict[str, Any]:
    """Return a tournament once no round of it is on."""
    while (event := http.get(path).json())["round_on"]:
        time.sleep(0.1)
    return dict(event)


def test_a_tournament_goes_on_to_its_end_when_a_primary_dies(machines: Machines) -> None:
    one, other = machines.clients
    wish = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rules": SHORT, "rounds": ROUNDS}
    created = one.post("/v1/tournaments", json=wish, headers={"Idempotency-Key": "friday-night-at-the-club"})
    assert created.status_code == 201, created.text
    path = f"/v1/tournaments/{created.json()['tournament']['id']}"
    organiser = {"Authorization": f"Bearer {created.json()['organiser_token']}"}
    entered = other.post(
        f"{path}/entries", json={"entrants": BOTS}, headers={**organiser, "Idempotency-Key": "six-house-bots-enter"}
    )
    assert entered.status_code in (200, 201), entered.text
    for number in range(ROUNDS):
        begun = one.post(f"{path}/{'rounds' if number else 'start'}", json={}, headers=organiser)
        # Asked again after a 503, it may be told that the round is on.
        assert begun.is_success or begun.json()["code"] == "round_on", begun.text
        if number == 1:
            machines.fail()
        event = finished(other, path)
    assert event["status"] == "finished"
    results = one.get(f"{path}/results?limit=100").json()["items"]
    assert len(results) == ROUNDS
    assert len(other.get(f"{path}/standings").json()["lines"]) == len(BOTS)


def test_a_game_loses_no_move_that_was_answered_when_primaries_die(machines: Machines) -> None:
    player = Recorder(long_game(machines.clients[0]))
    player.play(15)
    machines.fail()
    player.play(15)
    player.assert_nothing_lost_or_doubled()
