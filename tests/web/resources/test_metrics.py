"""What ``/metrics`` says after something has happened, and to whom."""

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from eights.app import create_app
from eights.config import Settings
from eights.services.course import GO_ON_AFTER_MS
from eights.telemetry.counting import Counting
from eights.telemetry.families import FAMILIES
from eights.telemetry.tally import Tally
from matches import Match
from tables import Table, assert_refused
from timed import TimedServer

FORWARDED = ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP")


def client(url: str, **settings: object) -> httpx.Client:
    app = create_app(Settings(redis_url=url, **settings))  # type: ignore[arg-type]  # known by their names
    return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example")


@pytest.fixture
def fresh(embedded_url: str) -> httpx.Client:
    """A client of an application that has counted nothing yet."""
    return client(embedded_url, ratelimit_enabled=False)


def number(http: httpx.Client, name: str, **labels: str) -> float:
    answer = http.get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.text)
    return sum(one.value for family in families for one in family.samples if (one.name, one.labels) == (name, labels))


def test_requests_go_by_operation_and_status(fresh: httpx.Client) -> None:
    Table.laid(fresh)
    fresh.get("/v1/games/aaaaaaaaaaaaaaaa")
    fresh.get("/v1/games/of-no-form")
    requests = "eights_http_requests_total"
    assert number(fresh, requests, operation="createGame", status="201") == 1
    assert number(fresh, requests, operation="getGame", status="404") == 2
    assert number(fresh, "eights_http_request_duration_seconds_count", operation="getGame") == 2
    assert number(fresh, "eights_http_problems_total", code="game_not_found") == 2


@pytest.mark.parametrize("path", ["/nowhere", "/v1/games/a/b/c", "/v1/variants/x/y?es_token=1"])
def test_an_address_where_there_is_nothing_is_none_by_name(fresh: httpx.Client, path: str) -> None:
    fresh.get(path)
    assert number(fresh, "eights_http_requests_total", operation="none", status="404") == 1


def test_moves_go_by_variant_and_what_came_of_them(fresh: httpx.Client) -> None:
    table = Table.ready_to_draw(fresh)
    assert table.post("/moves", 1, {"action": "draw"}).status_code == 409
    assert table.post("/moves", 0, {"action": "draw"}, Idempotency_Key="one").status_code == 200
    assert table.post("/moves", 0, {"action": "draw"}, Idempotency_Key="one").status_code == 200
    assert table.post("/moves", "host", {"action": "draw"}).status_code == 403
    for code, count in (("ok", 1), ("not_your_turn", 1), ("forbidden", 1)):
        assert number(fresh, "eights_moves_total", variant="crazy-eights", code=code) == count


def test_games_are_counted_as_they_come_into_a_status(fresh: httpx.Client) -> None:
    table = Table.dealt(fresh, "draw-two", seats=2)
    table.delete("", "host")
    for status in ("ready", "playing", "aborted"):
        assert number(fresh, "eights_games_total", variant="draw-two", status=status) == 1


def test_a_request_over_a_rate_limit_is_counted_by_the_limit(embedded_url: str) -> None:
    http = client(embedded_url, ratelimit_reads="1/hour", workers=1)
    assert [http.get("/v1/bots").status_code for _ in range(3)] == [200, 429, 429]
    assert number(http, "eights_http_problems_total", code="rate_limited_reads") == 2


def test_the_store_that_is_away_is_told_and_the_rest_still_comes() -> None:
    http = client("unix:///nonexistent/store.sock")
    assert http.get("/readyz").status_code == 503
    # one for the request, and one for the public games, which are left out
    assert number(http, "eights_store_errors_total", reason="unreachable") == 1
    assert number(http, "eights_http_problems_total", code="store_unavailable") == 1
    assert "eights_games_listed{" not in http.get("/metrics").text


def test_who_comes_through_a_proxy_is_told_that_there_is_nothing(fresh: httpx.Client) -> None:
    for header in FORWARDED:
        assert_refused(fresh.get("/metrics", headers={header: "192.0.2.7"}), 404, "not_found")


def test_it_answers_everybody_or_nobody_where_it_is_set_up_so(embedded_url: str) -> None:
    everybody, nobody = client(embedded_url, metrics="all"), client(embedded_url, metrics="off")
    assert everybody.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 200
    assert_refused(nobody.get("/metrics"), 404, "not_found")


def test_labels_hold_what_is_known_beforehand_alone(fresh: httpx.Client) -> None:
    table = Table.dealt(fresh)
    fresh.get(f"/v1/games/{table.tokens[0]}", headers={"X-Request-ID": table.tokens[0]})
    text = fresh.get("/metrics").text
    assert not [secret for secret in (table.id, *table.tokens.values(), "Ana") if secret in text]


def test_every_family_says_what_it_means() -> None:
    assert not [family.name for family in FAMILIES if not family.meaning.endswith(".")]
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)


def test_how_late_a_clock_was_and_what_went_on_are_counted(timed_url: str) -> None:
    tally = Tally()
    server = TimedServer(timed_url, witness=Counting(tally))
    server.table(seats=[{"name": "Ana"}, {"name": "Ben"}], auto_deal=True, clock={"move_s": 30})
    server.later(30.4)
    Match(server, "bot:steady", "bot:random", deals=1)
    for _ in range(3):
        server.later(GO_ON_AFTER_MS / 1000)
    counts, spreads = tally.snapshot().counts, tally.snapshot().spreads
    assert counts["eights_competition_steps_total", "match"] >= 1
    late = spreads["eights_clock_lateness_seconds", "people"]
    assert late[4] >= 1  # over 0.3 and up to 0.5 seconds
