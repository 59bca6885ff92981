"""Traces arrive at a collector: a receiver of OTLP over HTTP, as the standard variables name it to ``eights serve``."""

import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from serving.processes import wait_until
from serving.server_process import ServerProcess
from tables import Table
from web.open_cards import cards_shown

PARENT = "0af7651916cd43dd8448eb211c80319c"
SOON = {"OTEL_BSP_SCHEDULE_DELAY": "100"}
"""Milliseconds from one batch to the next."""


class Collector:
    """Receives spans on a free port."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.services: set[str] = set()
        self.spans: list[Span] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                collector.receive(self.path, self.rfile.read(int(self.headers["Content-Length"])))
                answer = ExportTraceServiceResponse().SerializeToString()
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def receive(self, path: str, body: bytes) -> None:
        assert path == "/v1/traces"
        self.bodies.append(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.services.add(attributes(resource.resource.attributes)["service.name"])
            for scope in resource.scope_spans:
                self.spans.extend(scope.spans)

    def of(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def attributes(given: Any) -> dict[str, Any]:
    def value(one: KeyValue) -> Any:
        return getattr(one.value, str(one.value.WhichOneof("value")))

    return {one.key: value(one) for one in given}


def told_by(span: Span) -> dict[str, Any]:
    """Return all that a span says but its ids, whose bytes mean nothing."""
    events = [{event.name: attributes(event.attributes)} for event in span.events]
    return {"name": span.name, "with": attributes(span.attributes), "events": events, "status": span.status.message}


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


@pytest.fixture
def server(collector: Collector, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path, settings={"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, **SOON})
    yield server
    server.send(signal.SIGTERM)
    server.ended()


def test_a_move_arrives_at_a_collector_with_its_calls_to_the_store_and_nothing_secret(
    server: ServerProcess, collector: Collector
) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as http:
        table = Table.ready_to_draw(http)
        parent = {"traceparent": f"00-{PARENT}-b7ad6b7169203331-01"}
        assert table.ask("POST", "/moves", 0, {"action": "draw"}, **parent).status_code == 200
        assert table.delete("", "host").status_code == 200
        seed = table.get("/replay").json()["seed"]
    wait_until(lambda: bool(collector.of("getReplay")))
    assert collector.services == {"eights"}
    [move] = collector.of("makeMove")
    assert move.trace_id.hex() == PARENT
    assert attributes(move.attributes) == {"http.request.method": "POST", "http.response.status_code": 200}
    below = {span.name for span in collector.spans if span.parent_span_id == move.span_id}
    assert "store script" in below
    assert all(name.startswith("store ") for name in below)
    assert cards_shown([told_by(span) for span in collector.spans]) == []
    everything = b"".join(collector.bodies).decode("latin-1")
    assert "createGame" in everything
    assert not [secret for secret in (seed, *table.tokens.values()) if secret in everything]


def test_a_collector_that_is_not_there_holds_up_nobody(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, settings={"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", **SOON})
    assert [server.get("/v1/bots").status_code for _ in range(20)] == [200] * 20
    assert server.get("/readyz").status_code == 200
    server.send(signal.SIGTERM)
    assert server.ended() == 0
