"""Parts that several tests need: a store of the tests' own, and the server that a variable may name besides it."""

import random
import secrets
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import redis.cluster
from hypothesis import HealthCheck, settings

from eights.app import create_app
from eights.config import Settings
from eights.store.connection import Connection
from eights.store.games import RedisGameStore, connect
from further_store import SERVERS, further_store
from machines.cluster import RealCluster
from machines.sentinels import SentinelSet
from mortal_store import MortalStore, mortal_store_in
from own_store import own_store
from store.losing_proxy import LosingProxy
from timed import TimedServer

# `pytest --hypothesis-profile=long` looks for what the same few examples of every day do not show.
settings.register_profile(
    "quick", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", max_examples=500, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("quick")

# Threads that still follow a cluster of an earlier test ask for its nodes in an order by chance: not by the common one,
# which Hypothesis takes for its own.
vars(redis.cluster)["random"] = random.Random()

# A shell that runs the tests in the background has SIGINT ignored, and so would be all that they start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

MEMORY = Path("/dev/shm")  # noqa: S108 - each run makes a folder of its own in it


@pytest.fixture(scope="session")
def memory_folder() -> Iterator[Path]:
    """A folder that costs no disk where the system has one: tests write much that nobody keeps."""
    with tempfile.TemporaryDirectory(prefix="eights-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def embedded_url(memory_folder: Path) -> Iterator[str]:
    """The URL of an embedded store that all tests of this process share: use ids of your own."""
    with own_store(memory_folder / "shared-store") as url:
        yield url


@pytest.fixture(scope="session")
def _timed_store(memory_folder: Path) -> Iterator[str]:
    with own_store(memory_folder / "timed-store") as url:
        yield url


@pytest.fixture
def timed_url(_timed_store: str) -> str:
    """The URL of an embedded store with nothing in it, for tests that say what time it is."""
    connection = Connection(_timed_store)
    connection.call("FLUSHALL")
    connection.close()
    return _timed_store


@pytest.fixture
def timed(timed_url: str) -> Iterator[TimedServer]:
    """The whole application, its clock moved by hand."""
    server = TimedServer(timed_url)
    with server.http:
        yield server


@pytest.fixture(scope="session")
def cluster(memory_folder: Path) -> Iterator[RealCluster]:
    """A real cluster that all tests of this process share, to be left as sound as it is: use ids of your own."""
    cluster = RealCluster(memory_folder / "cluster")
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def sentinels(memory_folder: Path) -> Iterator[SentinelSet]:
    """A real primary with replicas and sentinels, shared like the cluster."""
    sentinels = SentinelSet(memory_folder / "sentinels")
    yield sentinels
    sentinels.stop()


@pytest.fixture(scope="session")
def further_url(memory_folder: Path) -> Iterator[str]:
    """The URL of a further store that the tests are to pass on, where one is named."""
    with further_store(memory_folder / "further-store") as url:
        yield url


@pytest.fixture(params=SERVERS)
def store_url(request: pytest.FixtureRequest) -> str:
    """The URL of the embedded store, and then that of a further one if one is named."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def connection(store_url: str) -> Iterator[Connection]:
    """Commands to each store in turn."""
    connection = Connection(store_url)
    yield connection
    connection.close()


@pytest.fixture
def store(connection: Connection) -> RedisGameStore:
    """Each store in turn, as the services know it."""
    return RedisGameStore(connection, answers_expire_in_s=600)


@pytest.fixture
def game_id() -> str:
    """An id of the test's own."""
    return secrets.token_hex(8)


@pytest.fixture(scope="session")
def kept(embedded_url: str) -> RedisGameStore:
    """What the shared store holds: the truth behind every answer of ``http``."""
    return connect(Settings(redis_url=embedded_url))


@pytest.fixture(scope="session")
def http(embedded_url: str) -> Iterator[httpx.Client]:
    """A client of the whole application, without limits, on the shared store."""
    app = create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example") as client:
        yield client


@pytest.fixture
def proxy(embedded_url: str, memory_folder: Path) -> Iterator[LosingProxy]:
    """A way to the shared store that loses answers when it is told to."""
    folder = memory_folder / secrets.token_hex(4)
    folder.mkdir()
    proxy = LosingProxy(embedded_url, folder)
    yield proxy
    proxy.close()


@pytest.fixture
def mortal_store(memory_folder: Path) -> Iterator[MortalStore]:
    """A store of the test's own, to be paused and killed."""
    with mortal_store_in(memory_folder / secrets.token_hex(4)) as store:
        yield store
