"""How long a game is kept: as the store has it after each change."""

from collections.abc import Iterator

import httpx
import pytest

from eights.app import create_app
from eights.config import Settings
from eights.store.connection import Connection
from tables import Table

UNDEALT_S, LIVE_S, FINISHED_S = 1000, 2000, 3000


@pytest.fixture
def http(embedded_url: str) -> Iterator[httpx.Client]:
    settings = Settings(
        redis_url=embedded_url,
        ratelimit_enabled=False,
        undealt_expiry_s=UNDEALT_S,
        live_expiry_s=LIVE_S,
        finished_expiry_s=FINISHED_S,
    )
    transport = httpx.WSGITransport(create_app(settings))
    with httpx.Client(transport=transport, base_url="http://eights.example") as client:
        yield client


def test_a_game_is_kept_for_as_long_as_its_status_says(http: httpx.Client, connection: Connection) -> None:
    def about(seconds: int) -> bool:
        names = [f"{{g:{table.id}}}:{part}" for part in ("state", "updates")]
        return all(seconds - 100 < connection.call("TTL", name) <= seconds for name in names)

    table = Table.laid(http, "draw-two", 2)
    assert about(UNDEALT_S)
    assert table.delete("/seats/1", 1).is_success
    assert about(UNDEALT_S)
    assert table.post("/seats", None, {"name": "Ben"}).is_success
    assert table.post("/deals", 0).is_success
    assert about(LIVE_S)
    assert table.delete("/seats/0", 0).json()["status"] == "finished"
    assert about(FINISHED_S)


def test_a_game_called_off_is_kept_as_a_finished_one(http: httpx.Client, connection: Connection) -> None:
    table = Table.dealt(http)
    assert table.delete("", "host").is_success
    assert LIVE_S < connection.call("TTL", f"{{g:{table.id}}}:state") <= FINISHED_S
