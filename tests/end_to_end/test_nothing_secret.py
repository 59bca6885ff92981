"""Nothing that a server writes has a token, a seed or the store's password in it.

A full run, everything logged, all of it searched; in both forms of the log, and on both kinds of store.
"""

import os
import random
import re
import secrets
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

import httpx
import pytest

from eights.config import Settings, from_environment
from eights.store.games import connect
from machines.valkey_process import ValkeyProcess
from matches import SHORT, any_move
from players import Somebody
from serving.processes import descendants, named, wait_until
from serving.server_process import ServerProcess
from tables import Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SETTINGS: Final = {"EIGHTS_LOG_LEVEL": "debug", "EIGHTS_WORKERS": "2", "EIGHTS_RATELIMIT_ENABLED": "false"}
TOKEN: Final = re.compile(r"e[hspo]_[A-Za-z0-9_-]{43}")
SEED: Final = re.compile(r'"(?:seed|blind)": ?"([0-9a-f]+)"')


class Listener:
    """A client that remembers every token and seed that it was told, and every problem."""

    def __init__(self, url: str) -> None:
        self.tokens: set[str] = set()
        self.seeds: set[str] = set()
        self.problems: list[str] = []
        self.http = httpx.Client(base_url=url, timeout=60, event_hooks={"response": [self._heard]})

    def _heard(self, answer: httpx.Response) -> None:
        text = answer.read().decode()
        if answer.status_code >= 400:
            self.problems.append(f"{answer.headers} {text}")
        else:
            self.tokens |= set(TOKEN.findall(text))
            self.seeds |= set(SEED.findall(text))


class EmbeddedRun:
    """A server with the store that comes along, which logs JSON."""

    log_form = "json"
    password = ""

    def __init__(self, folder: Path) -> None:
        self.store_folder = folder / "store"
        self.store_url = f"unix://{quote(str(self.store_folder / 'valkey.sock'))}"
        self.server = ServerProcess(folder, settings={**SETTINGS, "EIGHTS_LOG_FORMAT": self.log_form})

    def break_the_store(self) -> None:
        """Have the store go away: that makes the server talk."""
        os.kill(named(descendants(self.server.pid), "valkey-server"), signal.SIGKILL)

    def close(self) -> None:
        """End all."""
        self.server.send(signal.SIGTERM)
        self.server.ended()


class OwnStoreRun(EmbeddedRun):
    """A server on a store of the operator's, which asks for a password; it logs text."""

    log_form = "text"
    password = "correct-horse-battery-staple"  # noqa: S105 - of this test's store

    def __init__(self, folder: Path) -> None:
        self.store_folder = folder / "store"
        self._valkey = ValkeyProcess(self.store_folder, {"appendonly": "yes"})
        self._let_in()
        self.store_url = f"redis://eights:{self.password}@127.0.0.1:{self._valkey.port}/0"
        settings = {**SETTINGS, "EIGHTS_LOG_FORMAT": self.log_form, "EIGHTS_REDIS_URL": self.store_url}
        self.server = ServerProcess(folder, settings=settings)

    def break_the_store(self) -> None:
        """Have the store go away, and then refuse the password for a while."""
        self._valkey.kill()
        wait_until(lambda: self.server.get("/readyz").status_code == 503)
        self._valkey.start()
        wait_until(lambda: self.server.get("/readyz").status_code == 503)
        self._let_in()

    def close(self) -> None:
        """End all."""
        super().close()
        self._valkey.kill()

    def _let_in(self) -> None:
        self._valkey.answers("ACL", "SETUSER", "eights", "on", f">{self.password}", "~*", "&*", "+@all")


@pytest.fixture(params=[EmbeddedRun, OwnStoreRun])
def run(request: pytest.FixtureRequest, memory_folder: Path) -> Iterator[EmbeddedRun]:
    run: EmbeddedRun = request.param(memory_folder / secrets.token_hex(4))
    yield run
    run.close()


def all_seeds(store_url: str) -> set[str]:
    """Return the seeds of the public games that the store has, also of those that nobody was told yet."""
    store, seeds = connect(Settings(redis_url=store_url)), set[str]()
    for status in ("open", "ready", "playing", "finished", "aborted"):
        for game_id, _ in store.list_public(status, None, 100):
            game = store.read(game_id).game
            if game is not None:
                seeds |= {secret.hex() for secret in (game.state.chance.seed, game.state.chance.blind) if secret}
    return seeds


def play_a_game(http: httpx.Client) -> str:
    """Play a game to its end, and read all that there is of it; return a token of it."""
    table = Table.laid(http, "crazy-eights", 2, rules=SHORT, options=["single_deal"])
    for answer in table.played_out(random.Random(1)):
        assert answer.status_code == 200
    for what in ("", "/rules", "/scores", "/replay", "/events?after=0"):
        assert table.get(what, 0).status_code == 200
    assert isinstance(table.tokens[0], str)
    return table.tokens[0]


def finished(http: httpx.Client, path: str) -> bool:
    time.sleep(0.1)
    return bool(http.get(path).json()["status"] == "finished")


def play_a_match(http: httpx.Client) -> None:
    """Play a match between a player and a house bot, and read its seeds."""
    creator, player = Somebody.registered(http, "Cleo", "human"), Somebody.registered(http)
    wish = {"variant": "crazy-eights", "rules": SHORT, "entrants": [player.id, "bot:steady"], "deals": 1}
    path = f"/v1/matches/{creator.ask('POST', '/v1/matches', wish).json()['id']}"
    assert player.ask("POST", f"{path}/entries").status_code == 201
    chance = random.Random(1)
    while not finished(http, path):
        for game in player.ask("GET", "/v1/players/me/games?turn=mine").json()["items"]:
            move_in(player, game["game"]["id"] if "game" in game else game["id"], chance)
    assert http.get(f"{path}/deals").json()["items"][0]["seed"]
    assert player.ask("GET", "/v1/players/me/events?after=0").status_code == 200
    assert player.ask("POST", "/v1/players/me/token").status_code == 200


def move_in(player: Somebody, game_id: str, chance: random.Random) -> None:
    view: dict[str, Any] = player.ask("GET", f"/v1/games/{game_id}").json()
    if view["status"] == "playing" and view["you"]["legal_moves"]:
        player.ask("POST", f"/v1/games/{game_id}/moves", any_move(view, chance))


def play_a_tournament(http: httpx.Client) -> None:
    """Play a tournament of house bots, and read its replays."""
    wish = {"name": "Cup", "variant": "crazy-eights", "format": "swiss", "rounds": 1, "rules": SHORT}
    created = http.post("/v1/tournaments", json={**wish, "entrants": ["bot:steady", "bot:random"]}).json()
    path = f"/v1/tournaments/{created['tournament']['id']}"
    organiser = {"Authorization": f"Bearer {created['organiser_token']}"}
    assert http.post(f"{path}/start", json={}, headers=organiser).status_code == 201
    wait_until(lambda: finished(http, path))
    for what in ("/standings", "/results", "/replays"):
        assert http.get(path + what).status_code == 200


def misplace(http: httpx.Client, token: str) -> None:
    """Send a token where none belongs."""
    bearer = {"Authorization": f"Bearer {token}"}
    for path in (f"/{token}", f"/v1/games/{token}", f"/v1/games?cursor={token}", f"/v1/variants/{token}"):
        http.get(path, headers={**bearer, "X-Request-ID": token, "If-None-Match": token})
    for body in (f'{{"variant": "{token}"}}', f'{{"{token}": 1}}', token, f'{{"variant": "survivor", "x": "{token}'):
        http.post("/v1/games", content=body, headers={**bearer, "Content-Type": "application/json"})
    http.post("/v1/games", json={}, headers={"Idempotency-Key": f"{token} {token}", "If-Match": token})
    http.get("/v1/bots", headers={"Authorization": f"Basic {token}", "Last-Event-ID": token, "Accept": token})


def send_what_is_no_request(url: str, token: str) -> None:
    """Send a token in what gunicorn cannot read, and break off in the middle."""
    place = urlsplit(url)
    for sent in (
        f"{token}\r\n\r\n",
        f"GET /{token} HTTP/9.9\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: a\r\n{token}\r\n\r\n",
        f"GET /{token * 200} HTTP/1.1\r\n\r\n",
        f"POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{token}",
        f"POST /v1/games HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{token}\r\n",
        f"GET / HTTP/1.1\r\nAuthorization: Bearer {token}\r\n",
    ):
        with socket.create_connection((place.hostname, place.port)) as connection:
            connection.sendall(sent.encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass


def processes_of(server: ServerProcess, *what: str) -> str:
    """Return what the system says of a server's processes."""
    pids = (server.pid, *descendants(server.pid))
    return "".join(Path(f"/proc/{pid}/{one}").read_bytes().decode(errors="replace") for pid in pids for one in what)


def everything_happens(run: EmbeddedRun, listener: Listener) -> tuple[str, set[str]]:
    """Play, misplace tokens, break the store; return the metrics, and the seeds that nobody was told."""
    token = play_a_game(listener.http)
    play_a_match(listener.http)
    play_a_tournament(listener.http)
    Table.dealt(listener.http)
    misplace(listener.http, token)
    send_what_is_no_request(run.server.url, token)
    metrics = listener.http.get("/metrics").text
    untold = all_seeds(run.store_url) - listener.seeds
    run.break_the_store()
    wait_until(lambda: listener.http.get("/readyz").status_code == 200)
    assert {kind[:3] for kind in listener.tokens} == {"eh_", "es_", "ep_", "eo_"}
    assert len(listener.seeds) >= 3
    assert untold
    assert len(listener.problems) > 8
    return metrics, untold


def test_nothing_secret_is_in_logs_metrics_problems_settings_or_the_list_of_processes(run: EmbeddedRun) -> None:
    server, listener = run.server, Listener(run.server.url)
    metrics, untold = everything_happens(run, listener)
    processes, environment = processes_of(server, "cmdline", "comm"), processes_of(server, "environ")
    listener.http.close()
    server.send(signal.SIGTERM)
    assert server.ended() == 0
    settings = from_environment({**SETTINGS, "EIGHTS_REDIS_URL": run.store_url})
    written = {
        "log": server.printed,
        "metrics": metrics,
        "problems": "".join(listener.problems),
        "processes": processes,
        "settings": f"{settings} {settings!r}",
        "store's log": (run.store_folder / "valkey.log").read_text(),
    }
    assert "makeMove" in written["log"]
    assert "debug" in written["log"]
    assert written["log"].splitlines()[-1].startswith("{") == (run.log_form == "json")
    told = listener.tokens | listener.seeds | untold
    for where, text in written.items():
        assert not [secret for secret in told if secret in text], where
        assert not run.password or run.password not in text, where
    # Its owner alone may read a process's environment; the store's URL is there, and nothing of the games.
    assert not [secret for secret in told if secret in environment]
    # Of a token, the store itself keeps a hash alone.
    store = b"".join(file.read_bytes() for file in run.store_folder.rglob("*") if file.is_file()).decode("latin1")
    assert not [secret for secret in listener.tokens if secret in store]
