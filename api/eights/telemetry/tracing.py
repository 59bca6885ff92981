"""Traces by OpenTelemetry, if its standard variables ask for them and the extra ``otel`` is installed.

Nothing of OpenTelemetry is loaded otherwise.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, Protocol

_ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


class NoTracing(Exception):  # noqa: N818 - what is the matter, named as such
    """Traces were asked for, and there will be none; the message says why, and what to do."""


class RequestSpan(Protocol):
    """The trace of a request, while it is answered."""

    def answered(self, operation: str, status: int) -> None:
        """Note what it was, and the status of the answer."""


class Tracing(Protocol):
    """Leaves traces."""

    def request(self, method: str, headers: Mapping[str, str]) -> AbstractContextManager[RequestSpan]:
        """Trace a request, as part of the caller's trace if its headers (in lower case) name one."""

    def store_call(self, kind: str) -> AbstractContextManager[object]:
        """Trace a call to the store, as part of the request at hand."""


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Tell whether the standard variables ask for traces: they name where to send them, and do not switch them off.

    >>> is_wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}), is_wanted({"OTEL_SERVICE_NAME": "eights"})
    (True, False)
    """
    exporter = environment.get("OTEL_TRACES_EXPORTER", "").lower()
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true" or exporter == "none":
        return False
    return bool(exporter) or any(environment.get(name) for name in _ENDPOINTS)


def tracing_from(environment: Mapping[str, str]) -> Tracing | None:
    """Return what leaves traces, None if they are not wanted; raises NoTracing.

    To be called in the process that serves: spans are sent by a thread of it.
    """
    if not is_wanted(environment):
        return None
    exporter = environment.get("OTEL_TRACES_EXPORTER", "otlp").lower()
    if exporter not in ("otlp", "console"):
        raise NoTracing("OTEL_TRACES_EXPORTER: one of otlp, console, none is expected")
    try:
        from eights.telemetry.spans import exporting  # noqa: PLC0415 - an extra, and not to be loaded without need
    except ImportError:
        raise NoTracing("traces need the extra: pip install 'eights[otel]'") from None
    return exporting(exporter)


@contextmanager
def request_span(tracing: Tracing, environ: Mapping[str, Any]) -> Iterator[RequestSpan]:
    """Trace a WSGI request."""
    headers = {name: environ[variable] for name, variable in _PROPAGATED.items() if variable in environ}
    with tracing.request(environ["REQUEST_METHOD"], headers) as span:
        yield span


_PROPAGATED: Final = {"traceparent": "HTTP_TRACEPARENT", "tracestate": "HTTP_TRACESTATE"}
