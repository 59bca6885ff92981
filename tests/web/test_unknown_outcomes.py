"""Replicas are waited for, and do not answer: what a client is told, and what the same key tells later."""

import signal
from collections.abc import Iterator

import httpx
import pytest

from eights.app import create_app
from eights.config import Settings
from machines.sentinels import SentinelSet
from tables import Table, assert_refused


@pytest.fixture
def waiting(sentinels: SentinelSet) -> Iterator[httpx.Client]:
    app = create_app(Settings(redis_url=sentinels.url, ratelimit_enabled=False, durability="wait:2"))
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example") as client:
        yield client


def test_the_same_key_tells_the_truth_later(sentinels: SentinelSet, waiting: httpx.Client) -> None:
    table = Table.ready_to_draw(waiting)
    before = table.view()["version"]
    replica = next(server for server in sentinels.servers if server is not sentinels.primary())
    replica.signal(signal.SIGSTOP)
    try:
        told = table.post("/moves", 0, {"action": "draw"}, Idempotency_Key="once")
        assert_refused(told, 503, "outcome_unknown", retry_after_s=1)
        assert told.headers["Retry-After"] == "1"
        again = table.post("/moves", 0, {"action": "draw"}, Idempotency_Key="once", Accept_Language="fr")
        assert_refused(again, 503, "outcome_unknown", retry_after_s=1)
        assert again.json()["title"] == "Issue inconnue"
    finally:
        replica.signal(signal.SIGCONT)
    while (later := table.post("/moves", 0, {"action": "draw"}, Idempotency_Key="once")).status_code == 503:
        pass
    assert later.status_code == 200
    assert later.headers["Idempotent-Replayed"] == "true"
    assert table.view()["version"] == later.json()["version"] == before + 1
