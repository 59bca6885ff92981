"""What is tried of the stores themselves is tried on a cluster as well."""

import pytest

from builders import creation, game
from eights.services.game import Game
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from further_store import SERVERS
from machines.cluster import RealCluster


@pytest.fixture(params=SERVERS)
def server_url(request: pytest.FixtureRequest) -> str:
    """The URL of the embedded store, and then that of a further server if one is named."""
    return _url_of(request)


@pytest.fixture(params=[*SERVERS, "cluster"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The URLs of the same, and of a cluster."""
    if request.param == "cluster":
        cluster: RealCluster = request.getfixturevalue("cluster")
        return cluster.url
    return _url_of(request)


def _url_of(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def created(store: RedisGameStore, game_id: str) -> Game:
    """A game as it was created, in the store."""
    new = game(game_id)
    assert store.commit(creation(new))
    return new


@pytest.fixture
def behind(server_url: str) -> RedisGameStore:
    """The store behind the proxy."""
    return RedisGameStore(Connection(server_url), answers_expire_in_s=600)
