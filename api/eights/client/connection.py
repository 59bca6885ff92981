"""Requests that survive a server that is away for a moment: retries, back-off, and one key per request.

Only what may safely be repeated is repeated: reads, DELETE requests, and POST requests, each of which carries an
``Idempotency-Key`` of its own, so that the server answers a repeat with the first answer instead of acting twice.
"""

import ipaddress
import random
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final

import httpx

from eights.client.problems import ProblemError, ServerUnreachable, problem_in

BACK_OFF_S: Final = (0.1, 0.2, 0.4, 0.8, 1.6)
"""Pauses between attempts; one attempt more than there are pauses."""
LONGEST_PAUSE_S: Final = 60.0
"""A server that asks for a longer pause than this is taken to have refused."""
TRY_AGAIN: Final = frozenset({429, 502, 503, 504})


class Connection:
    """One caller's way to one server.

    ``token`` is the secret of a seat or a host, sent with every request. ``pause`` waits between attempts. Methods
    raise :class:`ProblemError` for a refusal and :class:`ServerUnreachable` where no answer comes.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        timeout_s: float = 10.0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=url,
            headers={"Accept-Language": language, **authorization},
            timeout=timeout_s,
            trust_env=not is_this_machine(httpx.URL(url).host),
        )
        self._pause = pause

    def get(self, path: str, *, etag: str | None = None) -> httpx.Response:
        """Read; with the ETag of what the caller has, the answer is 304 and empty if that is still so."""
        headers = {"If-None-Match": etag} if etag else {}
        return self._answered(self._http.build_request("GET", path, headers=headers))

    def post(self, path: str, body: bytes, *, etag: str | None = None) -> httpx.Response:
        """Write; with an ETag, only if the server's is still that one (else the problem is 412)."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        if etag:
            headers["If-Match"] = etag
        return self._answered(self._http.build_request("POST", path, headers=headers, content=body))

    def patch(self, path: str, body: bytes) -> httpx.Response:
        """Change fields, each to a value that does not depend on what it was."""
        headers = {"Content-Type": "application/json"}
        return self._answered(self._http.build_request("PATCH", path, headers=headers, content=body))

    def delete(self, path: str) -> httpx.Response:
        """Take something away; where only the answer was lost, the repeat may be refused, as nothing is left there."""
        return self._answered(self._http.build_request("DELETE", path))

    def pieces(self, path: str) -> Iterator[bytes]:
        """Read something long piece by piece; the retries are over once the first piece has come."""
        request = self._http.build_request("GET", path)
        try:
            with closing(self._answered(request, stream=True)) as response:
                yield from response.iter_bytes()
        except httpx.TransportError as error:
            raise _unreachable(request, error) from error

    @contextmanager
    def stream(self, path: str, after: int | str | None, silent_s: float) -> Iterator[Iterator[bytes]]:
        """Open a stream of server-sent events after a revision, for which nothing is tried again here.

        Raises ``httpx.TransportError`` where it breaks off, or nothing comes for ``silent_s`` seconds.
        """
        resumed = {} if after is None else {"Last-Event-ID": str(after)}
        request = self._http.build_request("GET", path, headers={"Accept": "text/event-stream", **resumed})
        request.extensions["timeout"] = {**request.extensions["timeout"], "read": silent_s}
        with closing(self._http.send(request, stream=True)) as response:
            yield _accepted(response).iter_bytes()

    def _answered(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        for back_off_s in BACK_OFF_S:
            try:
                response = self._http.send(request, stream=stream)
            except httpx.TransportError:
                pause_s = back_off_s
            else:
                asked_s = pause_asked_for(response)
                if response.status_code not in TRY_AGAIN or asked_s > LONGEST_PAUSE_S:
                    return _accepted(response)
                response.close()
                pause_s = max(back_off_s, asked_s)
            self._pause(pause_s * random.uniform(1.0, 1.25))  # noqa: S311 - spreads clients out, guards nothing
        try:
            return _accepted(self._http.send(request, stream=stream))
        except httpx.TransportError as error:
            raise _unreachable(request, error) from error

    def close(self) -> None:
        """Close the connections; the object is of no use after it."""
        self._http.close()


def _accepted(response: httpx.Response) -> httpx.Response:
    if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
        return response
    with closing(response):
        response.read()
    raise ProblemError(problem_in(response), retry_after_s=pause_asked_for(response))


def _unreachable(request: httpx.Request, error: httpx.TransportError) -> ServerUnreachable:
    server = request.url.copy_with(path="/", query=None)
    return ServerUnreachable(f"{server}: {error}", str(server).rstrip("/") if _is_refusal(error) else None)


def _is_refusal(error: BaseException | None) -> bool:
    """Tell whether a connection was refused: the system's own error lies below those of the libraries."""
    while error is not None and not isinstance(error, ConnectionRefusedError):
        error = error.__cause__ or error.__context__
    return error is not None


def pause_asked_for(response: httpx.Response) -> float:
    """Return the seconds that ``Retry-After`` asks for; 0 if it asks for none, or names a date.

    >>> pause_asked_for(httpx.Response(503, headers={"Retry-After": "2"}))
    2.0
    """
    asked = response.headers.get("Retry-After", "")
    return float(asked) if asked.isascii() and asked.isdigit() else 0.0


def is_this_machine(host: str) -> bool:
    """Tell whether a host is the loopback one, which no proxy of the environment can reach for us.

    >>> is_this_machine("127.0.0.1"), is_this_machine("localhost"), is_this_machine("example.org")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
