import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from eights.store.embedded import EmbeddedStore
from serving.processes import descendants, lives, named, wait_until
from serving.server_process import ServerProcess

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

NEW_GAME = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
Serve = Callable[..., ServerProcess]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers, on the test's own folder unless told otherwise, and ends those that are left."""
    started: list[ServerProcess] = []

    def start(*options: str, data_dir: Path = tmp_path / "data", **settings: str) -> ServerProcess:
        started.append(ServerProcess(data_dir, *options, settings=settings))
        return started[-1]

    yield start
    for server in started:
        server.send(signal.SIGTERM)
        server.ended()


def create(server: ServerProcess) -> str:
    answer = httpx.post(server.url + "/v1/games", json=NEW_GAME, timeout=30)
    assert answer.status_code == 201, answer.text
    return answer.headers["Location"]


def answers(server: ServerProcess, path: str) -> bool:
    try:
        return server.get(path).status_code == 200
    except httpx.TransportError:
        return False


def test_it_says_where_it_listens_where_games_are_kept_and_where_the_documentation_is(
    serve: Serve, tmp_path: Path
) -> None:
    server = serve()
    assert server.get("/readyz").status_code == 200
    assert f"{server.url}/docs" in server.printed
    assert str(tmp_path / "data") in server.printed
    assert server.get("/docs").is_success


@on_linux
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_and_the_next_start_has_the_games(serve: Serve, ending: signal.Signals) -> None:
    first = serve()
    location = create(first)
    family = descendants(first.pid)
    first.send(ending)
    assert first.ended() == 0
    assert not any(lives(pid) for pid in family)
    assert "Traceback" not in first.printed
    assert serve().get(location).status_code == 200


@on_linux
def test_kill_9_leaves_nobody_behind_and_the_next_start_has_the_games(serve: Serve) -> None:
    first = serve()
    location = create(first)
    family = descendants(first.pid)
    assert named(family, "valkey-server") != named(family, "gunicorn")
    first.send(signal.SIGKILL)
    first.ended()
    assert serve("--port", first.url.rpartition(":")[2]).get(location).status_code == 200
    wait_until(lambda: not any(lives(pid) for pid in family))


@on_linux
def test_a_killed_store_is_started_again_with_its_games(serve: Serve) -> None:
    server = serve()
    location = create(server)
    store = named(descendants(server.pid), "valkey-server")
    os.kill(store, signal.SIGKILL)
    wait_until(lambda: answers(server, location))
    assert named(descendants(server.pid), "valkey-server") != store
    assert "started again" in server.printed


@on_linux
def test_a_killed_worker_is_replaced(serve: Serve) -> None:
    server = serve()
    location = create(server)
    master = named(descendants(server.pid), "gunicorn")
    workers = descendants(master)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: answers(server, location))
    assert not workers & descendants(master)


@on_linux
def test_if_the_web_server_dies_it_gives_up_and_takes_the_store_along(serve: Serve) -> None:
    server = serve()
    assert server.get("/healthz").status_code == 200
    family = descendants(server.pid)
    os.kill(named(family, "gunicorn"), signal.SIGKILL)
    assert server.ended() == 1
    assert "the web server ended by itself" in server.printed
    wait_until(lambda: not any(lives(pid) for pid in family))


@on_linux
def test_a_hangup_replaces_the_workers(serve: Serve) -> None:
    server = serve()
    assert server.get("/healthz").status_code == 200
    master = named(descendants(server.pid), "gunicorn")
    old = descendants(master)
    server.send(signal.SIGHUP)
    wait_until(lambda: not old & descendants(master) and answers(server, "/healthz"))


def test_a_second_server_on_the_same_folder_is_refused(serve: Serve) -> None:
    first = serve()
    assert first.get("/healthz").status_code == 200
    second = serve()
    assert second.ended() == 1
    assert "another server keeps its games in" in second.printed
    assert first.get("/readyz").status_code == 200


def test_two_servers_on_two_folders_go_together(serve: Serve, tmp_path: Path) -> None:
    first, second = serve(), serve(data_dir=tmp_path / "other")
    location = create(first)
    assert first.get(location).status_code == 200
    assert second.get(location).status_code == 404


def test_a_port_in_use_is_told_and_the_option_goes_before_the_environment(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        server = serve("--port", port, EIGHTS_PORT="0")
        assert server.ended() == 1
    assert f"port {port} on 127.0.0.1 is in use" in server.printed


def test_an_address_of_another_machine_is_told(serve: Serve) -> None:
    server = serve("--host", "192.0.2.1", "--port", "0")
    assert server.ended() == 1
    assert "cannot listen on 192.0.2.1" in server.printed


def test_a_folder_that_cannot_be_made_is_told(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    server = serve(data_dir=tmp_path / "file" / "data")
    assert server.ended() == 1
    assert "cannot keep games in" in server.printed


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"EIGHTS_PRT": "80"}, "unknown setting EIGHTS_PRT"),
        ({"EIGHTS_WORKERS": "none"}, "EIGHTS_WORKERS"),
        ({"EIGHTS_REDIS_URL": "redis://:sec/secret@localhost"}, "EIGHTS_REDIS_URL: the port"),
    ],
)
def test_wrong_settings_stop_the_start(serve: Serve, settings: dict[str, str], message: str) -> None:
    server = serve(**settings)
    assert server.ended() == 2
    assert message in server.printed
    assert "secret" not in server.printed


def test_replicas_of_the_embedded_store_are_not_waited_for(serve: Serve) -> None:
    server = serve(EIGHTS_DURABILITY="wait:1")
    assert server.ended() == 1
    assert "the embedded store has no replicas" in server.printed


def test_the_embedded_store_always_writes_to_its_disk_first(serve: Serve) -> None:
    server = serve("--port", "0", EIGHTS_DURABILITY="always")
    assert server.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--port", "secret"), "--port, EIGHTS_PORT: a whole number from 0 to 65535 is expected"),
        (("--redis-url", "redis://:secret@x:1/2/3"), "--redis-url, EIGHTS_REDIS_URL: after the host there may be"),
    ],
)
def test_a_wrong_option_is_told_by_its_name(serve: Serve, options: tuple[str, ...], message: str) -> None:
    server = serve(*options)
    assert server.ended() == 2
    assert message in server.printed
    assert "secret" not in server.printed


def test_a_store_by_url_needs_no_folder(serve: Serve, embedded_url: str, tmp_path: Path) -> None:
    server = serve("--port", "0", "--redis-url", embedded_url, data_dir=tmp_path / "unused")
    assert server.get(create(server)).status_code == 200
    assert not (tmp_path / "unused").exists()
    assert embedded_url in server.printed


def test_while_its_store_is_away_it_says_503_and_then_it_recovers(serve: Serve, memory_folder: Path) -> None:
    store = EmbeddedStore(memory_folder / "late")
    server = serve("--port", "0", "--redis-url", store.url)
    answer = httpx.post(server.url + "/v1/games", json=NEW_GAME, timeout=30)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    store.start()
    wait_until(lambda: answers(server, "/readyz"))
    assert server.get(create(server)).status_code == 200
    store.stop()
