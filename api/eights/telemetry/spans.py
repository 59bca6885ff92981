"""Traces by OpenTelemetry's own library, which the extra ``otel`` brings."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from eights.telemetry.tracing import Tracing

_PROPAGATOR: Final = TraceContextTextMapPropagator()


class _RequestSpan:
    def __init__(self, span: Span) -> None:
        self._span = span

    def answered(self, operation: str, status: int) -> None:
        """Note what it was, and the status of the answer."""
        self._span.update_name(operation)
        self._span.set_attribute("http.response.status_code", status)
        if status >= 500:
            self._span.set_status(Status(StatusCode.ERROR))


class OpenTelemetry(Tracing):
    """Leaves spans with a provider: names, methods and statuses, nothing that a caller sent."""

    def __init__(self, provider: TracerProvider) -> None:
        self._tracer = provider.get_tracer("eights")

    @contextmanager
    def request(self, method: str, headers: Mapping[str, str]) -> Iterator[_RequestSpan]:
        """Trace a request."""
        context = _PROPAGATOR.extract(headers)
        attributes = {"http.request.method": method}
        with self._tracer.start_as_current_span(
            "request", context, SpanKind.SERVER, attributes, record_exception=False
        ) as span:
            yield _RequestSpan(span)

    def store_call(self, kind: str) -> AbstractContextManager[object]:
        """Trace a call to the store; what went wrong may quote what was sent, so it is not told."""
        return self._tracer.start_as_current_span(
            f"store {kind}", kind=SpanKind.CLIENT, attributes={"db.system.name": "redis"}, record_exception=False,
            set_status_on_exception=False,
        )  # fmt: skip


def exporting(exporter: str) -> OpenTelemetry:
    """Return what sends spans to where the standard variables say, a batch at a time."""
    resource = Resource.create({SERVICE_NAME: "eights"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    sender: SpanExporter = ConsoleSpanExporter() if exporter == "console" else OTLPSpanExporter()
    provider.add_span_processor(BatchSpanProcessor(sender))
    return OpenTelemetry(provider)
