"""Things break while people play: no move that was answered is lost, and none is played twice."""

import os
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from eights.rules.moves import AnyMove
from eights.rules.notation import step_text
from eights.rules.replay import Moved
from eights.store.embedded import EmbeddedStore
from serving.processes import descendants, named, wait_until
from serving.server_process import ServerProcess
from store.losing_proxy import LosingProxy
from tables import Table, assert_refused
from web.open_cards import cards_shown

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SETTINGS: Final = {"EIGHTS_WORKERS": "2", "EIGHTS_RATELIMIT_ENABLED": "false", "EIGHTS_LOG_LEVEL": "debug"}
KILLS: Final = 3
MOVES_BETWEEN_KILLS: Final = 12
DRAW: Final = {"action": "draw"}


class Persistent(httpx.HTTPTransport):
    """Repeats a request until it is answered, and checks that a server in trouble says so as it should."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        while True:
            try:
                answer = super().handle_request(request)
                answer.read()
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code != 503:
                return answer
            assert_unavailable(answer, "outcome_unknown")
            time.sleep(0.05)


class Recorder:
    """Plays on by chance, each request with a key, and keeps what was answered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[str] = []
        self._keys = count()
        self._chance = random.Random(7)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            view = self.table.view()
            if view["status"] == "playing":
                seat = view["round"]["turn"]
                move = self._chance.choice(self.table.legal(seat))
                answer = self.table.post("/moves", seat, move, Idempotency_Key=str(next(self._keys)))
                step = moved(seat, move)
            else:
                answer = self.table.post("/deals", "host", Idempotency_Key=str(next(self._keys)))
                step = "deal"
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] == view["version"] + 1
            self.steps.append(step)

    def assert_nothing_lost_or_doubled(self) -> None:
        over = self.table.delete("", "host", Idempotency_Key="end")
        assert over.status_code == 200, over.text
        assert self.table.get("/replay").json()["steps"] == self.steps


def moved(seat: int, move: dict[str, Any]) -> str:
    """Return a move as the replay has it."""
    return step_text(Moved(seat, msgspec.convert(move, AnyMove)))


def assert_unavailable(answer: httpx.Response, *codes: str) -> None:
    code = answer.json()["code"]
    assert_refused(answer, 503, code if code in codes else "store_unavailable", retry_after_s=1)
    assert answer.headers["Retry-After"] == "1"


def long_game(http: httpx.Client) -> Table:
    return Table.laid(http, "crazy-eights", rules={"match": {"points": 10_000}})


def assert_kept_to_itself(server: ServerProcess, table: Table) -> None:
    """End a server, and check that it printed no card, no token and no seed of a game that is over."""
    seed = table.get("/replay").json()["seed"]
    end(server)
    assert "Booting worker" in server.printed
    assert cards_shown({"printed": server.printed}) == []
    assert not [secret for secret in (seed, *table.tokens.values()) if secret in server.printed]


def end(server: ServerProcess) -> None:
    server.send(signal.SIGTERM)
    server.ended()


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    """A client of the server that does not give up."""
    with httpx.Client(transport=Persistent(), base_url=server.url) as client:
        yield client


@pytest.fixture
def server(memory_folder: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(memory_folder / tmp_path.name, settings=SETTINGS)
    yield server
    end(server)


def killing(victim: Callable[[], int], player: Recorder) -> int:
    """Kill processes while somebody plays; return how many there were."""
    killed: set[int] = set()
    playing = threading.Thread(target=player.play, args=(KILLS * MOVES_BETWEEN_KILLS,))
    playing.start()
    for kill in range(KILLS):
        due = kill * MOVES_BETWEEN_KILLS
        wait_until(lambda: len(player.steps) >= due or not playing.is_alive())  # noqa: B023 - it is called at once
        pid = victim()
        os.kill(pid, signal.SIGKILL)
        killed.add(pid)
    playing.join()
    return len(killed)


def test_killed_workers_lose_no_move_that_was_answered(server: ServerProcess, client: httpx.Client) -> None:
    player = Recorder(long_game(client))
    master = named(descendants(server.pid), "gunicorn")

    def a_worker() -> int:
        wait_until(lambda: bool(descendants(master)))
        return random.choice(sorted(descendants(master)))

    assert killing(a_worker, player) == KILLS
    assert len(player.steps) == KILLS * MOVES_BETWEEN_KILLS
    player.assert_nothing_lost_or_doubled()
    assert_kept_to_itself(server, player.table)


def test_a_killed_store_loses_no_move_that_was_answered(server: ServerProcess, client: httpx.Client) -> None:
    player = Recorder(long_game(client))

    def the_store() -> int:
        wait_until(lambda: any("valkey-server" in name_of(pid) for pid in descendants(server.pid)))
        return named(descendants(server.pid), "valkey-server")

    assert killing(the_store, player) > 1
    assert len(player.steps) == KILLS * MOVES_BETWEEN_KILLS
    player.assert_nothing_lost_or_doubled()
    assert_kept_to_itself(server, player.table)


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def test_without_its_store_the_server_says_so_and_recovers_by_itself(memory_folder: Path, tmp_path: Path) -> None:
    store = EmbeddedStore(memory_folder / f"{tmp_path.name}-store")
    store.start()
    store.wait_until_ready()
    server = ServerProcess(tmp_path, "--port", "0", "--redis-url", store.url, settings=SETTINGS)
    with httpx.Client(base_url=server.url, timeout=30) as http:
        player = Recorder(long_game(http))
        player.play(10)
        assert store.pid is not None
        os.kill(store.pid, signal.SIGKILL)
        wait_until(lambda: store.ended)
        told = [player.table.get(), player.table.post("/deals", "host", Accept_Language="fr"), http.get("/readyz")]
        for answer in told:
            assert_unavailable(answer)
        assert [answer.headers["Content-Language"] for answer in told] == ["en", "fr", "en"]
        assert told[0].json()["detail"] != told[1].json()["detail"]
        assert http.get("/healthz").status_code == 200
        assert http.get("/v1/variants").status_code == 200
        store.start()
        wait_until(lambda: player.table.get().status_code == 200)
        player.play(10)
        player.assert_nothing_lost_or_doubled()
    end(server)
    store.stop()


def test_a_reply_that_the_store_lost_leaves_the_move_played_once_and_answered(
    embedded_url: str, memory_folder: Path, tmp_path: Path
) -> None:
    folder = memory_folder / f"{tmp_path.name}-proxy"
    folder.mkdir()
    proxy = LosingProxy(embedded_url, folder)
    server = ServerProcess(tmp_path, "--port", "0", "--redis-url", proxy.url, settings=SETTINGS)
    with httpx.Client(base_url=server.url, timeout=30) as http:
        table = Table.ready_to_draw(http)
        proxy.to_lose = 1
        drawn = table.post("/moves", 0, DRAW)
        assert (drawn.status_code, drawn.json()["version"], proxy.lost) == (200, 3, 1)
        assert drawn.json() == table.view(0)
        proxy.to_lose = 100
        assert_unavailable(table.delete("/seats/0", 0, Idempotency_Key="leaving"))
        proxy.to_lose = 0
        assert [seat["out"] for seat in table.view()["seats"]] == [True, False]
        assert table.get("/replay").json()["steps"] == ["deal", "0 draw", "0 leave"]
    end(server)
    proxy.close()


def test_a_client_that_got_no_reply_asks_again_and_has_moved_once(server: ServerProcess, client: httpx.Client) -> None:
    table = Table.ready_to_draw(client)
    address = httpx.URL(server.url)
    with socket.create_connection((address.host, address.port or 80)) as connection:
        connection.sendall(
            f"POST {table.path}/moves HTTP/1.1\r\nHost: {address.netloc.decode()}\r\nIdempotency-Key: 1\r\n"
            f"Authorization: Bearer {table.tokens[0]}\r\nContent-Type: application/json\r\n"
            'Content-Length: 17\r\n\r\n{"action":"draw"}'.encode()
        )
        wait_until(lambda: table.view()["version"] == 3)
    again = client.post(
        f"{table.path}/moves",
        content=b'{"action":"draw"}',
        headers={
            "Authorization": f"Bearer {table.tokens[0]}",
            "Content-Type": "application/json",
            "Idempotency-Key": "1",
        },
    )
    assert again.status_code == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["seats"][0]["cards"] == 8
    assert table.view()["version"] == 3


class Race:
    """Seats that all move at once, by chance, each over a connection of its own."""

    def __init__(self, url: str, table: Table) -> None:
        self.url, self.table = url, table
        self.made: list[tuple[int, str]] = []
        """The steps that were taken, each with the version that it made."""
        self.codes: set[str] = set()
        """Why others were refused."""

    def run(self, seats: int, until: int) -> None:
        threads = [threading.Thread(target=self._play, args=(seat, until)) for seat in range(seats)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _play(self, seat: int, until: int) -> None:
        chance = random.Random(seat)
        with httpx.Client(base_url=self.url, timeout=30) as own:
            table = Table(own, {"game": {"id": self.table.id}, "host_token": "", "seat_tokens": {}})
            table.tokens = self.table.tokens
            while (view := table.view(seat))["version"] < until:
                self._try(table, seat, view, chance)

    def _try(self, table: Table, seat: int, view: dict[str, Any], chance: random.Random) -> None:
        if view["status"] == "playing":
            move = chance.choice([*view["you"]["legal_moves"], DRAW])
            step, answer = moved(seat, move), table.post("/moves", seat, move)
        else:
            step, answer = "deal", table.post("/deals", seat)
        if answer.is_success:
            self.made.append((answer.json()["version"], step))
        else:
            assert answer.status_code == 409, answer.text
            self.codes.add(answer.json()["code"])


def test_all_seats_moving_at_once_through_two_workers_make_one_game(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as http:
        table = Table.dealt(http, "huit-americain", 4, options=["a_la_volee"], rules={"match": {"points": 5000}})
        race = Race(server.url, table)
        race.run(seats=4, until=40)
        assert table.delete("", "host").is_success
        steps = table.get("/replay").json()["steps"]
    made = sorted(race.made, key=lambda one: one[0])
    assert [version for version, _ in made] == list(range(3, len(steps) + 2))
    assert [step for _, step in made] == steps[1:]
    assert race.codes
