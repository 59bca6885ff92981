"""What the dashboard and the alert rules ask for is what ``/metrics`` gives."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from eights.telemetry.families import BY_NAME
from eights.web.problems import STATUS

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"
DOCUMENT: Final = DEPLOY.parent / "openapi" / "openapi.json"
ADDED: Final = {"job", "instance", "le"}
"""Labels that Prometheus adds, and that of buckets."""


def alerts() -> list[tuple[str, str]]:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())["groups"]
    return [(rule["alert"], rule["expr"]) for group in groups for rule in group["rules"]]


def panels() -> list[tuple[str, str]]:
    dashboard = json.loads((DEPLOY / "grafana" / "eights.json").read_text())
    targets = [(panel["title"], target) for panel in dashboard["panels"] for target in panel.get("targets", ())]
    return [(title, target["expr"].replace("$__rate_interval", "5m")) for title, target in targets]


ASKED: Final = [*alerts(), *panels()]


def parts_of(expression: Any) -> Iterator[Any]:
    """Yield an expression and all that it consists of."""
    yield expression
    for name in ("lhs", "rhs", "expr", "vector_selector"):
        if hasattr(expression, name):
            yield from parts_of(getattr(expression, name))
    for argument in getattr(expression, "args", ()):
        yield from parts_of(argument)


def selectors(expression: str) -> list[Any]:
    found = [part for part in parts_of(promql_parser.parse(expression)) if hasattr(part, "matchers")]
    assert found
    return found


def family_of(name: str) -> str:
    plain = re.sub(r"_(bucket|sum|count)$", "", name)
    return plain if plain in BY_NAME and BY_NAME[plain].kind == "histogram" else name


@pytest.fixture(scope="module")
def served(http: httpx.Client) -> set[str]:
    families = text_string_to_metric_families(http.get("/metrics").text)
    return {f"{family.name}_total" if family.type == "counter" else family.name for family in families}


@pytest.mark.parametrize(("where", "expression"), ASKED)
def test_every_number_asked_for_is_given(where: str, expression: str, served: set[str]) -> None:
    assert {family_of(selector.name) for selector in selectors(expression)} <= served | {"up"}, where


@pytest.mark.parametrize(("where", "expression"), ASKED)
def test_every_label_is_one_that_the_number_has(where: str, expression: str) -> None:
    for selector in selectors(expression):
        family = BY_NAME.get(family_of(selector.name))
        named = {matcher.name for matcher in selector.matchers.matchers}
        assert named <= ADDED | set(family.labels if family else ()), where
    whole = [part for part in parts_of(promql_parser.parse(expression)) if getattr(part, "modifier", None)]
    known = {label for selector in selectors(expression) for label in labels_of(selector.name)}
    assert {label for part in whole for label in getattr(part.modifier, "labels", ())} <= ADDED | known, where


def labels_of(name: str) -> tuple[str, ...]:
    family = BY_NAME.get(family_of(name))
    return family.labels if family else ()


@pytest.mark.parametrize(("where", "expression"), ASKED)
def test_operations_and_codes_that_are_named_exist(where: str, expression: str) -> None:
    operations = set(re.findall(r'"operationId": "(\w+)"', DOCUMENT.read_text()))
    values = {"operation": operations, "code": {*STATUS, "ok"}}
    for selector in selectors(expression):
        for matcher in selector.matchers.matchers:
            known = values.get(matcher.name)
            assert known is None or any(re.fullmatch(matcher.value, value) for value in known), where


def test_every_number_is_on_the_dashboard_but_the_version() -> None:
    shown = {family_of(selector.name) for _, expression in panels() for selector in selectors(expression)}
    assert BY_NAME.keys() - shown == {"eights_build_info"}
