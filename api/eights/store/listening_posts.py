"""Where wake-ups are listened to: at the one server, at the master that sentinels name, or at nodes of a cluster."""

from typing import Any, Protocol

from redis import ConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import MovedError
from redis.retry import Retry

from eights.store.servers import behind_sentinels, options_of, slot_of_key
from eights.store.topology import Topology
from eights.store_url import Address


class Posts(Protocol):
    """Places to listen at. All methods but ``refresh`` raise the library's errors."""

    def place_of(self, channel: bytes) -> str:
        """Return where a channel is to be listened to."""

    def link(self, place: str) -> Any:
        """Return a new connection to a place, not connected yet."""

    def refresh(self, failure: Exception | None) -> None:
        """Find out anew where channels are, after a failure at one place."""


def posts_of(address: Address, connected_within_s: float, quiet_s: float) -> Posts:
    """Return the places of a store; connections are cut after a silence of so many seconds."""
    timing = {
        "socket_connect_timeout": connected_within_s,
        "socket_timeout": quiet_s,
        "health_check_interval": 0,
        "retry": Retry(NoBackoff(), 0),
    }
    return _NodePosts(address, timing) if address.kind == "cluster" else _OnePost(address, timing)


class _OnePost(Posts):
    def __init__(self, address: Address, timing: dict[str, Any]) -> None:
        options = {**options_of(address, timing)}
        options.pop("timeout")
        self._pool = ConnectionPool(**options)
        if address.kind == "sentinel":
            behind_sentinels(self._pool, address)

    def place_of(self, _: bytes) -> str:
        return "the server"

    def link(self, _: str) -> Any:
        # Made here, not by the pool: it counts those that it makes, and stops after so many.
        return self._pool.connection_class(**self._pool.connection_kwargs)

    def refresh(self, _: Exception | None) -> None:
        pass


class _NodePosts(Posts):
    def __init__(self, address: Address, timing: dict[str, Any]) -> None:
        self._topology = Topology(address)
        self._timing = timing

    def place_of(self, channel: bytes) -> str:
        name: str = self._topology.node_of(slot_of_key(channel)).name
        return name

    def link(self, place: str) -> Any:
        node = self._topology.node_named(place)
        if node is None:
            raise Unreachable("no such node any more")
        pool = self._topology.pool_of(node)
        return pool.connection_class(**{**pool.connection_kwargs, **self._timing})

    def refresh(self, failure: Exception | None) -> None:
        if isinstance(failure, MovedError):
            self._topology.moved(failure)
        else:
            self._topology.refresh()
