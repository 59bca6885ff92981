"""The store is silent: whoever asks hears so soon, nothing piles up, and all goes on once it is back."""

import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from eights.telemetry.families import STORE_TIME
from eights.telemetry.shared import EVERY_S
from end_to_end.test_faults import assert_unavailable, end
from mortal_store import MortalStore
from serving.processes import descendants, named, wait_until
from serving.server_process import ServerProcess
from tables import Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SETTINGS: Final = {"EIGHTS_WORKERS": "2", "EIGHTS_RATELIMIT_ENABLED": "false"}
CLIENTS: Final = 64
ROUNDS: Final = 6


@pytest.fixture
def server(mortal_store: MortalStore, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path, "--port", "0", "--redis-url", mortal_store.url, settings=SETTINGS)
    yield server
    end(server)


def threads_of(server: ServerProcess) -> int:
    workers = descendants(named(descendants(server.pid), "gunicorn"))
    return sum(len(list(Path(f"/proc/{worker}/task").iterdir())) for worker in workers)


def waits_in_vain(server: ServerProcess) -> float:
    """Return how many calls to the store took a second or longer, by the numbers of all workers."""
    time.sleep(2 * EVERY_S)  # as old as they may be
    families = text_string_to_metric_families(httpx.get(f"{server.url}/metrics").text)
    samples = [sample for family in families if family.name == STORE_TIME.name for sample in family.samples]
    within = sum(sample.value for sample in samples if sample.labels.get("le") == "1.0")
    return sum(sample.value for sample in samples if sample.name.endswith("_count")) - within


class Crowd:
    """Many clients that all ask at the same time, each over a connection of its own."""

    def __init__(self, url: str) -> None:
        self._clients = [httpx.Client(base_url=url, timeout=60) for _ in range(CLIENTS)]

    def ask(self, path: str) -> list[httpx.Response]:
        with ThreadPoolExecutor(CLIENTS) as pool:
            return list(pool.map(lambda client: client.get(path), self._clients))

    def close(self) -> None:
        for client in self._clients:
            client.close()


def test_while_the_store_is_silent_all_hear_so_soon_and_then_are_served(
    server: ServerProcess, mortal_store: MortalStore
) -> None:
    crowd = Crowd(server.url)
    with httpx.Client(base_url=server.url, timeout=60) as http:
        path = Table.laid(http, "crazy-eights").path
        wait_until(lambda: {answer.status_code for answer in crowd.ask(path)} == {200})
        threads = threads_of(server)
        mortal_store.send(signal.SIGSTOP)
        for answer in crowd.ask(path):
            assert_unavailable(answer, "overloaded")  # who waited for a turn behind those who find out
        found_out = waits_in_vain(server)
        for _ in range(ROUNDS):
            for answer in crowd.ask(path):
                assert_unavailable(answer)
        # Those who were the first to ask waited until their time had run out, and nobody did after them.
        assert 0 < waits_in_vain(server) == found_out
        assert {answer.status_code for answer in crowd.ask("/readyz")} == {503}
        assert {answer.status_code for answer in crowd.ask("/healthz")} == {200}
        assert http.get("/v1/variants").status_code == 200
        assert threads_of(server) <= threads
        mortal_store.send(signal.SIGCONT)
        wait_until(lambda: {answer.status_code for answer in crowd.ask(path)} == {200})
        crowd.close()
    assert server.printed.count("the store does not answer") <= 2  # once for each worker


def test_a_stream_outlives_the_silence(server: ServerProcess, mortal_store: MortalStore) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as http:
        table = Table.ready_to_draw(http)
        with http.stream("GET", f"{table.path}/events", headers={"Accept": "text/event-stream"}) as stream:
            lines = stream.iter_lines()
            assert any("snapshot" in line or line.startswith("data") for line in lines)
            mortal_store.send(signal.SIGSTOP)
            assert_unavailable(table.get())
            mortal_store.send(signal.SIGCONT)
            wait_until(lambda: table.get().status_code == 200)
            assert table.post("/moves", 0, {"action": "draw"}).status_code == 200
            assert any(line.startswith("id: 3-") for line in lines)
