"""A server whose every answer can be repeated: the real application on a real store, with counted chance and time."""

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

import redis
from flask import Flask

from eights.config import Settings
from eights.services.lifetimes import Lifetimes
from eights.services.ports import Clock, Secrets
from eights.store.stores import stores_of
from eights.store.wakes import RedisWakes
from eights.web.application import WebOptions, web_application
from eights.web.document import document_of
from eights.web.parts import assembled
from eights.web.slots import StreamLimits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

EPOCH_MS: Final = 1_764_460_800_000
DAY_S: Final = 24 * 3600


class CountedSecrets(Secrets):
    """Secrets that differ from each other, and are the same in each run."""

    def __init__(self) -> None:
        self.drawn = 0

    def token_bytes(self, count: int) -> bytes:
        """Return the next bytes."""
        self.drawn += 1
        return hashlib.shake_256(str(self.drawn).encode()).digest(count)


class CountedClock(Clock):
    """A clock that goes on by a millisecond each time that somebody looks."""

    def __init__(self) -> None:
        self.looked = 0

    def now_ms(self) -> int:
        """Return the next millisecond."""
        self.looked += 1
        return EPOCH_MS + self.looked


class World:
    """The application and all that it depends on."""

    def __init__(self, store_url: str) -> None:
        self._secrets = CountedSecrets()
        self._clock = CountedClock()
        self._store = redis.Redis.from_url(store_url)
        self.app = _application(store_url, self._clock, self._secrets)

    def begin_anew(self) -> None:
        """Forget all games, and start chance and time from the beginning."""
        self._secrets.drawn = self._clock.looked = 0
        self._store.flushall()

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()


class Door:
    """A WSGI application that stays the same while worlds come and go: tests are made before there is a store."""

    def __init__(self) -> None:
        self.world: World | None = None

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        """Answer as the present world does."""
        assert self.world is not None
        return self.world.app(environ, start_response)


def document() -> dict[str, Any]:
    """Return the OpenAPI document; a store is named for it, and never reached."""
    app = _application("unix:///dev/null", CountedClock(), CountedSecrets())
    described: dict[str, Any] = json.loads(document_of(app))
    return described


def _application(store_url: str, clock: Clock, secrets: Secrets) -> Flask:
    stores = stores_of(Settings(redis_url=store_url))
    lifetimes = Lifetimes(DAY_S, DAY_S, DAY_S)
    behind = assembled(stores, RedisWakes(store_url), clock, secrets, lifetimes, StreamLimits())
    return web_application(behind, WebOptions())
