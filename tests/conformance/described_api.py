"""The API as its document describes it, for Schemathesis: how much is tried, and what is checked of each answer.

Every check of Schemathesis is on except these:

- ``use_after_free``: a game that was called off, and a seat that was left, can still be looked at. That is by design.
- ``max_response_time``: other tests share the machine.
"""

import os
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import jsonschema  # type: ignore[import-untyped]  # its types are a package of their own, for this one call
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.core import NotSet
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.core.parameters import ParameterLocation
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.schemas import BaseSchema

from conformance.world import Door, document

FUZZ_EXAMPLES: Final = os.environ.get("EIGHTS_TEST_FUZZ_EXAMPLES")
"""Set by ``make fuzz``: so many examples of each operation, others in each run."""
EXAMPLES: Final = int(FUZZ_EXAMPLES or 20)

REFUSED_BY_MEANING: Final = {
    *("unknown_variant", "unknown_option", "duplicate_option", "rules_invalid", "seat_count_invalid"),
    *("dealer_invalid", "bots_unavailable", "clock_unavailable", "rematch_unavailable", "idempotency_key_reused"),
    *("unknown_player", "seat_ambiguous"),
    *("unknown_bot", "single_deals_only", "entrant_named_twice", "tournament_invalid"),
    *("pairing_invalid", "unknown_entrant", "entrants_missing", "award_invalid"),
    "version_not_reached",
    "cursor_invalid",  # where one operation has several lists, each has cursors of its own
    "idempotency_key_invalid",  # a short key needs a token beside it
}
"""Why a request of the documented form may be refused. What depends on the state of a game is a 404, 409 or 412."""

DOOR: Final = Door()

Case = schemathesis.Case[Any]


def _config() -> SchemathesisConfig:
    return SchemathesisConfig.from_dict(
        {
            **({} if FUZZ_EXAMPLES else {"seed": 8}),
            "suppress-health-check": ["all"],
            # no guessed links: the document's own are to lead everywhere
            "phases": {"stateful": {"inference": {"algorithms": []}}},
            "generation": {"deterministic": FUZZ_EXAMPLES is None, "max-examples": EXAMPLES},
            "checks": {
                "use_after_free": {"enabled": False},
                "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "401", "403", "404", "409", "412"]},
                "negative_data_rejection": {
                    "expected-statuses": ["400", "401", "404", "409", "412", "413", "415", "422"]
                },
            },
        }
    )


def _closed(described: dict[str, Any]) -> dict[str, Any]:
    """Allow no member that is not described: clients must bear new ones, but nothing may slip out by mistake."""
    for schema in described["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return described


@cache
def described_api() -> BaseSchema:
    """Return the API; it is asked at :data:`DOOR`."""
    api = schemathesis.openapi.from_dict(_closed(document()), config=_config())
    api.app = DOOR
    api.hook(filter_failure)
    return api


def filter_failure(context: Any, failure: Any, case: Case, response: schemathesis.Response) -> bool:
    """Let requests of the right form be refused for what they mean, and 3.0 for 3; a hook of that name."""
    del context
    if isinstance(failure, AcceptedNegativeData) and (
        not is_wrong_on_purpose(case) or _is_right_as_sent(case, response)
    ):
        return False
    refused = isinstance(failure, RejectedPositiveData)
    return not (refused and (_refused_by_meaning(response.json()) or _has_whole_float(case.body)))


def _refused_by_meaning(problem: Any) -> bool:
    faults = {(fault["path"], fault["code"]) for fault in problem.get("errors", [])}
    if faults == {("name", "missing_field")}:
        return True  # only a registered player sits down without saying a name
    return problem["code"] in REFUSED_BY_MEANING or {code for _, code in faults} == {"not_a_name"}  # it must show


def _has_whole_float(value: object) -> bool:
    """Tell whether 3.0 stands for 3 somewhere: the same to JSON Schema, which has no words for what is taken here."""
    if isinstance(value, dict | list):
        return any(map(_has_whole_float, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value.is_integer()


def operation_id(case: Case) -> str:
    """Return the id of a case's operation."""
    return str(case.operation.definition.raw["operationId"])


def is_wrong_on_purpose(case: Case) -> bool:
    """Tell whether a request departs from the document somewhere; what was to be wrong may turn out right."""
    if case.meta is None:
        return True
    if getattr(case.meta.phase.data, "description", None) == "Positive test case":
        return False
    wrong = {location for location in ParameterLocation if case.meta.is_negative_at(location)}
    return bool(wrong) and not (wrong == {ParameterLocation.BODY} and _may_leave_its_body_out(case))


def _may_leave_its_body_out(case: Case) -> bool:
    body = case.operation.definition.raw.get("requestBody", {})
    return isinstance(case.body, NotSet) and not body.get("required", False)


def _is_right_as_sent(case: Case, response: schemathesis.Response) -> bool:
    """Tell whether a request had only what is documented in its query, and a token in spite of what was drawn.

    What was to be wrong in a query may have no text, and so not be sent; a token is for those who ask to send.
    """
    wrong = {location for location in ParameterLocation if case.meta and case.meta.is_negative_at(location)}
    if not wrong <= {ParameterLocation.QUERY, ParameterLocation.HEADER} or set(case.headers) - {"Authorization"}:
        return False
    described = {
        of["name"]: of["schema"] for of in case.operation.definition.raw["parameters"] if of.get("in") == "query"
    }
    sent = parse_qsl(urlsplit(str(response.request.url)).query, keep_blank_values=True)
    has_token = "Authorization" in response.request.headers
    return (
        has_token
        and len(dict(sent)) == len(sent)
        and all(_is_described(text, described.get(name)) for name, text in sent)
    )


def _is_described(text: str, schema: dict[str, Any] | None) -> bool:
    if schema is None:
        return False
    values: list[object] = [text, int(text)] if text.isdecimal() and text.isascii() else [text]
    return any(jsonschema.Draft202012Validator(schema).is_valid(value) for value in values)


def is_wrong_in_its_path(case: Case) -> bool:
    """Tell whether a value in a request's path departs from the document."""
    return case.meta is None or case.meta.is_negative_at(ParameterLocation.PATH)


def documented_code(ctx: Any, response: schemathesis.Response, case: Case) -> None:
    """Check that the code of a problem is one of those that the operation lists under its status."""
    del ctx
    described = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    problems = described.get("content", {}).get("application/problem+json")
    if problems is not None:
        code = response.json()["code"]
        assert code in problems["examples"], f"{operation_id(case)} does not document {code}"
