"""Workers are killed while a tournament is on: every round is there once, every game is played once."""

import json
import os
import random
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from end_to_end.test_faults import SETTINGS, Persistent
from serving.processes import descendants, named, wait_until, workers_of
from serving.server_process import ServerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

ROUNDS: Final = 3
WISH: Final = {
    "name": "Cup of nerves",
    "variant": "huit-americain",
    "format": "swiss",
    "rounds": ROUNDS,
    "deals_per_table": 2,
    "entrants": ["bot:steady", "bot:random"] * 4,
}


@pytest.fixture
def server(memory_folder: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(memory_folder / tmp_path.name, settings=SETTINGS)
    yield server
    server.send(signal.SIGTERM)
    server.ended()


class Organiser:
    """Asks until it is answered, and for each round again and again."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        created = http.post("/v1/tournaments", json=WISH, headers={"Idempotency-Key": "a-cup-of-nerves-2026"}).json()
        self.path = f"/v1/tournaments/{created['tournament']['id']}"
        self._headers = {"Authorization": f"Bearer {created['organiser_token']}"}
        self.paired: list[Any] = []

    def organise(self) -> None:
        """Play the tournament from its start to its end."""
        for number in range(1, ROUNDS + 1):
            step = "start" if number == 1 else "rounds"
            body = {} if number == 1 else {"number": number}
            answers = [
                self._http.post(f"{self.path}/{step}", json=body, headers=self._headers).json() for _ in range(3)
            ]
            self.paired.append([[table["seats"] for table in answer["tables"]] for answer in answers])
            wait_until(lambda: not self.get()["round_on"])

    def get(self, what: str = "") -> Any:
        """Return what everybody may read."""
        return self._http.get(self.path + what).json()

    def replays(self) -> list[Any]:
        """Return all replays."""
        return [json.loads(line) for line in self._http.get(f"{self.path}/replays").text.splitlines()]


def test_killed_workers_leave_every_round_there_once_and_every_game_played_once(server: ServerProcess) -> None:
    with httpx.Client(transport=Persistent(), base_url=server.url) as http:
        master = named(descendants(server.pid), "gunicorn")
        organiser = Organiser(http)
        playing = threading.Thread(target=organiser.organise)
        playing.start()
        for number in range(ROUNDS):
            wait_until(lambda: organiser.get()["round"] > number or not playing.is_alive())  # noqa: B023 - called at once
            os.kill(random.choice(sorted(workers_of(master))), signal.SIGKILL)
            wait_until(lambda: len(workers_of(master)) == 2)
        playing.join()
        for answers in organiser.paired:
            assert answers[0] == answers[1] == answers[2]
        results, standings, replays = organiser.get("/results"), organiser.get("/standings"), organiser.replays()
    assert [played["over"] for played in results["items"]] == [True] * ROUNDS
    games = [deal["game_id"] for played in results["items"] for table in played["tables"] for deal in table["deals"]]
    assert len(games) == len(set(games)) == ROUNDS * 4 * 2
    assert sorted(replay["id"] for replay in replays) == sorted(games)
    assert (standings["final"], sum(line["points"] for line in standings["lines"])) == (True, ROUNDS * 4)
