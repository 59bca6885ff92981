"""Checks the dashboard and the alert rules: Grafana's own types know all of it, and every expression is PromQL.

Run by ``deploy/lint.sh``, with what ``deploy/tools.txt`` names. (Where there is a promtool, it has the last word on the
rules; that all that is asked for exists, ``tests/deploy/test_watching.py`` sees to.)
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import yaml
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

HERE = Path(__file__).parent
RULE = {"alert", "expr", "for", "labels", "annotations"}


def unknown(given: Any, kept: Any, path: str = "") -> Iterator[str]:
    """Yield where something given is not what Grafana's types made of it."""
    if isinstance(given, dict) and isinstance(kept, dict):
        for name, value in given.items():
            yield from unknown(value, kept.get(name), f"{path}/{name}")
    elif isinstance(given, list) and isinstance(kept, list) and len(given) == len(kept):
        for place, pair in enumerate(zip(given, kept, strict=True)):
            yield from unknown(*pair, f"{path}/{place}")
    elif given != kept:
        yield f"{path}: {given!r} is not known to Grafana"


def of_dashboard(path: Path) -> Iterator[str]:
    """Yield what is wrong with a dashboard."""
    given = json.loads(path.read_text())
    yield from unknown(given, json.loads(JSONEncoder().encode(Dashboard.from_json(given))))
    for panel in given["panels"]:
        for target in panel.get("targets", ()):
            # Grafana puts durations and texts in place of its variables.
            expression = target["expr"].replace("$__rate_interval", "5m").replace("$job", "eights")
            yield from of_expression(expression, panel["title"])


def of_rules(path: Path) -> Iterator[str]:
    """Yield what is wrong with alert rules."""
    rules = [rule for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"]]
    for rule in rules:
        if rule.keys() - RULE or not {"alert", "expr"} <= rule.keys():
            yield f"{rule}: no such rule"
        if "for" in rule:
            promql_parser.parse_duration(rule["for"])
        yield from of_expression(rule["expr"], rule["alert"])


def of_expression(expression: str, where: str) -> Iterator[str]:
    """Yield what is wrong with an expression."""
    try:
        promql_parser.parse(expression)
    except ValueError as fault:
        yield f"{where}: {fault}: {expression}"


if __name__ == "__main__":
    found = [*of_dashboard(HERE / "grafana" / "eights.json"), *of_rules(HERE / "prometheus" / "alerts.yaml")]
    sys.exit("\n".join(found) or None)
