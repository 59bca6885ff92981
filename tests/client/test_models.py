"""The client's models are those of the OpenAPI document: whatever it lets a server say, they can read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect

from eights.client import match_models, models, paging, player_models, problems

DOCUMENT: Final = json.loads((Path(__file__).parents[2] / "openapi" / "openapi.json").read_bytes())
SCHEMAS: Final[dict[str, Any]] = DOCUMENT["components"]["schemas"]
KINDS: Final = {
    "integer": inspect.IntType | inspect.FloatType,
    "number": inspect.FloatType,
    "string": inspect.StrType,
    "boolean": inspect.BoolType,
}
SCHEMA_OF: Final = {
    models.GameView: "GameView",
    models.Updates: "EventsPage",
    models.LegalMoves: "MovesView",
    models.CreatedGame: "CreatedView",
    models.TakenSeat: "TakenSeatView",
    models.Scores: "SheetView",
    models.Variant: "Variant",
    models.Snapshot: "SnapshotView",
    models.FinalScores: "FinalScoresView",
    problems.Problem: "Problem",
    player_models.Registered: "RegisteredView",
    player_models.NewToken: "TokenView",
    player_models.InboxPage: "InboxPage",
    player_models.InboxSnapshot: "InboxSnapshotView",
    paging.Page[models.GameView]: "PlayersGamesPage",
    paging.Page[player_models.Leader]: "LeaderboardPage",
    paging.Page[player_models.RatedGame]: "HistoryPage",
    match_models.Match: "MatchView",
    paging.Page[match_models.MatchDeal]: "MatchDealsView",
}


def resolved(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas of which a value satisfies one."""
    if "$ref" in schema:
        return resolved(SCHEMAS[schema["$ref"].rsplit("/", 1)[1]])
    branches = schema.get("anyOf") or schema.get("oneOf")
    return [found for branch in branches for found in resolved(branch)] if branches else [schema]


def kind_of(schema: dict[str, Any]) -> str:
    """The JSON type of a schema; an ``enum`` alone has that of its values."""
    if "type" in schema:
        return str(schema["type"])
    return {bool: "boolean", int: "integer", str: "string"}[type(schema["enum"][0])]


def unreadable(kind: inspect.Type, schema: dict[str, Any], path: str) -> Iterator[str]:
    """Yield where a value that the schema allows could not be read as this type."""
    options = list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]
    for branch in resolved(schema):
        found = [option for option in options if suits(option, kind_of(branch))]
        if not found:
            yield f"{path}: {kind_of(branch)}"
        elif isinstance(found[0], inspect.StructType):
            yield from unreadable_fields(found[0], branch, path)
        elif isinstance(found[0], inspect.VarTupleType):
            yield from unreadable(found[0].item_type, branch["items"], f"{path}[]")
        elif isinstance(found[0], inspect.TupleType):
            if not branch["minItems"] == branch["maxItems"] == len(found[0].item_types):
                yield f"{path}: {branch['minItems']} to {branch['maxItems']} items"
            for item in found[0].item_types:
                yield from unreadable(item, branch["items"], f"{path}[]")
        elif isinstance(found[0], inspect.DictType):
            further = branch.get("additionalProperties")
            for item_schema in (further,) if isinstance(further, dict) else branch.get("properties", {}).values():
                yield from unreadable(found[0].value_type, item_schema, f"{path}{{}}")


def suits(option: inspect.Type, kind: str) -> bool:
    if isinstance(option, inspect.AnyType):
        return True
    if kind == "object":
        return isinstance(option, inspect.StructType | inspect.DictType)
    if kind == "array":
        return isinstance(option, inspect.VarTupleType | inspect.TupleType)
    if kind == "null":
        return isinstance(option, inspect.NoneType)
    return isinstance(option, KINDS[kind])


def unreadable_fields(struct: inspect.StructType, schema: dict[str, Any], path: str) -> Iterator[str]:
    for field in struct.fields:
        place = f"{path}.{field.encode_name}"
        if field.required and field.encode_name not in schema.get("required", ()):
            yield f"{place}: may be left out"
        if field.encode_name in schema["properties"]:
            yield from unreadable(field.type, schema["properties"][field.encode_name], place)


def named_fields(kind: inspect.Type) -> Iterator[tuple[inspect.StructType, str]]:
    """Yield the fields of a type's structures, however deep they lie."""
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield kind, field.encode_name
            yield from named_fields(field.type)
    elif isinstance(kind, inspect.UnionType):
        for option in kind.types:
            yield from named_fields(option)
    elif isinstance(kind, inspect.VarTupleType):
        yield from named_fields(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from named_fields(kind.value_type)


@pytest.mark.parametrize(("model", "name"), SCHEMA_OF.items(), ids=SCHEMA_OF.values())
def test_all_that_the_document_allows_can_be_read(model: type[msgspec.Struct], name: str) -> None:
    assert list(unreadable(inspect.type_info(model), SCHEMAS[name], name)) == []


@pytest.mark.parametrize("model", SCHEMA_OF, ids=SCHEMA_OF.values())
def test_no_field_waits_for_what_the_server_never_says(model: type[msgspec.Struct]) -> None:
    said = {name for schema in SCHEMAS.values() for name in schema.get("properties", {})}
    assert [(struct.cls, name) for struct, name in named_fields(inspect.type_info(model)) if name not in said] == []


def test_a_model_that_the_document_contradicts_is_found() -> None:
    class Wrong(msgspec.Struct):
        id: int
        clock: models.SeatView
        winners: tuple[str, ...] | None
        deadline: str

    class Right(msgspec.Struct):
        id: str
        winners: tuple[int, ...] | None

    assert list(unreadable(inspect.type_info(Right), SCHEMAS["GameView"], "game")) == []
    assert sorted(unreadable(inspect.type_info(Wrong), SCHEMAS["GameView"], "game")) == [
        "game.clock.seat: may be left out",
        "game.clock: null",
        "game.deadline: may be left out",
        "game.id: string",
        "game.winners[]: integer",
    ]
