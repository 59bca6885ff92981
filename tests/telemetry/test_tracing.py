"""Traces: none unless asked for; then a span for the request, and one for each call to the store, below it."""

import builtins
import sys
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eights import app as assembly
from eights.config import Settings
from eights.telemetry.spans import OpenTelemetry
from eights.telemetry.tracing import NoTracing, is_wanted, tracing_from
from players import Somebody

PARENT = "0af7651916cd43dd8448eb211c80319c"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "eights"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, True),
        ({"OTEL_TRACES_EXPORTER": "console"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_traces_are_left_where_the_standard_variables_ask_for_them(
    environment: Mapping[str, str], wanted: bool
) -> None:
    assert is_wanted(environment) is wanted


def test_an_exporter_that_there_is_not_is_told() -> None:
    with pytest.raises(NoTracing, match="one of otlp, console, none"):
        tracing_from({"OTEL_TRACES_EXPORTER": "zipkin"})


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def without(name: str, *others: Any) -> Any:
        if name.startswith("opentelemetry"):
            raise ImportError(name)
        return usual(name, *others)

    monkeypatch.delitem(sys.modules, "eights.telemetry.spans")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NoTracing, match=r"eights\[otel\]"):
        tracing_from({"OTEL_TRACES_EXPORTER": "console"})


class Traced:
    """The application with its spans at hand."""

    def __init__(self, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._kept = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self._kept))
        monkeypatch.setattr(assembly, "tracing_from", lambda _: OpenTelemetry(provider))
        app = assembly.create_app(Settings(redis_url=url, ratelimit_enabled=False))
        self.http = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example")

    def spans(self) -> list[ReadableSpan]:
        return list(self._kept.get_finished_spans())


def test_a_request_is_a_span_in_the_callers_trace_with_the_calls_to_the_store_below(
    embedded_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    traced = Traced(embedded_url, monkeypatch)
    traced.http.get("/readyz", headers={"traceparent": f"00-{PARENT}-b7ad6b7169203331-01"})
    store, request = traced.spans()
    assert (request.name, store.name) == ("checkReadiness", "store command")
    assert request.attributes == {"http.request.method": "GET", "http.response.status_code": 200}
    assert request.context is not None
    assert store.parent is not None
    assert f"{request.context.trace_id:032x}" == PARENT
    assert store.parent.span_id == request.context.span_id


def test_spans_hold_nothing_that_a_caller_sent(embedded_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    traced = Traced(embedded_url, monkeypatch)
    token = Somebody.registered(traced.http).token
    traced.http.get(f"/v1/games/{token}", headers={"Authorization": f"Bearer {token}"})
    told = "".join(span.to_json() for span in traced.spans())
    assert '"getGame"' in told
    assert token not in told
