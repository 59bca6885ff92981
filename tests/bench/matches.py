"""Moves a second in a match of two players, 32 of whose games go on at once: each finds its turns in its inbox."""

import json
import queue
import random
import socket
import threading
import time
from typing import Any, Final, NamedTuple

from bench.load import Measured

AT_ONCE: Final = 32
DEALS: Final = 1000
MOVERS: Final = 8
SECONDS: Final = 10.0


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: Any


class Connection:
    """One kept connection, which sends a player's requests."""

    def __init__(self, address: tuple[str, int], token: str | None = None) -> None:
        self._socket = socket.create_connection(address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = self._socket.makefile("rb")
        self._bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Send a request, and wait for its answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{self._bearer}"
        self._socket.sendall(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        status = int(self._reader.readline().split()[1])
        length = 0
        while line := self._reader.readline().strip().lower():
            if line.startswith(b"content-length:"):
                length = int(line[15:])
        return Answer(status, json.loads(self._reader.read(length)))

    def close(self) -> None:
        """Close it."""
        self._reader.close()
        self._socket.close()


class Bot:
    """A player whose inbox one thread reads, and whose moves others make as they come."""

    def __init__(self, address: tuple[str, int], name: str) -> None:
        self.address = address
        stranger = Connection(address)
        wish = {"name": name, "kind": "bot", "parallel_games": AT_ONCE}
        registered = stranger.ask("POST", "/v1/players", wish).body
        stranger.close()
        self.id, self.token = registered["player"]["id"], registered["token"]
        self.latencies_s: list[float] = []
        self.refused = 0
        self._views: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def threads(self, end: float) -> list[threading.Thread]:
        """Return what plays until then, not started yet."""
        movers = [threading.Thread(target=self._move, args=(end,)) for _ in range(MOVERS)]
        return [threading.Thread(target=self._read, args=(end,)), *movers]

    def _read(self, end: float) -> None:
        connection, after = Connection(self.address, self.token), 0
        while time.perf_counter() < end:
            page = connection.ask("GET", f"/v1/players/me/events?after={after}&wait=1").body
            after = page["version"]
            for event in (event for update in page["items"] for event in update["events"]):
                if event["type"] == "your_turn" and "view" in event:
                    self._views.put(event["view"])
        for _ in range(MOVERS):
            self._views.put(None)
        connection.close()

    def _move(self, end: float) -> None:
        connection = Connection(self.address, self.token)
        while (view := self._views.get()) is not None and time.perf_counter() < end:
            legal = view["you"]["legal_moves"]
            move = random.choice([one for one in legal if one["action"] == "play"] or legal)
            begun = time.perf_counter()
            answer = connection.ask("POST", f"/v1/games/{view['id']}/moves", move)
            self.latencies_s.append(time.perf_counter() - begun)
            self.refused += answer.status != 200
        connection.close()


def moves_in_a_match(address: tuple[str, int]) -> Measured:
    """Play the beginning of a long match between two bots on a server."""
    bots = [Bot(address, name) for name in ("Ana", "Ben")]
    connections = [Connection(address, bot.token) for bot in bots]
    wish = {"variant": "crazy-eights", "entrants": [bot.id for bot in bots], "deals": DEALS}
    match = connections[0].ask("POST", "/v1/matches", wish).body["id"]
    begun = time.perf_counter()
    threads = [thread for bot in bots for thread in bot.threads(begun + SECONDS)]
    connections[1].ask("POST", f"/v1/matches/{match}/entries", {})
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - begun
    connections[0].ask("DELETE", f"/v1/matches/{match}")
    return Measured(seconds, [taken for bot in bots for taken in bot.latencies_s], sum(bot.refused for bot in bots))


def report(address: tuple[str, int]) -> None:
    """Measure and print."""
    measured = moves_in_a_match(address)
    p50, p99 = (measured.percentile_ms(percent) for percent in (50, 99))
    print(f"\nA match of two bots, {AT_ONCE} games at once, each bot with its inbox and {MOVERS} connections")
    print(f"  {measured.per_second:.0f} moves/s   p50 {p50:.1f} ms   p99 {p99:.1f} ms   {measured.refused} refused")
