"""Tables at which one game after another is played and noted, until it is time to finish."""

import random
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, Final, get_args

import httpx

from eights.rules.replay_file import read
from eights.services.game import GameStatus
from history.clients import Follower, Player, Reader
from history.course import Course
from history.line import GivenUp, Line
from history.observations import Created, History
from machines.valkey_process import wait_until

SHORT: Final = {"match": {"type": "rounds", "rounds": 2}, "turn_limit": 40}
TABLES: Final[tuple[Mapping[str, Any], ...]] = (
    {"variant": "crazy-eights", "rules": SHORT, "seats": 2},
    {"variant": "draw-two", "rules": SHORT, "seats": 3},
    {"variant": "huit-americain", "rules": SHORT, "seats": 4, "options": ["a_la_volee"]},
    {"variant": "synthesis", "rules": SHORT, "seats": 2},
)
FINISHED_WITHIN_S: Final = 120.0
"""Once nothing breaks any more; far more than it takes."""


class Evening:
    """Plays at all tables at once, each client in a thread of its own; a seed settles what they wish for."""

    def __init__(self, line: Line, seed: int, tables: Sequence[Mapping[str, Any]] = TABLES) -> None:
        self.history = History()
        self.courses: dict[str, Course] = {}
        """The games that were finished."""
        self.tokens: set[str] = set()
        """All that were handed out."""
        self._line = line
        self._seed = seed
        self._games: list[list[str]] = [[] for _ in tables]
        self._made = Counter[str]()
        self._counted = 0
        self._last_games = threading.Event()
        self._pool = ThreadPoolExecutor(len(tables))
        self._tables = [self._pool.submit(self._play_at, number, wish) for number, wish in enumerate(tables)]

    def made(self) -> list[int]:
        """Return how many steps were answered so far, table by table; raises what went wrong at one."""
        for table in self._tables:
            if table.done():
                table.result()
        news = self.history.asked[self._counted :]
        self._counted += len(news)
        self._made.update(one.game for one in news if one.made)
        return [sum(self._made[game] for game in games) for games in self._games]

    def goes_on(self) -> None:
        """Wait until some more steps were answered at every table."""
        before = self.made()
        wait_until(lambda: all(now > was + 2 for now, was in zip(self.made(), before, strict=True)))

    def finish(self) -> None:
        """Have the games that are on played to their ends, if that can be done at all, and note what is listed."""
        self._last_games.set()
        if wait(self._tables, FINISHED_WITHIN_S).not_done:
            self._line.give_up()
        self._pool.shutdown()
        for table in self._tables:
            if not isinstance(table.exception(), GivenUp):
                table.result()
        with suppress(GivenUp):
            self.history.listed = set(self._listed())

    def _play_at(self, number: int, wish: Mapping[str, Any]) -> None:
        chance = random.Random(f"{self._seed} {number}")
        try:
            while not self._last_games.is_set():
                self._play(number, wish, chance)
        except BaseException:
            self._line.give_up()
            raise

    def _play(self, number: int, wish: Mapping[str, Any], chance: random.Random) -> None:
        table = self._created(wish)
        id_ = table["game"]["id"]
        self._games[number].append(id_)
        tokens = {int(seat): token for seat, token in table["seat_tokens"].items()}
        self.tokens |= {table["host_token"], *tokens.values()}
        here = (self._line, self.history, id_)
        tasks = [
            *(Player(*here, seat, token, random.Random(chance.random())).play for seat, token in tokens.items()),
            *(Follower(*here, seat, token).follow for seat, token in ((0, tokens[0]), (None, None))),
            Reader(*here).read,
        ]
        with ThreadPoolExecutor(len(tasks)) as pool:
            for task in [pool.submit(self._done, task) for task in tasks]:
                task.result()
        self.courses[id_] = Course(read(self._read(f"/v1/games/{id_}/replay").content))

    def _done(self, task: Callable[[], None]) -> None:
        """Carry a task out; where it fails, nobody need go on."""
        try:
            task()
        except BaseException:
            self._line.give_up()
            raise

    def _created(self, wish: Mapping[str, Any]) -> Mapping[str, Any]:
        """Create a game, asking once more than is needed."""
        key = secrets.token_hex(16)
        body = {**wish, "seats": [{"name": f"Seat {seat}"} for seat in range(wish["seats"])]}
        for _ in range(2):
            answer = self._line.answered("POST", "/v1/games", body, {"Idempotency-Key": key})
            assert answer.status_code == httpx.codes.CREATED, answer.text
            table: dict[str, Any] = answer.json()
            self.history.created.append(Created(key=key, game=table["game"]["id"]))
        return table

    def _listed(self) -> Iterator[str]:
        """Yield the games in the lobby."""
        for status in get_args(GameStatus):
            more: str | None = ""
            while more is not None:
                page = self._read(f"/v1/games?status={status}&limit=100{more}").json()
                yield from (game["id"] for game in page["items"])
                more = f"&cursor={page['next_cursor']}" if page["next_cursor"] else None

    def _read(self, path: str) -> httpx.Response:
        answer = self._line.answered("GET", path)
        assert answer.is_success, answer.text
        return answer
