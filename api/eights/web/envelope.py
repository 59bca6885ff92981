"""What every answer carries, whatever it says: put around the application, where it costs least and misses nothing.

- cross-origin access, on every path: also on those that do not exist, so that a browser can read the problem;
- headers that keep browsers and caches from doing what nobody meant;
- the request's id, by which the log speaks of it.
"""

import random
import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Header = tuple[str, str]

_REQUEST_ID: Final = "eights.request_id"
_ADDED: Final = "eights.headers"
_TAKEN_OVER: Final = re.compile(r"(?!e[hspo]_)[A-Za-z0-9._-]{1,64}")
"""Not a token, sent there by mistake: the id goes into the log."""

_EXPOSED: Final = (
    "Content-Language, ETag, Idempotent-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
    "Retry-After, WWW-Authenticate, X-Request-ID"
)
_HEEDED: Final = (
    "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "X-Request-ID"
)
_PREFLIGHT: Final[list[Header]] = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE, OPTIONS"),
    ("Access-Control-Allow-Headers", _HEEDED),
    ("Access-Control-Max-Age", "7200"),
]
_ALWAYS: Final[list[Header]] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
]
_LOAD_NOTHING: Final = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")


class Envelope:
    """A WSGI application around another; ``origins`` are those whose pages may use it, ``*`` stands for all.

    No cookies are in use, so that no page can misuse those of another. A policy or ``Cache-Control`` that an answer
    brings along stands.
    """

    def __init__(self, inner: "WSGIApplication", origins: Sequence[str]) -> None:
        self._inner = inner
        self._origins = frozenset(origins)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given if _TAKEN_OVER.fullmatch(given) else _own_id()
        environ[_REQUEST_ID] = request_id
        added = environ[_ADDED] = [*_ALWAYS, ("X-Request-ID", request_id), *self._cross_origin(environ)]
        if environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            start_response("204 No Content", [*added, *_PREFLIGHT])
            return []

        def start(status: str, headers: list[Header], exc_info: Any = None) -> Any:
            return start_response(status, [*headers, *added, *_cautions(headers)], exc_info)

        return self._inner(environ, start)

    def _cross_origin(self, environ: "WSGIEnvironment") -> list[Header]:
        exposed = ("Access-Control-Expose-Headers", _EXPOSED)
        if "*" in self._origins:
            return [("Access-Control-Allow-Origin", "*"), exposed]
        origin = environ.get("HTTP_ORIGIN")
        if origin in self._origins:
            return [("Vary", "Origin"), ("Access-Control-Allow-Origin", origin), exposed]
        return [("Vary", "Origin")]


def _own_id() -> str:
    """Return an id that tells a request from others; there is nothing in guessing it."""
    return f"{random.getrandbits(64):016x}"


def _cautions(headers: list[Header]) -> list[Header]:
    names = {name for name, _ in headers}
    cautions = [] if "Content-Security-Policy" in names else [_LOAD_NOTHING]
    if "Cache-Control" not in names:
        # What one caller sees is not for another: a cache may at most ask again under the caller's own token.
        cautions += [
            ("Cache-Control", "private, no-cache" if "ETag" in names else "no-store"),
            ("Vary", "Authorization"),
        ]
    return cautions


def set_headers(environ: "WSGIEnvironment", headers: Collection[Header]) -> None:
    """Send headers with the answer to a request, in place of what was set under their names before."""
    names = {name for name, _ in headers}
    environ[_ADDED][:] = [*(header for header in environ[_ADDED] if header[0] not in names), *headers]


def request_id(environ: "WSGIEnvironment") -> str:
    """Return the id of a request: the caller's ``X-Request-ID`` if it is harmless, else one of our own."""
    name: str = environ[_REQUEST_ID]
    return name
