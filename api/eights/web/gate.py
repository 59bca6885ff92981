"""The gate before everything else: so many requests are in work at once, so many wait for it, the others are refused.

What has been let in is served. What would wait too long hears so at once, before anything is done for it. Health checks
and numbers do not count, and neither does waiting for news: a stream is no work until there is some.
"""

import threading
import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import msgspec
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from eights.web import problems
from eights.web.arguments import BODY, MAX_BODY_BYTES

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

IN_WORK: Final = 24
"""Requests in work at once: enough for a processor to have always something to do while others wait for the store, and
fewer than there are connections to the store, since clocks and streams need some as well."""
WAITED_S: Final = 1.0
"""The longest that a request waits for its turn."""
RETRY_AFTER_S: Final = 1
_SLOWEST_S: Final = 0.1
"""The longest that the time from one turn to the next is taken for: a silence of the store tells little of it."""
_NEWEST: Final = 0.1
"""What the newest turn weighs."""
_CODE: Final = "overloaded"
_BODIES: Final = ("POST", "PATCH")
_DIGITS: Final = 9


class Places:
    """The places of those in work, and the queue for them; ``most`` is how many requests there may be of both.

    Nobody waits longer than ``waited_s``, or begins to if it would take that long; ``every_s`` is what is taken for the
    time from one turn to the next at first.
    """

    def __init__(self, most: int, in_work: int = IN_WORK, waited_s: float = WAITED_S, every_s: float = 0.0) -> None:
        self._free = min(in_work, most)
        self._longest = most - self._free
        self._waited_s = waited_s
        self._queue: deque[threading.Event] = deque()
        self._lock = threading.Lock()
        self._every_s = every_s
        self._turned_s = 0.0
        """When the last turn was, or somebody began to wait."""

    def take(self) -> bool:
        """Take a place, in turn; tell whether there was one in time."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return True
            if not self._is_worth_it():
                return False
            if not self._queue:
                self._turned_s = time.monotonic()
            turn = threading.Event()
            self._queue.append(turn)
        if turn.wait(self._waited_s):
            return True
        with self._lock:
            if not turn.is_set():
                self._queue.remove(turn)
            return turn.is_set()

    @property
    def are_taken(self) -> bool:
        """Whether who comes now would be refused."""
        return self._free <= 0 and not self._is_worth_it()

    def give_back(self) -> None:
        """Give a place to the next one."""
        with self._lock:
            if self._queue and self._free == 0:
                self._note_turn()
                self._queue.popleft().set()
            else:
                self._free += 1

    def take_back(self) -> None:
        """Take a place again that was given back for a while, even where there is none."""
        with self._lock:
            self._free -= 1

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._queue)

    def _is_worth_it(self) -> bool:
        waiting = len(self._queue)
        return waiting < self._longest and waiting * self._every_s < self._waited_s

    def _note_turn(self) -> None:
        now_s = time.monotonic()
        took_s, self._turned_s = min(now_s - self._turned_s, _SLOWEST_S), now_s
        self._every_s += _NEWEST * (took_s - self._every_s)


_HELD: Final[ContextVar[Places | None]] = ContextVar("place", default=None)


@contextmanager
def place_given_up() -> Iterator[None]:
    """Let others work while the present request waits for what takes no work."""
    places = _HELD.get()
    if places is None:
        yield
        return
    places.give_back()
    try:
        yield
    finally:
        places.take_back()


class Gate:
    """A WSGI application around another; paths that it is ``open_to`` count for nothing."""

    def __init__(self, inner: "WSGIApplication", most: int, open_to: Collection[str]) -> None:
        self._inner = inner
        self._open = open_to
        self._places = Places(most)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, or refuse it."""
        if environ.get("PATH_INFO") in self._open:
            return self._inner(environ, start_response)
        if self._places.are_taken:
            return _refused(environ, start_response)
        _fetch_body(environ)
        if not self._places.take():
            return _refused(environ, start_response)
        held = _HELD.set(self._places)
        try:
            return self._inner(environ, start_response)
        finally:
            _HELD.reset(held)
            self._places.give_back()


class _BrokenOff:
    """A body that did not come as announced, for whoever wants to read it."""

    def read(self, *_: Any) -> bytes:
        raise ConnectionResetError("the body did not come as announced")


def _fetch_body(environ: "WSGIEnvironment") -> None:
    """Have a body here before its request takes a place, which a slow sender would hold."""
    if environ["REQUEST_METHOD"] not in _BODIES:
        return
    announced = environ.get("CONTENT_LENGTH") or ""
    if announced.isdecimal() and len(announced) < _DIGITS:
        length = int(announced)
    elif "HTTP_TRANSFER_ENCODING" in environ and environ.get("wsgi.input_terminated"):
        length = MAX_BODY_BYTES + 2  # more than is taken, so that it shows
    else:
        return
    if not 0 < length <= MAX_BODY_BYTES + 2:
        return  # it is refused unread
    try:
        data = environ["wsgi.input"].read(length)
    except OSError:
        environ["wsgi.input"] = _BrokenOff()
        return
    if len(data) == length <= MAX_BODY_BYTES:
        environ[BODY] = data  # whole, and as announced
    environ["wsgi.input"] = BytesIO(data)


def _refused(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
    accepted = parse_accept_header(environ.get("HTTP_ACCEPT_LANGUAGE"), LanguageAccept)
    language = problems.language_among(accepted)
    environ[problems.NOTED] = _CODE
    body = msgspec.json.encode(problems.problem_members(_CODE, language, {"retry_after_s": RETRY_AFTER_S}))
    status = HTTPStatus(problems.STATUS[_CODE])
    headers = [
        ("Content-Type", problems.MEDIA_TYPE),
        ("Content-Length", str(len(body))),
        ("Content-Language", language),
        ("Vary", "Accept-Language"),
        ("Retry-After", str(RETRY_AFTER_S)),
    ]
    start_response(f"{status} {status.phrase}", headers)
    return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]
