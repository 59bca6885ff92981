"""A way to some servers that sends each request once, and bears that no answer comes."""

import random
import threading
from collections.abc import Mapping
from typing import Final

import httpx

from history.observations import UNAVAILABLE

PATIENT_S: Final = 30.0
PAUSE_S: Final = 0.05
"""Before asking again where there was no answer."""
NO_ANSWER: Final = httpx.TransportError


class GivenUp(Exception):  # noqa: N818 - what happened, named as such
    """It has taken too long; nobody plays on."""


class Line:
    """Sends requests to servers, each to one of them by chance; threads may share it."""

    def __init__(self, *urls: str) -> None:
        unbounded = httpx.Limits(max_connections=None, max_keepalive_connections=100)
        self._clients = [httpx.Client(base_url=url, timeout=PATIENT_S, limits=unbounded) for url in urls]
        self._given_up = threading.Event()

    @property
    def client(self) -> httpx.Client:
        """One of the servers; raises GivenUp after :meth:`give_up`."""
        if self._given_up.is_set():
            raise GivenUp
        return random.choice(self._clients)

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        patience_s: float = PATIENT_S,
    ) -> httpx.Response | None:
        """Return the answer, or None if none came."""
        try:
            return self.client.request(method, path, json=body, headers=headers, timeout=patience_s)
        except NO_ANSWER:
            return None

    def answered(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """Ask until there is an answer other than that the store cannot be asked."""
        while True:
            answer = self.ask(method, path, body=body, headers=headers)
            if answer is not None and answer.status_code != UNAVAILABLE:
                return answer
            self.wait(PAUSE_S)

    def give_up(self) -> None:
        """Have all that ask stop."""
        self._given_up.set()

    def wait(self, seconds: float) -> None:
        """Pause before asking again; raises GivenUp after :meth:`give_up`."""
        if self._given_up.wait(seconds):
            raise GivenUp

    def close(self) -> None:
        """Close all connections."""
        for client in self._clients:
            client.close()
