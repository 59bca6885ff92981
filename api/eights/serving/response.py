"""gunicorn's response, made lean: constant headers are checked once, and an answer is sent in one piece."""

import errno
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from gunicorn.http import wsgi  # type: ignore[import-untyped]  # it has no types

from eights.serving.idle import is_closing

Header = tuple[str, str]

HEADERS_REMEMBERED: Final = 256
_OF_ITS_OWN: Final = frozenset(
    {"Content-Length", "ETag", "Location", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "X-Request-ID"}
)
"""What each answer has of its own: there is no use in remembering it."""
_PLAIN: Final = re.compile(r"[\x21-\x7e]+")
"""A value of those that gunicorn sends as it stands."""


class Response(wsgi.Response):  # type: ignore[misc]  # as above
    """The answer to one request."""

    headers_sent: bool
    response_length: int | None

    def start_response(self, status: str, headers: Iterable[Header], exc_info: Any = None) -> Any:
        """Begin an answer.

        Raises ConnectionResetError where the body was cut off because the worker ends: it was not the client's fault,
        and a connection that ends without an answer is one that the request may be sent again for.
        """
        if getattr(self.req.body.reader, "failed", False) and is_closing():
            raise ConnectionResetError(errno.ECONNRESET, "the worker ends")
        return super().start_response(status, headers, exc_info)

    def process_headers(self, headers: Iterable[Header]) -> None:
        """Take headers; raises what gunicorn does of those that cannot be sent."""
        mattering = []
        for header in headers:
            name, value = header
            if name in _OF_ITS_OWN and _PLAIN.fullmatch(value):
                self.headers.append(header)
                if name == "Content-Length":
                    self.response_length = int(value)
            elif name in _OF_ITS_OWN or not _is_only_sent(header):
                mattering.append(header)
            else:
                self.headers.append(header)
        super().process_headers(mattering)

    def write(self, data: bytes) -> None:
        """Send a piece of the body; if it is all of it, in one piece with the head."""
        if self.headers_sent or self.response_length != len(data) or self._omits_body:
            super().write(data)
            return
        lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
        self.headers_sent = True
        self.sent = len(data)
        self.sock.sendall("".join(lines).encode("latin-1") + data)


@lru_cache(HEADERS_REMEMBERED)
def _is_only_sent(header: Header) -> bool:
    """Tell whether gunicorn sends a header as it stands, and makes nothing else of it."""
    judge = Response(None, None, None)
    super(Response, judge).process_headers([header])
    return bool(judge.headers == [header] and judge.response_length is None)
