import secrets
from collections.abc import Iterator

import pytest

from eights.store.connection import Connection
from eights.store.games import RedisGameStore


@pytest.fixture
def connection(embedded_url: str) -> Iterator[Connection]:
    connection = Connection(embedded_url)
    yield connection
    connection.close()


@pytest.fixture
def store(connection: Connection) -> RedisGameStore:
    return RedisGameStore(connection, answers_expire_in_s=600)


@pytest.fixture
def game_id() -> str:
    return secrets.token_hex(8)
