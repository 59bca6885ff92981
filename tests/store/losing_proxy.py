"""A way to the store that loses or holds back answers: what was asked is done, but nobody hears of it, or late.

It can fall silent as well.
"""

import select
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

SCRIPT_CALLS = (b"EVALSHA", b"EVAL\r\n")


class LosingProxy:
    """Passes bytes on between a unix socket and a store, except for answers to scripts that it is told to lose.

    Where the store cannot be reached, connections to the proxy end.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self._store = urlsplit(url)
        self._path = folder / "proxy.sock"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen(1024)
        self.to_lose = 0
        self.lost = 0
        self.hold_s = 0.0
        """How long every answer is held back."""
        self.next_store: str | None = None
        """Where another store is that takes over as soon as the one so far has answered an MGET."""
        self.silent = False
        """Whether it takes connections and bytes, and passes nothing on."""
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where the proxy listens, with the store's own user, password and database."""
        user = self._store.netloc.rpartition("@")[0]
        database = self._store.path.strip("/") if self._store.scheme == "redis" else ""
        return f"unix://{user}{'@' if user else ''}{self._path}?db={database or 0}"

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), self._upstream() as upstream:
            self._pass_on(client, upstream)

    def _upstream(self) -> socket.socket:
        if self._store.scheme == "unix":
            upstream = socket.socket(socket.AF_UNIX)
            try:
                upstream.connect(unquote(self._store.path))
            except OSError:
                upstream.close()
                raise
            return upstream
        return socket.create_connection((self._store.hostname or "localhost", self._store.port or 6379))

    def _pass_on(self, client: socket.socket, upstream: socket.socket) -> None:
        asked = b""
        while True:
            for ready in select.select([client, upstream], [], [])[0]:
                data = ready.recv(1 << 16)
                if not data:
                    return
                if self.silent:
                    continue
                if ready is client:
                    asked = data
                    upstream.sendall(data)
                elif self.to_lose > 0 and any(call in asked for call in SCRIPT_CALLS):
                    self.to_lose -= 1
                    self.lost += 1
                    return
                else:
                    time.sleep(self.hold_s)
                    client.sendall(data)
                    if self.next_store is not None and b"MGET" in asked:
                        self._store, self.next_store = urlsplit(self.next_store), None
                        return
