"""Players and followers that carry on whatever happens to the server."""

import random
import threading
import time
from typing import Any

import httpx
import msgspec

from builders import game
from eights.rules.notation import read_step
from eights.rules.replay import beginning, take
from eights.rules.replay_file import Replay, read
from eights.rules.state import Chance
from eights.services.following import update_seen_by
from eights.services.game import Update
from listening import STREAM, events_of
from tables import Table, Who

AHEAD = 16
"""How far a game may be ahead of its slowest follower: a log reaches twice as far back."""
PAUSE_S = 0.05
Record = list[tuple[int, Any]]


class Follower:
    """Follows a game to its end, and comes back where it was whenever the stream ends or breaks."""

    def __init__(self, url: str, table: Table, who: Who) -> None:
        self.who = who
        self.record: Record = []
        self.at = 0
        self.begun_at = 0
        self.ends: list[str] = []
        """How each stream ended: ``broken``, a reason, or ``finished``."""
        self._url = url + table.path + "/events"
        self._token = table.tokens.get(who)
        self._thread = threading.Thread(target=self._follow)
        self._thread.start()

    @property
    def goes_on(self) -> bool:
        """Whether it still follows."""
        return self._thread.is_alive()

    def ended(self) -> None:
        """Wait until the game is over for this follower."""
        self._thread.join()

    def _follow(self) -> None:
        while "finished" not in self.ends:
            try:
                self.ends.append(self._listen())
            except httpx.TransportError:
                self.ends.append("broken")
            time.sleep(PAUSE_S)

    def _listen(self) -> str:
        headers = {**STREAM, **({"Last-Event-ID": str(self.at)} if self.at else {})}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        with httpx.stream("GET", self._url, headers=headers, timeout=60) as response:
            if response.status_code == 503:
                return "unavailable"
            for event in events_of(response):
                if event.kind == "update":
                    self.record.append((event.data["version"], event.data["events"]))
                    self.at = event.data["version"]
                elif event.kind == "snapshot" and not self.at:
                    self.at = self.begun_at = event.id or 0
                else:
                    return str(event.data.get("reason", event.kind))
        return "broken"


class Player:
    """Plays a game by chance for all its seats, until told to stop: then it is called off.

    All followers are there by then, since of a game that is over the log is short.
    """

    def __init__(self, table: Table, followers: list[Follower], seed: int) -> None:
        self.table = table
        self.version = 2
        self._followers = followers
        self._chance = random.Random(seed)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    @property
    def goes_on(self) -> bool:
        """Whether it still plays."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Have the game called off, and wait for that."""
        self._stopping.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._stopping.is_set():
            if self._lead() > AHEAD:
                time.sleep(PAUSE_S)
                continue
            self._make(self._next_step())
        while self._lead() > 0:
            time.sleep(PAUSE_S)
        self._answered("DELETE", "", "host", None, "")

    def _lead(self) -> int:
        return self.version - min(follower.at for follower in self._followers)

    def _next_step(self) -> tuple[str, Who, object]:
        view = self._answered("GET", "", None, None, "").json()
        if view["status"] != "playing":
            return "/deals", "host", None
        turn = view["round"]["turn"]
        moves = self._answered("GET", "/moves", turn, None, "").json()["legal_moves"]
        return "/moves", turn, self._chance.choice(moves)

    def _make(self, step: tuple[str, Who, object]) -> None:
        what, who, body = step
        answer = self._answered("POST", what, who, body, f"step-{self.version}".ljust(16, "-"))
        self.version = answer.json()["version"]

    def _answered(self, method: str, what: str, who: Who, body: object, key: str) -> httpx.Response:
        """Ask until there is an answer; the key makes that safe."""
        headers = {"Idempotency_Key": key} if key else {}
        while True:
            try:
                answer = self.table.ask(method, what, who, body, **headers)
            except httpx.TransportError:
                answer = httpx.Response(503)
            over = method == "DELETE" and answer.status_code == 409
            if answer.is_success or over:
                return answer
            assert answer.status_code == 503, answer.text
            time.sleep(PAUSE_S)


def replay_of(table: Table) -> Replay:
    """Return the replay of a game that is over."""
    return read(table.get("/replay", "host").content)


def events_in(replay: Replay, who: Who) -> Record:
    """Compute a game again: what a viewer was to be told, by version; each step was a change of its own."""
    state = beginning(
        replay.rules, Chance(bytes.fromhex(replay.seed), replay.label, replay.entropy), replay.first_dealer
    )
    seat = who if isinstance(who, int) else None
    record: Record = []
    for version, step in enumerate(replay.steps, 2):
        state, events = take(state, read_step(step))
        told = update_seen_by(msgspec.structs.replace(game(), state=state), Update(version, tuple(events)), seat)
        record.append((version, msgspec.json.decode(msgspec.json.encode(told))["events"]))
    return [*record, (len(replay.steps) + 2, [{"type": "game_aborted"}])]
