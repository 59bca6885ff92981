"""Which node of a cluster has which slot; the library finds out and keeps it, here it is told when it was wrong."""

import random
import threading
import time
from typing import Any, Final

from redis.cluster import ClusterNode, NodesManager
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import MovedError, RedisClusterException, RedisError, SlotNotCoveredError
from redis.exceptions import TimeoutError as Unanswered

from eights.store.circuit import Circuit
from eights.store.servers import CONNECTED_WITHIN_S, Pool, options_of, probe
from eights.store_url import Address

REFRESHED_WITHIN_S: Final = 3.0
"""Enough for one node that does not answer and one that does."""

_CHANCE: Final = random.Random()  # noqa: S311 - no secret; its own, as others may have seeded the common one


class NotServed(Unreachable):
    """The cluster has nobody at present who would answer for a slot."""


class Topology:
    """Which node has which slot; asked for when it is first needed, and again when it proved wrong."""

    def __init__(self, address: Address) -> None:
        self._places = address.places
        self._options = options_of(address)
        for name in ("host", "port", "db", "retry"):  # the nodes' own, or the library's
            self._options.pop(name, None)
        self._nodes: Any = None
        self._asking = threading.Lock()
        self._circuits: dict[str, Circuit] = {}
        self._start = Circuit("the store", self._probe_start)

    def node_of(self, slot: int | None) -> Any:
        """Return the node that has a slot, or any; raises the library's errors."""
        nodes = self._nodes or self._first()
        try:
            if slot is None:
                return _CHANCE.choice(nodes.get_nodes_by_server_type("primary"))
            return nodes.get_node_from_slot(slot)
        except SlotNotCoveredError:
            raise NotServed("no node has the slot") from None

    def node_at(self, refusal: Any) -> Any:
        """Return the node that a refusal names, without believing that the slot is there."""
        return self._nodes.get_node(refusal.host, refusal.port) or _node(refusal.host, refusal.port)

    def node_named(self, name: str) -> Any:
        """Return a node by its name, or None."""
        return self._nodes.get_node(node_name=name)

    def moved(self, refusal: MovedError) -> None:
        """Note where a slot is now."""
        self._nodes.move_slot(refusal)

    def refresh(self) -> None:
        """Ask the nodes for their slots anew, unless somebody is asking already; raises nothing."""
        if self._nodes is None or not self._asking.acquire(blocking=False):
            return
        try:
            self._nodes.initialize(
                additional_startup_nodes_info=list(self._places), disconnect_startup_nodes_pools=False
            )
        except (RedisClusterException, Unreachable, Unanswered, OSError):
            pass  # then it is as it was, and whoever needs it finds out
        finally:
            self._asking.release()

    def refresh_in_time(self) -> None:
        """Ask them and wait for it, but not too long, and only where nobody else does so already."""
        if not self._asking.locked():
            asking = threading.Thread(target=self.refresh, name="cluster", daemon=True)
            asking.start()
            asking.join(REFRESHED_WITHIN_S)

    def circuit_of(self, node: Any) -> Circuit:
        """Return what knows whether a node answers."""
        name: str = node.name
        circuit = self._circuits.get(name)
        return circuit or self._circuits.setdefault(name, Circuit(f"store node {name}", lambda: self._probe(name)))

    def _probe(self, name: str) -> None:
        """Ask a node whether it answers; if not, another one may have taken over."""
        node = self.node_named(name)
        if node is None:
            self._circuits.pop(name, None)  # nobody asks it any more
            return
        try:
            probe(self.pool_of(node))
        except RedisError:
            self.refresh()
            raise

    def pool_of(self, node: Any) -> Pool:
        """Return the connections to a node."""
        if node.redis_connection is None:
            self._nodes.create_redis_connections([node])
        pool: Pool = node.redis_connection.connection_pool
        return pool

    def close(self) -> None:
        """Close all connections."""
        if self._nodes is not None:
            self._nodes.close()

    def _first(self) -> Any:
        self._start.check()
        begun_s = time.monotonic()
        if not self._asking.acquire(timeout=CONNECTED_WITHIN_S):
            raise Unreachable("the cluster is being asked for its nodes")
        try:
            self._nodes = self._nodes or self._found()
        except (Unreachable, Unanswered) as failure:
            self._start.failed(begun_s, failure)
            raise
        finally:
            self._asking.release()
        return self._nodes

    def _found(self) -> NodesManager:
        try:
            return NodesManager(
                [_node(host, port) for host, port in self._places],
                from_url=True,
                connection_pool_class=Pool,
                **self._options,
            )
        except RedisClusterException as failure:
            raise Unreachable(str(failure)) from None

    def _probe_start(self) -> None:
        self._nodes = self._nodes or self._found()


def _node(host: str, port: int) -> ClusterNode:
    return ClusterNode(host, port)  # type: ignore[no-untyped-call] # the library's
