"""A real cluster of three primaries and three replicas."""

import random
from pathlib import Path
from typing import Any

from machines.valkey_process import ValkeyProcess, wait_until

SLOTS = 16384
PRIMARIES = 3
OPTIONS = {
    "cluster-enabled": "yes",
    "cluster-node-timeout": "1000",
    "cluster-replica-validity-factor": "0",
    "cluster-require-full-coverage": "no",
}


class RealCluster:
    """Six nodes; each primary has one replica."""

    def __init__(self, folder: Path, **options: str) -> None:
        wanted = {**OPTIONS, **{name.replace("_", "-"): value for name, value in options.items()}}
        self.nodes = [ValkeyProcess(folder / f"node-{number}", wanted) for number in range(2 * PRIMARIES)]
        for number, node in enumerate(self.nodes):
            ask(node, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            for other in self.nodes[:number]:  # each to each: to hear of one another takes them seconds
                ask(other, "CLUSTER", "MEET", "127.0.0.1", node.port, node.bus_port)
        for number, primary in enumerate(self.nodes[:PRIMARIES]):
            start, end = number * SLOTS // PRIMARIES, (number + 1) * SLOTS // PRIMARIES - 1
            ask(primary, "CLUSTER", "ADDSLOTSRANGE", start, end)
        wait_until(lambda: all(self._knows_all(node) for node in self.nodes))
        for number, replica in enumerate(self.nodes[PRIMARIES:]):
            ask(replica, "CLUSTER", "REPLICATE", ask(self.nodes[number], "CLUSTER", "MYID"))
        self.wait_until_sound()

    @property
    def url(self) -> str:
        """Two of the nodes."""
        return f"redis://127.0.0.1:{self.nodes[0].port},127.0.0.1:{self.nodes[4].port}?cluster=true"

    def primaries(self) -> list[ValkeyProcess]:
        """Return the nodes that are primaries now."""
        return [node for node in self.nodes if node.role() == "master"]

    def primary_of(self, key: str) -> ValkeyProcess:
        """Return the primary that has a key."""
        slot = ask(self.nodes[-1], "CLUSTER", "KEYSLOT", key)
        for start, end, primary, *_ in ask(self.nodes[-1], "CLUSTER", "SLOTS"):
            if start <= slot <= end:
                return next(node for node in self.nodes if node.port == primary[1])
        raise LookupError(key)

    def some_primary(self) -> ValkeyProcess:
        """Return one of the primaries."""
        return random.choice(self.primaries())

    def move_slot(self, key: str) -> ValkeyProcess:
        """Give the slot of a key, which has to be empty, to another primary; return that one."""
        was, slot = self.primary_of(key), ask(self.nodes[0], "CLUSTER", "KEYSLOT", key)
        to = next(node for node in self.primaries() if node is not was)
        for node in (to, was, *self.primaries()):
            ask(node, "CLUSTER", "SETSLOT", slot, "NODE", ask(to, "CLUSTER", "MYID"))
        return to

    def wait_until_sound(self) -> None:
        """Return when every node sees the cluster as whole, with a replica behind each primary."""
        wait_until(self.leaders)

    def leaders(self) -> list[int]:
        """Return the ports of the primaries if the cluster is whole, else nothing."""
        if not all(self._is_sound(node) for node in self.nodes):
            return []
        return [node.port for node in self.primaries()]

    def stop(self) -> None:
        """End all nodes."""
        for node in self.nodes:
            node.kill()

    def _knows_all(self, node: ValkeyProcess) -> bool:
        told = (node.answers("CLUSTER", "NODES") or b"").decode()
        return told.count("connected") == len(self.nodes) and "handshake" not in told

    def _is_sound(self, node: ValkeyProcess) -> bool:
        told = node.answers("CLUSTER", "INFO")
        ok = b"cluster_state:ok" in str(told).encode() and _field(told, "cluster_slots_ok") == str(SLOTS)
        known = node.answers("CLUSTER", "SLOTS") or []
        linked = node.role() == "master" or (node.answers("ROLE") or [b""] * 4)[3] == b"connected"
        return ok and linked and sum(len(shard) == 4 for shard in known) == len(known)


def ask(node: ValkeyProcess, *command: Any) -> Any:
    return node.client.execute_command(*command)  # type: ignore[no-untyped-call] # the library's


def _field(told: Any, name: str) -> str:
    if isinstance(told, dict):
        return str(told.get(name))
    text = told.decode() if isinstance(told, bytes) else str(told)
    return next((line.partition(":")[2].strip() for line in text.splitlines() if line.startswith(name + ":")), "")
