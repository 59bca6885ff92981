"""A real set of one primary, two replicas and three sentinels."""

from pathlib import Path

from machines.valkey_process import ValkeyProcess, wait_until

MASTER = "games"


class SentinelSet:
    """Three servers, and three sentinels that watch over them."""

    def __init__(self, folder: Path, **options: str) -> None:
        wanted = {"repl-timeout": "5", **{name.replace("_", "-"): value for name, value in options.items()}}
        first = ValkeyProcess(folder / "server-0", wanted)
        wanted = {**wanted, "replicaof": f'127.0.0.1" "{first.port}'}
        self.servers = [first, *(ValkeyProcess(folder / f"server-{number}", wanted) for number in (1, 2))]
        wait_until(lambda: _has_both_replicas(first))
        self.sentinels = [_sentinel(folder / f"sentinel-{number}", first.port) for number in range(3)]
        wait_until(lambda: all(self._is_ready(sentinel) for sentinel in self.sentinels))

    @property
    def url(self) -> str:
        """The sentinels, and the name of what they watch."""
        places = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://{places}/{MASTER}"

    def primary(self) -> ValkeyProcess:
        """Return the server that is the master now, as the sentinels say."""
        told = next(filter(None, (s.answers("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER) for s in self.sentinels)))
        return next(server for server in self.servers if server.port == int(told[1]))

    def wait_until_sound(self) -> None:
        """Return when all sentinels name one primary, and both replicas are behind it."""
        wait_until(self.leaders)

    def leaders(self) -> list[int]:
        """Return the port of the primary if the set is whole, else nothing."""
        named = {str(s.answers("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER)) for s in self.sentinels}
        if len(named) > 1 or not all(self._is_ready(sentinel) for sentinel in self.sentinels):
            return []
        return [server.port for server in self.servers if _has_both_replicas(server)]

    def stop(self) -> None:
        """End them all."""
        for process in (*self.sentinels, *self.servers):
            process.kill()

    def _is_ready(self, sentinel: ValkeyProcess) -> bool:
        replicas = sentinel.answers("SENTINEL", "REPLICAS", MASTER)
        others = sentinel.answers("SENTINEL", "SENTINELS", MASTER)
        return bool(replicas and others) and len(replicas) == 2 and len(others) == 2


def _has_both_replicas(server: ValkeyProcess) -> bool:
    role, _, behind, *_ = server.answers("ROLE") or (b"", 0, [])
    return role == b"master" and len(behind) == 2


def _sentinel(folder: Path, port: int) -> ValkeyProcess:
    return ValkeyProcess(
        folder,
        {
            f"sentinel monitor {MASTER} 127.0.0.1 {port}": "2",
            f"sentinel down-after-milliseconds {MASTER}": "1000",
            f"sentinel failover-timeout {MASTER}": "5000",
        },
        sentinel=True,
    )
