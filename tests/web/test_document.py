import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # its types are a package of their own, for this one call
import pytest
from flask import Flask
from openapi_spec_validator import validate

from eights.web.document import document_of
from eights.web.problems import MEDIA_TYPE, STATUS

KEPT = Path(__file__).parents[2] / "openapi" / "openapi.json"
METHODS = ("get", "post", "patch", "delete")


@pytest.fixture(scope="module")
def document(app: Flask) -> Any:
    return json.loads(document_of(app))


def operations(document: Any) -> list[tuple[str, str, Any]]:
    return [
        (path, method, item[method]) for path, item in document["paths"].items() for method in METHODS if method in item
    ]


def test_the_document_that_is_kept_is_the_codes_own(app: Flask) -> None:
    assert KEPT.read_bytes() == document_of(app), "run `make openapi`"


def test_the_document_is_the_one_that_is_served(app: Flask) -> None:
    response = app.test_client().get("/openapi.json")
    assert (response.content_type, response.data) == ("application/json", KEPT.read_bytes())


def test_the_document_is_valid(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    validate(document)


def test_every_reference_leads_somewhere(document: Any) -> None:
    for reference in set(re.findall(r'"\$ref": ?"#/([^"]+)"', json.dumps(document))):
        place = document
        for step in reference.split("/"):
            assert step in place, reference
            place = place[step]


def test_every_operation_has_an_id_of_its_own_and_a_description(document: Any) -> None:
    described = operations(document)
    assert len({operation["operationId"] for _, _, operation in described}) == len(described)
    assert all(operation["summary"] and operation["description"] for _, _, operation in described)


def test_every_rule_of_the_server_is_in_the_document(app: Flask, document: Any) -> None:
    pages = {f"documents.{name}" for name in ("front", "openapi_json", "docs", "docs_file", "fairness", "ratings")}
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert len(endpoints - pages) == len(operations(document))


def test_every_error_is_a_problem_with_examples_of_its_status(document: Any) -> None:
    samples = document["components"]["examples"]
    for path, method, operation in operations(document):
        errors = {status: response for status, response in operation["responses"].items() if status >= "400"}
        assert {"400", "422", "500"} <= errors.keys(), (path, method)
        for status, response in errors.items():
            assert list(response["content"]) == [MEDIA_TYPE]
            for code in response["content"][MEDIA_TYPE]["examples"]:
                assert samples[code]["value"]["status"] == STATUS[code] == int(status)


def test_every_answer_has_an_example_that_is_of_its_schema(document: Any) -> None:
    shown = 0
    for _, _, operation in operations(document):
        for response in operation["responses"].values():
            content = response.get("content", {}).get("application/json")
            if content is not None:
                schema = {**content["schema"], "components": document["components"]}
                jsonschema.validate(content["example"], schema, jsonschema.Draft202012Validator)
                shown += 1
    assert shown >= len(operations(document))


def test_tokens_are_asked_for_where_they_are_needed(document: Any) -> None:
    moves = document["paths"]["/v1/games/{game_id}/moves"]["post"]
    assert moves["security"] == [{"bearer": []}]
    assert document["paths"]["/v1/games/{game_id}"]["get"]["security"] == [{}, {"bearer": []}]
    assert document["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
