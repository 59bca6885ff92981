"""The text that Prometheus reads, read by its own library."""

from prometheus_client.parser import text_string_to_metric_families

from eights.telemetry.exposition import exposed
from eights.telemetry.families import CLOCKS, FAMILIES, MOVES, REQUEST_TIME
from eights.telemetry.shared import Shared
from eights.telemetry.tally import Tally

PEOPLE = frozenset({("lane", "people")})


def samples(tally: Tally, **listed: int) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    text = exposed(Shared(tally).together(), listed).decode()  # type: ignore[arg-type]  # the tests know the statuses
    families = list(text_string_to_metric_families(text))
    assert {family.name for family in families} == {family.name.removesuffix("_total") for family in FAMILIES}
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def test_all_families_are_there_before_anything_has_happened() -> None:
    found = samples(Tally())
    assert found["eights_workers", frozenset()] == 1


def test_a_counter_goes_by_its_labels() -> None:
    tally = Tally()
    for code in ("ok", "ok", "not_your_turn"):
        tally.count(MOVES.name, "draw-two", code)
    found = samples(tally)
    assert found[MOVES.name, frozenset({("variant", "draw-two"), ("code", "ok")})] == 2


def test_buckets_hold_all_that_is_not_above_them() -> None:
    tally = Tally()
    for seconds in (0.05, 0.06, 500.0):
        tally.observe(CLOCKS, seconds, "people")
    found = samples(tally)
    name = f"{CLOCKS.name}_bucket"
    assert [
        found[name, frozenset({("le", bound), ("lane", "people")})] for bound in ("0.05", "0.1", "120.0", "+Inf")
    ] == [1, 2, 2, 3]
    assert found[f"{CLOCKS.name}_count", PEOPLE] == 3
    assert abs(found[f"{CLOCKS.name}_sum", PEOPLE] - 500.11) < 1e-9


def test_histograms_go_by_their_labels() -> None:
    tally = Tally()
    tally.observe(REQUEST_TIME, 0.01, "makeMove")
    assert samples(tally)[f"{REQUEST_TIME.name}_count", frozenset({("operation", "makeMove")})] == 1


def test_public_games_are_told_by_status() -> None:
    assert samples(Tally(), playing=3)["eights_games_listed", frozenset({("status", "playing")})] == 3
