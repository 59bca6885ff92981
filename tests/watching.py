"""What tests that follow games do: play on meanwhile, and take what they are told."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from eights.app import create_app
from eights.config import Settings
from eights.services.players.authentication import Authentication
from eights.services.players.player import Player
from eights.services.refusals import Refused
from eights.web.parts import parts_of
from eights.web.streams import Streams
from listening import Heard
from tables import Table


@contextmanager
def meanwhile(*moves: Any) -> Iterator[None]:
    """Do something while the test waits for what comes of it."""
    thread = threading.Thread(target=lambda: [move() for move in moves])
    thread.start()
    yield
    thread.join()


def play(table: Table, count: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        assert table.go_on(chance).status_code == 200


def updates(page: httpx.Response) -> list[tuple[int, Any]]:
    assert page.status_code == 200, page.text
    return [(item["version"], item["events"]) for item in page.json()["items"]]


def told(events: Iterator[Heard], until: int) -> list[tuple[int, Any]]:
    """Return the updates of a stream up to a version."""
    listed = []
    for event in events:
        assert (event.kind, event.id) == ("update", event.data["version"])
        listed.append((event.data["version"], event.data["events"]))
        if event.id == until:
            assert event.data["view"]["version"] == until
            return listed
    pytest.fail(f"the stream ended before version {until}")


@contextmanager
def server(embedded_url: str, **settings: Any) -> Iterator[tuple[httpx.Client, Streams]]:
    """Run an application of its own, and look into it."""
    app = create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False, **settings))
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example") as client:
        yield client, parts_of(app).streams


class Nobody(Authentication):
    """Knows of no player."""

    def __init__(self) -> None:
        pass

    def player(self, token_hash: bytes) -> Player:
        """Find nobody."""
        del token_hash
        raise Refused("token_invalid")


NOBODY = Nobody()


class Deaf:
    """Hears nothing of any change."""

    def watch(self, subject: str, wake: Callable[[], None]) -> None:
        """Watch nothing."""

    def unwatch(self, subject: str) -> None:
        """Watch nothing."""
