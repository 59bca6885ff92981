"""What the document says in words that not every generator of clients knows, and what nobody would miss in them."""

from typing import Any, Literal

import msgspec
import pytest
from flask import Flask
from msgspec import UNSET, UnsetType

from eights.rules.moves import Pass
from eights.rules.view import RoundView
from eights.web.document import document_of
from eights.web.schemas import schemas_of


class Pair(msgspec.Struct, frozen=True):
    both: tuple[float, float]
    alone: Literal[True] | UnsetType = UNSET


class Mixed(msgspec.Struct, frozen=True):
    both: tuple[float, str]


def every_schema(part: Any) -> list[dict[str, Any]]:
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [*([part] if isinstance(part, dict) else []), *(one for each in inner for one in every_schema(each))]


@pytest.fixture(scope="module")
def schemas(app: Flask) -> list[dict[str, Any]]:
    document = msgspec.json.decode(document_of(app))
    return every_schema([document["paths"], document["components"]["schemas"], document["components"]["parameters"]])


def test_a_tuple_is_a_list_of_so_many(schemas: list[dict[str, Any]]) -> None:
    assert [schema for schema in schemas if "prefixItems" in schema or schema.get("items") is False] == []
    _, components = schemas_of([Pair])
    both = components["Pair"]["properties"]["both"]
    assert both == {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}


def test_a_tuple_of_several_types_is_refused_while_the_document_is_written() -> None:
    with pytest.raises(TypeError, match="a tuple of several types"):
        schemas_of([Mixed])


def test_a_single_value_is_a_constant_and_no_list_of_one(schemas: list[dict[str, Any]]) -> None:
    listed = [schema["enum"] for schema in schemas if isinstance(schema.get("enum"), list)]
    assert listed
    assert [values for values in listed if len(values) < 2] == []


def test_what_a_tag_tells_apart_is_one_of_and_not_any_of(schemas: list[dict[str, Any]]) -> None:
    told_apart = [schema for schema in schemas if "discriminator" in schema]
    assert told_apart
    assert all("oneOf" in schema and "anyOf" not in schema for schema in told_apart)


def test_a_revision_is_a_text_wherever_it_is_asked_for(schemas: list[dict[str, Any]]) -> None:
    asked = [schema["schema"] for schema in schemas if schema.get("name") == "after" and schema.get("in") == "query"]
    assert [schema["type"] for schema in asked] == ["string"] * len(asked) != []


def test_a_flag_that_is_only_ever_true_is_a_boolean() -> None:
    _, components = schemas_of([Pair])
    assert components["Pair"]["properties"]["alone"] == {"type": "boolean"}


def test_a_property_is_described_by_what_is_said_under_its_field() -> None:
    _, components = schemas_of([RoundView])
    direction = components["RoundView"]["properties"]["direction"]
    assert direction == {"type": "integer", "enum": [1, -1], "description": "1 clockwise, -1 the other way."}


def test_a_tag_says_what_it_stands_for() -> None:
    _, components = schemas_of([Pass])
    action = components["Pass"]["properties"]["action"]
    assert action == {"type": "string", "const": "pass", "description": "Which of its kind this is: always `pass`."}
