"""How one worker does when more ask without pause than it can serve: ``python -m bench.overload`` in ``tests``."""

import asyncio
import time
from collections import Counter
from typing import Final

from bench.outage import reads
from bench.server import running_server, running_store

CROWDS: Final = (16, 200, 800)
SECONDS: Final = 6.0
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n"


class Crowd:
    """Clients that each ask, wait for the answer, as long as ``Retry-After`` says if refused, and ask again."""

    def __init__(self, address: tuple[str, int], until_s: float) -> None:
        self.answers: Counter[str] = Counter()
        self.took_s: dict[str, list[float]] = {}
        self._address = address
        self._until_s = until_s

    async def ask(self, kind: str, request: bytes, pause_s: float = 0.0) -> None:
        """Ask until the time is over."""
        try:
            reader, writer = await asyncio.open_connection(*self._address)
            while time.monotonic() < self._until_s:
                begun = time.monotonic()
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split()[0])
                await reader.readexactly(length)
                status = head.split()[1].decode()
                self.answers[f"{kind} {status}"] += 1
                self.took_s.setdefault(f"{kind} {status}", []).append(time.monotonic() - begun)
                await asyncio.sleep(pause_s if status == "200" else 1)
            writer.close()
        except (OSError, asyncio.IncompleteReadError) as failure:
            self.answers[f"{kind} {type(failure).__name__}"] += 1


async def crowd(address: tuple[str, int], request: bytes, clients: int) -> Crowd:
    """Let so many ask for a while, and somebody for the server's health."""
    asking = Crowd(address, time.monotonic() + SECONDS)
    await asyncio.gather(asking.ask("health", HEALTH, 0.1), *(asking.ask("read", request) for _ in range(clients)))
    return asking


def main() -> None:
    """Measure crowds of several sizes."""
    with running_store() as url, running_server("eights.app:served_app()", url) as server:
        request, _ = reads(server.address)
        for clients in CROWDS:
            asked = asyncio.run(crowd(server.address, request, clients))
            print(f"{clients} clients:")
            for kind, count in sorted(asked.answers.items()):
                took = sorted(asked.took_s.get(kind, [0.0]))
                print(f"  {kind}: {count}, median {took[len(took) // 2] * 1000:.0f} ms, worst {took[-1] * 1000:.0f} ms")


if __name__ == "__main__":
    main()
