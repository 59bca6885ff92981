"""Servers behind the proxy, with the settings of the compose file and of the Caddyfile."""

import random
import signal
import threading
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest

from deploy.composition import Proxy, Server, running_servers
from listening import STREAM, events_of, stream
from serving.processes import wait_until
from tables import Table

NEW_GAME = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
CREATIONS = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("composition")


@pytest.fixture(scope="module")
def servers(installation: Path, folder: Path) -> Iterator[list[Server]]:
    settings = {"EIGHTS_STREAMS_PER_CALLER": "2", "EIGHTS_RATELIMIT_CREATIONS": f"{CREATIONS}/hour"}
    with running_servers(installation, folder, **settings) as servers:
        yield servers


@pytest.fixture(scope="module", params=["caddy", "debians_caddy"])
def proxy(request: pytest.FixtureRequest, folder: Path, servers: list[Server]) -> Iterator[Proxy]:
    proxy = Proxy(request.getfixturevalue(request.param), folder / request.param, [server.port for server in servers])
    yield proxy
    proxy.stop()


@pytest.fixture
def http(proxy: Proxy) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=proxy.url, timeout=30) as http:
        yield http


def test_events_come_as_they_happen_whichever_server_makes_them(servers: list[Server], http: httpx.Client) -> None:
    table, chance = Table.dealt(http), random.Random(1)
    with stream(table, 0) as events:
        assert next(events).kind == "snapshot"
        for _ in range(6):
            made = table.go_on(chance).json()["version"]
            told = next(events)
            assert (told.kind, told.id) == ("update", made)
    for server in servers:
        assert httpx.get(server.url + table.path).json()["version"] == made


@pytest.mark.parametrize("proxy", ["debians_caddy"], indirect=True)
def test_streams_end_cleanly_when_the_servers_are_reloaded(servers: list[Server], http: httpx.Client) -> None:
    with ExitStack() as open_:
        streams = [open_.enter_context(stream(Table.dealt(http), 0)) for _ in range(4)]
        assert [next(events).kind for events in streams] == ["snapshot"] * 4
        old = [server.workers() for server in servers]
        for server in servers:
            server.container.send(signal.SIGHUP)
        ends = [[(event.kind, event.data.get("reason")) for event in events] for events in streams]
    assert ends == [[("closing", "server_restarting")]] * 4
    wait_until(lambda: not any(server.workers() & former for server, former in zip(servers, old, strict=True)))
    assert Table.dealt(http).view()["status"] == "playing"


def test_a_stream_outlives_a_reload_of_the_proxy(proxy: Proxy, http: httpx.Client) -> None:
    table = Table.dealt(http)
    with stream(table, 0) as events:
        assert next(events).kind == "snapshot"
        reloading = threading.Thread(target=proxy.reload)
        reloading.start()
        made = table.go_on(random.Random(1)).json()["version"]
        assert next(events).id == made
    reloading.join()
    assert table.view()["version"] == made


def test_who_leaves_is_missed(http: httpx.Client) -> None:
    table = Table.dealt(http)

    def opened() -> httpx.Response:
        headers = {**STREAM, "Authorization": f"Bearer {table.tokens[0]}"}
        return http.send(http.build_request("GET", f"{table.path}/events", headers=headers), stream=True)

    following = [opened() for _ in range(5)]  # two servers let in two each
    assert [response.status_code for response in following] == [200] * 4 + [429]
    for response in following:
        response.close()

    def is_let_in() -> bool:
        again = opened()
        try:
            return again.status_code == 200 and next(events_of(again)).kind == "snapshot"
        finally:
            again.close()

    wait_until(is_let_in)


def test_callers_are_told_apart_by_addresses_that_they_cannot_choose(proxy: Proxy, http: httpx.Client) -> None:
    forged = [http.post("/v1/games", json=NEW_GAME, headers={"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(6)]
    assert min(int(answer.headers["RateLimit-Remaining"]) for answer in forged) <= CREATIONS - 3
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(transport=elsewhere, base_url=proxy.url, timeout=30) as other:
        assert int(other.post("/v1/games", json=NEW_GAME).headers["RateLimit-Remaining"]) > CREATIONS - 3


def test_what_is_for_operators_is_not_passed_on(http: httpx.Client) -> None:
    assert (http.get("/metrics").status_code, http.get("/metrics").content) == (404, b"")


@pytest.mark.parametrize("proxy", ["caddy"], indirect=True)
def test_servers_restarted_one_by_one_lose_no_request(servers: list[Server], http: httpx.Client) -> None:
    over = threading.Event()
    table, chance, answers = (
        Table.dealt(http, rules={"match": {"points": 1_000_000}}),
        random.Random(2),
        list[httpx.Response](),
    )

    def play() -> None:
        while not over.is_set():
            answers.append(table.go_on(chance, Idempotency_Key=str(uuid.uuid4())))

    def has_gone_on(before: int) -> bool:
        return len(answers) > before + 20 or not playing.is_alive()

    playing = threading.Thread(target=play)
    with stream(table, 0) as events:
        playing.start()
        for server in servers:
            server.restart()
            server.wait_until_ready()
            wait_until(partial(has_gone_on, len(answers)))
        over.set()
        playing.join()
        *_, last = events
    assert len(answers) > 40
    assert [(answer.status_code, answer.text) for answer in answers if answer.status_code != 200] == []
    assert (last.kind, last.data["reason"]) == ("closing", "server_restarting")
