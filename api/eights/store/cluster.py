"""Exchanges with a cluster: each unit goes to the node that has the slot of its key.

Which node that is, the library finds out and keeps; here it is told when it was wrong. A unit is repeated as a whole,
since whatever is sent may arrive twice without harm.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    MovedError,
    RedisError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered
from redis.retry import Retry

from eights.store.circuit import Away, Circuit
from eights.store.servers import (
    PAUSES_S,
    REPEATS,
    Servers,
    Unit,
    Word,
    answer_from,
    slot_of_key,
)
from eights.store.topology import NotServed, Topology
from eights.store_url import Address

REDIRECTIONS: Final = 5
"""How often a unit is sent on at once, before it has to wait like one that was not answered."""
_SCRIPTED: Final = ("EVALSHA", "EVAL")
_KEYLESS: Final = ("PING", "ECHO")

_CHANCE: Final = random.Random()  # noqa: S311 - no secret; its own, as others may have seeded the common one


class Cluster(Servers):
    """A cluster, over a bounded number of kept connections to each node; safe for threads and greenlets."""

    def __init__(self, address: Address) -> None:
        self._topology = Topology(address)
        self._retry = Retry(PAUSES_S, REPEATS, (Unreachable, Unanswered))

    def exchange(self, units: Sequence[Unit]) -> list[list[Any]]:
        """Send units of commands and return their answers, to all nodes at once."""
        work = _Work(units)
        self._work_on(work)
        return work.answers

    def exchange_each(self, units: Sequence[Unit]) -> list[list[Any] | RedisError]:
        """Send units of commands and return for each its answers, or why there are none."""
        work = _Work(units)
        try:
            self._work_on(work)
        except RedisError as failure:
            return [failure if index in work.left else answers for index, answers in enumerate(work.answers)]
        return [*work.answers]

    def close(self) -> None:
        """Close all connections."""
        self._topology.close()

    def _work_on(self, work: "_Work") -> None:
        self._retry.call_with_retry(lambda: self._finish(work), lambda _: self._topology.refresh_in_time())

    def _finish(self, work: "_Work") -> None:
        for _ in range(1 + REDIRECTIONS):
            failures = self._round(work)
            if failures:
                # What is worth a repeat goes first.
                raise next((one for one in failures if not isinstance(one, Away)), failures[0])
            if not work.left:
                return
        raise NotServed("sent from node to node")

    def _round(self, work: "_Work") -> list[RedisError]:
        """Send what is left, each unit to its node, and keep what is answered; return what went wrong."""
        talks: dict[str, _Talk] = {}
        failures: list[RedisError] = []
        for index in work.left:
            asked = work.asked.get(index)
            try:
                node = self._topology.node_of(work.slots[index]) if asked is None else self._topology.node_at(asked)
            except NotServed as failure:
                failures.append(failure)
            else:
                talks.setdefault(node.name, _Talk(self._topology, node)).indices.append(index)
        # In order of their names: of two who take the connections of two nodes, none has what the other waits for.
        ordered = [talks[name] for name in sorted(talks)]
        try:
            for step in (_Talk.open, _Talk.send, _Talk.read):
                for talk in ordered:
                    talk.go_on(step, work)
        finally:
            for talk in ordered:
                talk.end()
        failures += [talk.failure for talk in ordered if talk.failure is not None]
        for talk in ordered:
            for index, answers in talk.answered:
                failures += self._taken(work, index, answers)
        return failures

    def _taken(self, work: "_Work", index: int, answers: list[Any]) -> list[RedisError]:
        """Keep the answers to a unit, or see where it has to go instead; return what is wrong with them."""
        asked = work.asked.pop(index, None) is not None
        first = answers[1] if asked else answers[0]
        if isinstance(first, MovedError):
            self._topology.moved(first)
        elif isinstance(first, AskError):
            work.asked[index] = first
        elif isinstance(first, TryAgainError | ClusterDownError):
            return [NotServed(type(first).__name__)]
        else:
            work.done(index, answers[1:] if asked else answers)
        return []


class _Talk:
    """What is said to one node in one round, and what it answers; a failure ends it."""

    def __init__(self, topology: Topology, node: Any) -> None:
        self._topology = topology
        self._node = node
        self._pool: Any = None
        self._link: Any = None
        self._begun_s = 0.0
        self._reached = False
        self.indices: list[int] = []
        self.answered: list[tuple[int, list[Any]]] = []
        self.failure: RedisError | None = None

    def go_on(self, step: Callable[["_Talk", "_Work"], None], work: "_Work") -> None:
        """Take the next step, unless one has failed."""
        if self.failure is not None:
            return
        try:
            step(self, work)
        except (Unreachable, Unanswered, Away) as failure:
            self.failure = failure
            # That a kept connection is lost tells nothing of the node; the repeat finds out.
            if self._link is not None and (not self._reached or isinstance(failure, Unanswered | BusyLoadingError)):
                self._circuit.failed(self._begun_s, failure)

    def open(self, _: "_Work") -> None:
        """Take a connection."""
        self._circuit.check()
        self._pool = self._topology.pool_of(self._node)
        self._link = self._pool.get_connection()
        self._begun_s = time.monotonic()

    def send(self, work: "_Work") -> None:
        """Send all of it."""
        if not self._link.is_connected:
            self._link.connect()
            self._circuit.answered()
        self._reached = True
        words = [word for index in self.indices for word in work.sent(index)]
        self._link.send_packed_command(self._link.pack_commands(words))

    def read(self, work: "_Work") -> None:
        """Read all answers."""
        self.answered = [(index, [answer_from(self._link) for _ in work.sent(index)]) for index in self.indices]
        self._circuit.answered()

    def end(self) -> None:
        """Give the connection back."""
        if self._link is None:
            return
        if not self.answered:
            self._link.disconnect()  # answers may still be on their way
        self._pool.release(self._link)

    @property
    def _circuit(self) -> Circuit:
        return self._topology.circuit_of(self._node)


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
