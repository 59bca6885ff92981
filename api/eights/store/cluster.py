"""Exchanges with a cluster: each unit goes to the node that has the slot of its key.

Which node that is, the library finds out and keeps; here it is told when it was wrong. A unit is repeated as a whole,
since whatever is sent may arrive twice without harm.
"""

import random
import threading
from collections.abc import Sequence
from typing import Any, Final

from redis.cluster import ClusterNode, NodesManager
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    RedisClusterException,
    SlotNotCoveredError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered
from redis.retry import Retry

from eights.store.servers import (
    CONNECTED_WITHIN_S,
    PAUSES_S,
    REPEATS,
    Pool,
    Servers,
    Unit,
    Word,
    answer_from,
    options_of,
    slot_of_key,
)
from eights.store_url import Address

REDIRECTIONS: Final = 5
"""How often a unit is sent on at once, before it has to wait like one that was not answered."""
_SCRIPTED: Final = ("EVALSHA", "EVAL")
_KEYLESS: Final = ("PING", "ECHO")

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
        if not self._asking.acquire(timeout=CONNECTED_WITHIN_S):
            raise Unreachable("the cluster is being asked for its nodes")
        try:
            self._nodes = self._nodes or NodesManager(
                [_node(host, port) for host, port in self._places],
                from_url=True,
                connection_pool_class=Pool,
                **self._options,
            )
        except RedisClusterException as failure:
            raise Unreachable(str(failure)) from None
        finally:
            self._asking.release()
        return self._nodes


def _node(host: str, port: int) -> ClusterNode:
    return ClusterNode(host, port)  # type: ignore[no-untyped-call] # the library's


class Cluster(Servers):
    """A cluster, over a bounded number of kept connections to each node; safe for threads and greenlets."""

    def __init__(self, address: Address) -> None:
        self._topology = Topology(address)
        self._retry = Retry(PAUSES_S, REPEATS, (Unreachable, Unanswered))

    def exchange(self, units: Sequence[Unit]) -> list[list[Any]]:
        """Send units of commands and return their answers, to all nodes at once."""
        work = _Work(units)
        self._retry.call_with_retry(lambda: self._finish(work), lambda _: self._topology.refresh())
        return work.answers

    def close(self) -> None:
        """Close all connections."""
        self._topology.close()

    def _finish(self, work: "_Work") -> None:
        for _ in range(1 + REDIRECTIONS):
            self._round(work)
            if not work.left:
                return
        raise NotServed("sent from node to node")

    def _round(self, work: "_Work") -> None:
        """Send what is left, each unit to its node, and read what is answered."""
        by_node: dict[str, tuple[Any, list[int]]] = {}
        for index in work.left:
            asked = work.asked.get(index)
            node = self._topology.node_of(work.slots[index]) if asked is None else self._topology.node_at(asked)
            by_node.setdefault(node.name, (node, []))[1].append(index)
        # In order of their names: of two who take the connections of two nodes, none has what the other waits for.
        groups = [by_node[name] for name in sorted(by_node)]
        links: list[tuple[Any, Any]] = []
        done = False
        try:
            for node, _ in groups:
                pool = self._topology.pool_of(node)
                links.append((pool, pool.get_connection()))
            for (_, link), (_, indices) in zip(links, groups, strict=True):
                link.send_packed_command(link.pack_commands([word for i in indices for word in work.sent(i)]))
            answered = [
                (index, [answer_from(link) for _ in work.sent(index)])
                for (_, link), (_, indices) in zip(links, groups, strict=True)
                for index in indices
            ]
            done = True
        finally:
            for pool, link in links:
                if not done:
                    link.disconnect()  # answers may still be on their way
                pool.release(link)
        for index, answers in answered:
            self._take(work, index, answers)

    def _take(self, work: "_Work", index: int, answers: list[Any]) -> None:
        """Keep the answers to a unit, or see where it has to go instead."""
        asked = work.asked.pop(index, None) is not None
        first = answers[1] if asked else answers[0]
        if isinstance(first, MovedError):
            self._topology.moved(first)
        elif isinstance(first, AskError):
            work.asked[index] = first
        elif isinstance(first, TryAgainError | ClusterDownError):
            raise NotServed(type(first).__name__)
        else:
            work.done(index, answers[1:] if asked else answers)


class _Work:
    """Units on their way to their answers."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._units = units
        self.slots = [slot_of(unit[0]) for unit in units]
        self.answers: list[list[Any]] = [[] for _ in units]
        self.left = list(range(len(units)))
        self.asked: dict[int, AskError] = {}
        """Units that a slot on the move is to be asked for where it goes."""

    def sent(self, index: int) -> Unit:
        """Return what is sent for a unit."""
        return [("ASKING",), *self._units[index]] if index in self.asked else self._units[index]

    def done(self, index: int, answers: list[Any]) -> None:
        """Keep the answers to a unit."""
        self.answers[index] = answers
        self.left.remove(index)


def slot_of(command: Sequence[Word]) -> int | None:
    """Return the slot of a command's key; None if it has none.

    >>> slot_of(("GET", "{g:k3q}:state")) == slot_of(("EVALSHA", "0f", 2, "{g:k3q}:log", "{g:k3q}:steps", "argument"))
    True
    >>> slot_of(("PING",))
    """
    if command[0] in _KEYLESS or len(command) == 1 or (command[0] in _SCRIPTED and int(command[2]) == 0):
        return None
    return slot_of_key(command[3] if command[0] in _SCRIPTED else command[1])
