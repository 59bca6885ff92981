"""gunicorn's worker for gevent, made strict: requests come in time, and what is no request is answered as a problem.

It is loaded before the worker is patched for gevent, so that the parts of the server are imported where they are used.
"""

import errno
import logging
import os
import time
import weakref
from contextlib import suppress
from functools import cache
from socket import SHUT_WR
from traceback import format_tb
from typing import Any, ClassVar, Final

import gevent
from gevent.local import local
from gunicorn.http import wsgi  # type: ignore[import-untyped]  # it has no types
from gunicorn.http.body import LengthReader  # type: ignore[import-untyped]  # as above
from gunicorn.http.errors import (  # type: ignore[import-untyped]  # as above
    LimitRequestHeaders,
    LimitRequestLine,
    NoMoreData,
    ParseException,
)
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # as above

from eights.serving.response import Response

LINGER_S: Final = 1.0
"""How long the rest of a refused request is taken, and dropped: to close on it could lose the answer on its way."""


class Worker(GeventWorker):  # type: ignore[misc]  # as above
    """A worker that waits for requests no longer than it must, and logs nothing of what it cannot read."""

    head_within_s: ClassVar[float] = 10.0
    """From the start of a connection to the end of its first request's head. The next ones have ``keepalive``."""
    body_within_s: ClassVar[float] = 30.0
    taken_within_s: ClassVar[float] = 120.0
    """From the start of an answer, or of a piece of it, until the client has taken all but what lies on the way."""

    def init_process(self) -> None:
        """Serve until told to end."""
        self._connection = local()  # each connection has a greenlet of its own
        self.log.error_log.addFilter(_holds_no_request)
        wsgi.Response = Response  # older gunicorns take none from elsewhere
        super().init_process()

    def timeout_ctx(self) -> gevent.Timeout:
        """Return what ends the wait for the next request's head."""
        later = hasattr(self._connection, "has_asked")
        seconds = self.cfg.keepalive if later else self.head_within_s
        return gevent.Timeout(seconds, False)  # type: ignore[arg-type]  # gevent's way to end a block without a word

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer a request."""
        self._connection.has_asked = True
        reader = req.body.reader = BodyReader(req, self.body_within_s)
        sock.settimeout(self.taken_within_s)  # a body has less time
        try:
            super().handle_request(listener_name, req, sock, addr)
            gevent.sleep(0)  # whose next request is here already would go on and on, and the others would wait
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the answer was not taken") from None
        finally:
            sock.settimeout(None)  # the wait for a next request has a time of its own
            if reader.failed:
                _linger(sock)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what is no request, or failed below the application."""
        del req, addr
        if isinstance(exc, gevent.GreenletExit | SystemExit):
            return
        code = _code_of(exc)
        if code == "internal_error":
            # the lines of the program alone: what the exception says may be the request's
            lines = "".join(format_tb(exc.__traceback__))
            self.log.error("A connection failed: %s\n%s", type(exc).__qualname__, lines)
        with suppress(OSError, gevent.Timeout), gevent.Timeout(LINGER_S):
            client.sendall(_answer(code))
            _linger(client)


class BodyReader:
    """Reads a request's body in time; whatever is wrong with it is a lost connection to who reads it, and ends it."""

    def __init__(self, request: Any, within_s: float) -> None:
        self._request = weakref.ref(request)  # which has this reader: a circle would outlive the request
        self._reader = request.body.reader
        self._within_s = within_s
        self._until_s: float | None = None
        self.failed = False

    def read(self, size: int) -> bytes:
        """Return up to so many bytes; raises ConnectionResetError."""
        if self._has_come(size):
            read: bytes = self._reader.read(size)
            return read
        now_s = time.monotonic()
        if self._until_s is None:
            self._until_s = now_s + self._within_s
        try:
            with gevent.Timeout(max(self._until_s - now_s, 0), TimeoutError):
                return self._read(size)
        except (ParseException, OSError):
            self.failed = True
            self._close_with_answer()
            raise ConnectionResetError(errno.ECONNRESET, "the body did not come as announced") from None

    def _close_with_answer(self) -> None:
        request = self._request()
        if request is not None:
            request.force_close()

    def _has_come(self, size: int) -> bool:
        """Tell whether there is nothing to wait for, and no need of a timer: most bodies come with their heads."""
        reader = self._reader
        if not isinstance(reader, LengthReader):
            return False
        return bool(min(size, reader.length) <= reader.unreader.buf.getbuffer().nbytes)

    def _read(self, size: int) -> bytes:
        announced = min(size, getattr(self._reader, "length", 0))
        data: bytes = self._reader.read(size)
        # gunicorn takes the end of a connection for the end of a body
        if len(data) < announced:
            raise NoMoreData(data)
        return data


def _code_of(fault: BaseException) -> str:
    if isinstance(fault, LimitRequestLine):
        return "uri_too_long"
    if isinstance(fault, LimitRequestHeaders):
        return "headers_too_large"
    return "bad_request" if isinstance(fault, ParseException) else "internal_error"


@cache
def _answer(code: str) -> bytes:
    from eights.config import from_environment  # noqa: PLC0415 - the module says why
    from eights.web.unreadable import answer_to_unreadable  # noqa: PLC0415 - as above

    return answer_to_unreadable(code, from_environment(os.environ).origins)


def _holds_no_request(record: logging.LogRecord) -> bool:
    """Keep gunicorn from logging what it had read of a request when the connection ended."""
    return not (isinstance(record.args, tuple) and any(isinstance(value, NoMoreData) for value in record.args))


def _linger(connection: Any) -> None:
    with suppress(OSError, gevent.Timeout), gevent.Timeout(LINGER_S):
        connection.shutdown(SHUT_WR)
        while connection.recv(64 * 1024):
            pass
