"""Sees every request pass: counts it, takes its time, logs it in one line, leaves its trace."""

import logging
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

import msgspec
from flask import Flask, Request

from eights.telemetry.counting import SEAT
from eights.telemetry.families import PROBLEMS, REQUEST_TIME, REQUESTS
from eights.telemetry.logs import FIELDS
from eights.telemetry.logs import REQUESTS as LOGGER
from eights.telemetry.shared import Shared
from eights.telemetry.tally import Snapshot, Tally
from eights.telemetry.tracing import Tracing, request_span
from eights.web import problems
from eights.web.blueprint import camel_case
from eights.web.envelope import request_id
from eights.web.paths import is_of_form
from eights.web.shared_answer import SharedAnswer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from eights.web.envelope import Header

_KEY: Final = "eights.sight"
_NOWHERE: Final = "none"
"""The operation of requests that are for none: also those whose address or method is unknown."""

_SUBJECTS: Final = ("game", "match", "tournament")
"""What a request may be about, by an id in its path."""
_ALARMING: Final = ("internal_error", "streams_full")
"""Problems of which one alone is to be noticed: see the alerts in ``deploy/prometheus``."""
_NOTHING: Final[Mapping[str, object]] = {}

_log = logging.getLogger(LOGGER)


class Sight(msgspec.Struct, frozen=True):
    """What is made of what is seen."""

    tally: Tally = msgspec.field(default_factory=Tally)
    tracing: Tracing | None = None
    metrics: Literal["direct", "all", "off"] = "direct"
    """Whom ``/metrics`` answers: those who ask the server itself, those who come through a proxy, too, or nobody."""
    joined: list[Shared] = msgspec.field(default_factory=list)
    """The worker's place among others, if there may be any."""
    exposed: SharedAnswer = msgspec.field(default_factory=SharedAnswer)
    """What ``/metrics`` says: it takes as long as ten moves."""

    @property
    def together(self) -> Snapshot:
        """The numbers of all workers."""
        return (self.joined[0] if self.joined else Shared(self.tally)).together()


def sight_of(app: Flask) -> Sight:
    """Return what an application makes of what it sees."""
    return cast("Sight", app.extensions[_KEY])


def join_metrics(app: object, folder: Path) -> None:
    """Have a worker's application share its numbers with those of the other workers, if it is one of ours."""
    if isinstance(app, Flask) and _KEY in app.extensions:
        sight = sight_of(app)
        shared = Shared(sight.tally)
        shared.join(folder)
        shared.keep_publishing()
        sight.joined.append(shared)


def publish_metrics(app: object) -> None:
    """Write the last numbers of a worker that ends."""
    if isinstance(app, Flask) and _KEY in app.extensions:
        for shared in sight_of(app).joined:
            shared.publish()


class Seeing:
    """A WSGI application around another, which answers for a Flask application.

    The time is taken until the answer begins: a stream goes on after that. Only what is known beforehand is told of a
    request, and the ids that it is about: its path, headers and body may hold anything.
    """

    def __init__(self, inner: "WSGIApplication", app: Flask, sight: Sight) -> None:
        app.extensions[_KEY] = sight
        self._inner = inner
        self._tally = sight.tally
        self._tracing = sight.tracing
        for code in _ALARMING:
            self._tally.begin(PROBLEMS.name, code)
        self._operations = {endpoint: camel_case(endpoint.rpartition(".")[2]) for endpoint in app.view_functions}

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        begun = time.perf_counter()
        status, endpoint, about = 500, "", _NOTHING
        SEAT.set(None)

        def start(line: str, headers: "list[Header]", exc_info: Any = None) -> Any:
            nonlocal status, endpoint, about
            status = int(line[:3])
            request = environ.get("werkzeug.request")  # there until Flask has answered
            if isinstance(request, Request):
                endpoint, about = request.endpoint or "", request.view_args or _NOTHING
            return start_response(line, headers, exc_info)

        try:
            if self._tracing is None:
                return self._inner(environ, start)
            with request_span(self._tracing, environ) as span:
                answer = self._inner(environ, start)
                span.answered(self._operation(endpoint), status)
                return answer
        finally:
            self._tell(_Answered(self._operation(endpoint), status, environ.get(problems.NOTED), about), begun, environ)

    def _operation(self, endpoint: str) -> str:
        return self._operations.get(endpoint, _NOWHERE)

    def _tell(self, answered: "_Answered", begun: float, environ: "WSGIEnvironment") -> None:
        seconds = time.perf_counter() - begun
        self._tally.count(REQUESTS.name, answered.operation, str(answered.status))
        self._tally.observe(REQUEST_TIME, seconds, answered.operation)
        if answered.code is not None:
            self._tally.count(PROBLEMS.name, answered.code)
        if _log.isEnabledFor(logging.INFO):
            fields = _fields(answered, seconds, request_id(environ))
            words = (answered.operation, answered.status)
            # Not by `info`, half of whose cost is to look where it was called.
            _log.handle(_log.makeRecord(LOGGER, logging.INFO, "", 0, "%s %d", words, None, extra={FIELDS: fields}))


class _Answered(NamedTuple):
    operation: str
    status: int
    code: str | None
    about: Mapping[str, object]


def _fields(answered: _Answered, seconds: float, request: str) -> dict[str, object]:
    """Return what a line says of a request."""
    fields = {
        "request_id": request,
        "operation": answered.operation,
        "status": answered.status,
        "code": answered.code,
        "duration_ms": round(seconds * 1000, 2),
        "seat": SEAT.get(),
    }
    ids = {name: answered.about.get(f"{name}_id") for name in _SUBJECTS}
    fields |= {name: value for name, value in ids.items() if is_of_form(f"{name}_id", value)}
    return {name: value for name, value in fields.items() if value is not None}
