"""Two servers on one store, each with several workers, behave as one: whichever is asked, and whichever dies."""

import itertools
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import httpx
import pytest

from end_to_end.test_clocks_served import dealt, moved, ran_out
from inboxes import inbox, kinds, table_of
from listening import Heard, stream
from machines.valkey_process import ValkeyProcess
from matches import SHORT
from players import Somebody
from serving.processes import descendants, wait_until
from serving.server_process import ServerProcess
from tables import Table, assert_refused
from watching import told

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and asks from several loopback addresses")

CREATIONS: Final = 60
JOINS: Final = 640
SETTINGS: Final = {
    "EIGHTS_WORKERS": "2",
    "EIGHTS_RATELIMIT_CREATIONS": f"{CREATIONS}/day",
    "EIGHTS_RATELIMIT_JOINS": f"{JOINS}/day",
}
PROCESSES: Final = 4
NEW_GAME: Final = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
ROUNDS_OF_ASKING: Final = 15


class Pair:
    """Two servers, and a client of each."""

    def __init__(self, folder: Path, store_url: str) -> None:
        options = ("--port", "0", "--redis-url", store_url)
        self.servers = [ServerProcess(folder / str(n), *options, settings=SETTINGS) for n in range(2)]
        self.clients = [httpx.Client(base_url=server.url, timeout=60) for server in self.servers]

    def __iter__(self) -> Iterator[httpx.Client]:
        return iter(self.clients)

    def kill(self, number: int) -> None:
        """End all processes of a server without a word."""
        pid = self.servers[number].pid
        for one in (pid, *descendants(pid)):
            os.kill(one, signal.SIGKILL)

    def close(self) -> None:
        """End all."""
        for client, server in zip(self.clients, self.servers, strict=True):
            client.close()
            server.send(signal.SIGTERM)
            server.ended()


@pytest.fixture(scope="module")
def store(memory_folder: Path) -> Iterator[str]:
    valkey = ValkeyProcess(memory_folder / "two-servers", {"appendonly": "yes"})
    yield f"redis://127.0.0.1:{valkey.port}/0"
    valkey.kill()


@pytest.fixture(scope="module")
def pair(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with closing(Pair(tmp_path_factory.mktemp("pair"), store)) as pair:
        yield pair


class Callers:
    """Clients of both servers at an address of their own, each request on a connection of its own: to any worker."""

    def __init__(self, pair: Pair, address: str) -> None:
        self._urls = itertools.cycle([server.url for server in pair.servers])
        self._address = address

    def post(self, path: str, body: object) -> httpx.Response:
        """Send a request to the server whose turn it is."""
        transport = httpx.HTTPTransport(local_address=self._address, verify=False)  # reading certificates takes time
        with httpx.Client(transport=transport, base_url=next(self._urls), timeout=60) as http:
            return http.post(path, json=body)


def at_once(asking: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Return the answers to requests that are sent at the same time."""
    ready = threading.Barrier(len(asking))

    def ask(one: Callable[[], httpx.Response]) -> httpx.Response:
        ready.wait()
        return one()

    with ThreadPoolExecutor(len(asking)) as threads:
        return list(threads.map(ask, asking))


class TwoWays:
    """One table, and the way to it over each server."""

    def __init__(self, pair: Pair, table: Table) -> None:
        self.here = self._over(table, pair.clients[0])
        self.there = self._over(table, pair.clients[1])

    @classmethod
    def dealt(cls, pair: Pair, **wish: Any) -> Self:
        """Deal a game on the first server."""
        return cls(pair, Table.dealt(pair.clients[0], **wish))

    def __iter__(self) -> Iterator[Table]:
        return iter((self.here, self.there))

    @staticmethod
    def _over(table: Table, http: httpx.Client) -> Table:
        same = object.__new__(Table)
        same.http, same.id, same.path, same.tokens = http, table.id, table.path, table.tokens
        return same


def test_a_small_limit_lets_as_much_through_as_is_set_whichever_server_is_asked(pair: Pair) -> None:
    callers = Callers(pair, "127.0.0.2")
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: callers.post("/v1/games", NEW_GAME), range(CREATIONS + 20)))
    assert sorted(answer.status_code for answer in answers) == [201] * CREATIONS + [429] * 20
    refused = answers[-1]
    assert_refused(refused, 429, "rate_limited_creations")
    assert (refused.headers["RateLimit-Limit"], refused.headers["RateLimit-Remaining"]) == (str(CREATIONS), "0")
    assert Callers(pair, "127.0.0.3").post("/v1/games", NEW_GAME).status_code == 201


def test_a_larger_limit_lets_at_most_a_sixty_fourth_more_through_in_each_process(pair: Pair) -> None:
    callers = Callers(pair, "127.0.0.4")
    with ThreadPoolExecutor(4) as threads:
        path = "/v1/games/aaaaaaaaaaaaaaaa/seats"
        answers = list(threads.map(lambda _: callers.post(path, {"name": "Ana"}).status_code, range(JOINS + 60)))
    assert {*answers} == {404, 429}
    assert JOINS <= answers.count(404) <= JOINS + PROCESSES * JOINS // 64


def test_a_request_with_one_key_at_both_servers_at_once_is_granted_once_and_answered_twice(pair: Pair) -> None:
    table, chance = TwoWays.dealt(pair, seats=2, rules={"match": {"points": 10_000}}), random.Random(1)
    for number in range(ROUNDS_OF_ASKING):
        view = table.here.view()
        what, who, body = "/deals", "host", None
        if view["status"] == "playing":
            what, who = "/moves", view["round"]["turn"]
            body = chance.choice(table.here.legal(who))
        answers = at_once([partial(way.post, what, who, body, Idempotency_Key=f"key-{number}") for way in table])
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
        assert answers[0].content == answers[1].content
        assert sorted(answer.headers.get("Idempotent-Replayed", "") for answer in answers) == ["", "true"]
        assert table.there.view()["version"] == view["version"] + 1
    assert table.here.delete("", "host").status_code == 200
    assert len(table.there.get("/replay").json()["steps"]) == ROUNDS_OF_ASKING + 1


def test_what_is_created_with_one_key_at_both_servers_at_once_is_there_once(pair: Pair) -> None:
    somebody = {"name": "Otto", "kind": "bot"}
    for number, (path, body) in enumerate([("/v1/games", NEW_GAME), ("/v1/players", somebody)] * 3):
        headers = {"Idempotency-Key": f"created-at-both-{number}"}
        one, other = at_once([partial(http.post, path, json=body, headers=headers) for http in pair])
        assert (one.status_code, other.status_code) == (201, 201), one.text + other.text
        assert one.content == other.content
        assert one.headers["Location"] == other.headers["Location"]


def test_of_two_moves_for_one_turn_at_both_servers_one_is_made(pair: Pair) -> None:
    table, chance = TwoWays.dealt(pair, seats=2, rules={"match": {"points": 10_000}}), random.Random(3)
    for _ in range(ROUNDS_OF_ASKING):
        view = table.here.view()
        if view["status"] != "playing":
            table.here.go_on(chance)
            continue
        turn = view["round"]["turn"]
        move = chance.choice(table.here.legal(turn))
        etag = table.here.get("", turn).headers["ETag"]
        answers = at_once([partial(way.post, "/moves", turn, move, If_Match=etag) for way in table])
        assert sorted(answer.status_code for answer in answers) == [200, 412]


def test_a_follower_at_one_server_hears_what_is_done_at_the_other(pair: Pair) -> None:
    table, chance = TwoWays.dealt(pair), random.Random(1)
    with stream(table.here, 0) as events:
        assert next(events).kind == "snapshot"
        for _ in range(6):
            made = table.there.go_on(chance).json()["version"]
            event = next(events)
            assert (event.kind, event.id) == ("update", made)


def test_who_waits_at_one_server_is_answered_when_something_is_done_at_the_other(pair: Pair) -> None:
    table = TwoWays.dealt(pair)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(table.here.get, f"/events?after={table.here.view()['version']}&wait=30", 0)
        made = table.there.go_on(random.Random(1)).json()["version"]
        assert [item["version"] for item in waiting.result().json()["items"]] == [made]


def test_a_stream_that_breaks_at_one_server_goes_on_at_the_other(pair: Pair) -> None:
    table, chance = TwoWays.dealt(pair, rules={"match": {"points": 10_000}}), random.Random(2)
    begun = table.here.view()["version"]
    heard, ways = list[tuple[int, Any]](), itertools.cycle(table)
    for _ in range(4):
        after = heard[-1][0] if heard else begun
        missed = [table.there.go_on(chance).json()["version"] for _ in range(2)]
        with stream(next(ways), 0, after=after) as events:
            heard += told(events, missed[-1])
            now = table.here.go_on(chance).json()["version"]
            heard += told(events, now)
    assert [version for version, _ in heard] == list(range(begun + 1, begun + 13))
    at_rest = table.there.get(f"/events?after={begun}", 0).json()["items"]
    assert heard == [(item["version"], item["events"]) for item in at_rest]


def test_an_inbox_is_one_at_both_servers_and_its_stream_goes_on_at_the_other(pair: Pair) -> None:
    here, there = pair
    otto, ana = Somebody.registered(here), Somebody.registered(there, "Ana", "human")
    otto_there = Somebody(there, {"player": {"id": otto.id, "name": otto.name}, "token": otto.token})
    with inbox(otto) as events:
        assert next(events).kind == "snapshot"
        table = TwoWays(pair, table_of(ana, otto))
        first = upto(events, "game_started")
    assert table.there.post("/deals", 1).status_code == 200
    assert table.here.post("/moves", 0, {"action": "draw"}).status_code == 200
    with inbox(otto_there, after=first[-1].data["version"]) as events:
        assert table.here.delete("", "host").status_code == 200
        second = upto(events, "game_finished")
    versions = [event.data["version"] for event in first + second]
    assert versions == list(range(1, len(versions) + 1))
    assert kinds(otto) == [notice["type"] for event in first + second for notice in event.data["events"]]


def upto(events: Iterator[Heard], kind: str) -> list[Heard]:
    """Return the entries of an inbox up to the one with a notice of that kind."""
    listed = []
    for event in events:
        assert event.kind == "update"
        listed.append(event)
        if kind in {notice["type"] for notice in event.data["events"]}:
            break
    return listed


def tournament(http: httpx.Client, *entrants: str) -> tuple[str, dict[str, str]]:
    """Create a tournament of three rounds; return its path, and what its organiser sends along."""
    wish = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rounds": 3, "rules": SHORT}
    created = http.post("/v1/tournaments", json={**wish, "entrants": entrants}).json()
    return f"/v1/tournaments/{created['tournament']['id']}", {"Authorization": f"Bearer {created['organiser_token']}"}


def games_of(http: httpx.Client, path: str) -> list[list[str]]:
    """Return the ids of a tournament's games, round by round."""
    rounds = http.get(f"{path}/rounds").json()["items"]
    return [[game["game_id"] for table in one["tables"] for game in table["games"]] for one in rounds]


def test_a_round_that_is_begun_at_both_servers_at_once_is_there_once(pair: Pair) -> None:
    here, there = pair
    idle = Somebody.registered(here)
    path, organiser = tournament(here, "bot:steady", "bot:random", "bot:random")
    invited = there.post(f"{path}/entries", json={"entrants": [idle.id]}, headers=organiser)
    assert invited.status_code == 201, invited.text
    assert idle.ask("POST", f"{path}/entries").status_code == 201
    answers = at_once([partial(http.post, f"{path}/start", json={}, headers=organiser) for http in pair])
    assert sorted(answer.status_code for answer in answers) == [200, 201], answers[0].text + answers[1].text
    assert [answer.json()["number"] for answer in answers] == [1, 1]
    assert [len({*games}) for games in games_of(there, path)] == [2]


def test_rounds_that_are_asked_for_with_one_key_at_both_servers_are_there_once(pair: Pair) -> None:
    here, there = pair
    path, organiser = tournament(here, *["bot:steady", "bot:random"] * 2)
    for number in range(1, 4):
        what = f"{path}/{'start' if number == 1 else 'rounds'}"
        headers = {**organiser, "Idempotency-Key": f"round-{number}"}
        answers = at_once([partial(http.post, what, json={}, headers=headers) for http in pair])
        assert [answer.status_code for answer in answers] == [201, 201], answers[0].text + answers[1].text
        assert answers[0].json() == answers[1].json()
        wait_until(lambda: not there.get(path).json()["round_on"])
    assert [len({*games}) for games in games_of(there, path)] == [2, 2, 2]
    assert len(here.get(f"{path}/results?limit=100").json()["items"]) == 3


def test_clocks_act_once_and_go_on_at_one_server_when_the_other_dies(memory_folder: Path, tmp_path: Path) -> None:
    valkey = ValkeyProcess(memory_folder / tmp_path.name, {})
    with ExitStack() as ending:
        ending.callback(valkey.kill)
        pair = ending.enter_context(closing(Pair(tmp_path, f"redis://127.0.0.1:{valkey.port}/0")))
        tables = [TwoWays(pair, dealt(http)).there for http in pair for _ in range(5)]
        wait_until(lambda: all(moved(table, 2) for table in tables))
        pair.kill(0)
        reached = {table.id: table.view()["version"] for table in tables}
        wait_until(lambda: all(moved(table, reached[table.id] + 1) for table in tables))
        for table in tables:
            seats = ran_out(table)
            assert all(seat != other for seat, other in itertools.pairwise(seats))
