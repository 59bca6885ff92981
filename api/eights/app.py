"""Puts the server together."""

import logging
import os
import secrets
import time
from collections import deque
from typing import Final

from flask import Flask

from eights.config import Settings, from_environment
from eights.services.lifetimes import Lifetimes
from eights.services.ports import Buckets, Clock, Secrets
from eights.store.stores import stores_of
from eights.store.wakes import RedisWakes
from eights.store.watched import WatchedConnection
from eights.telemetry.counting import Counting
from eights.telemetry.tracing import NoTracing, Tracing, tracing_from
from eights.ticking import start_ticking
from eights.web.application import WebOptions, web_application
from eights.web.limits import RateLimit
from eights.web.parts import assembled, parts_of
from eights.web.seeing import Sight
from eights.web.shared_limits import SharedLimiter
from eights.web.slots import StreamLimits

_log = logging.getLogger(__name__)


def create_app(settings: Settings | None = None) -> Flask:
    """Build the application; without settings, those of the environment are read.

    The store is first reached when a request needs it. Raises :class:`~eights.config.UnusableSettings`.
    """
    settings = settings or from_environment(os.environ)
    lifetimes = Lifetimes(settings.undealt_expiry_s, settings.live_expiry_s, settings.finished_expiry_s)
    wakes = RedisWakes(settings.redis_url or "")
    limits = StreamLimits(
        per_caller=settings.streams_per_caller,
        per_process=settings.streams_per_process,
        per_address=settings.streams_per_address,
        stall_s=settings.stream_stall_s,
    )
    sight = Sight(tracing=_tracing(), metrics=settings.metrics)
    stores = stores_of(settings, lambda connection: WatchedConnection(connection, sight.tally, sight.tracing))
    witness = Counting(sight.tally)
    behind = assembled(stores, wakes, SystemClock(), SystemSecrets(), lifetimes, limits, witness)
    sight.tally.watch_streams(lambda: len(behind.streams))
    return web_application(behind, _web_options(settings, stores.buckets, sight))


def served_app() -> Flask:
    """Build the application as a server's worker runs it: with somebody who keeps an eye on the clocks."""
    app = create_app()
    start_ticking(parts_of(app).clocks)
    return app


class SystemClock(Clock):
    """The machine's clock."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000


class SystemSecrets(Secrets):
    """The operating system's source of secrets, asked for many at once: each asking is a system call."""

    def token_bytes(self, count: int) -> bytes:
        """Return that many unpredictable bytes, which nobody else gets."""
        if count > _PIECE:
            return secrets.token_bytes(count)
        while True:
            try:
                return _drawn.pop()[:count]
            except IndexError:
                drawn = secrets.token_bytes(_PIECE * _PIECES)
                _drawn.extend(drawn[start : start + _PIECE] for start in range(0, len(drawn), _PIECE))


_PIECE: Final = 32
_PIECES: Final = 64
_drawn: Final[deque[bytes]] = deque()
"""What was drawn and nobody has yet; threads take from it without a lock, each a piece of its own."""
os.register_at_fork(after_in_child=_drawn.clear)


def _tracing() -> Tracing | None:
    try:
        return tracing_from(os.environ)
    except NoTracing as reason:
        _log.warning("no traces: %s", reason)
        return None


def _limiters(settings: Settings, buckets: Buckets) -> dict[str, SharedLimiter] | None:
    limits = settings.rate_limits
    if limits is None:
        return None
    return {
        name: SharedLimiter(name, RateLimit(count, per_s), max(count // settings.workers, 1), buckets)
        for name, (count, per_s) in limits.items()
    }


def _web_options(settings: Settings, buckets: Buckets, sight: Sight) -> WebOptions:
    return WebOptions(
        limiters=_limiters(settings, buckets),
        cors_origins=settings.origins,
        requests=settings.requests_per_process,
        trusted_proxies=settings.trusted_proxies,
        sight=sight,
    )
