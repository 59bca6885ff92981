"""Two servers on one store, each with several workers, behave as one: whichever is asked, and whichever dies."""

import itertools
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Final

import httpx
import pytest

from end_to_end.test_clocks_served import dealt, moved, ran_out
from end_to_end.two_servers import CREATIONS, JOINS, Pair, TwoWays, at_once
from machines.valkey_process import ValkeyProcess
from serving.processes import wait_until
from tables import assert_refused

needs_loopback_addresses = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.1 is the only one")

PROCESSES: Final = 4
NEW_GAME: Final = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
ROUNDS_OF_ASKING: Final = 15


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


@needs_loopback_addresses
def test_a_small_limit_lets_as_much_through_as_is_set_whichever_server_is_asked(pair: Pair) -> None:
    callers = Callers(pair, "127.0.0.2")
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: callers.post("/v1/games", NEW_GAME), range(CREATIONS + 20)))
    assert sorted(answer.status_code for answer in answers) == [201] * CREATIONS + [429] * 20
    refused = answers[-1]
    assert_refused(refused, 429, "rate_limited_creations")
    assert (refused.headers["RateLimit-Limit"], refused.headers["RateLimit-Remaining"]) == (str(CREATIONS), "0")
    assert Callers(pair, "127.0.0.3").post("/v1/games", NEW_GAME).status_code == 201


@needs_loopback_addresses
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


@pytest.mark.skipif(sys.platform != "linux", reason="finds a server's processes in /proc")
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
