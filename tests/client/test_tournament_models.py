"""The client's models of tournaments are those of the OpenAPI document, and leave nothing of it out."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect

from client.test_models import SCHEMAS, named_fields, resolved, unreadable
from eights.client import tournament_models as models

SCHEMA_OF: Final = {
    models.Tournament: "TournamentView",
    models.CreatedTournament: "CreatedTournamentView",
    models.Entries: "TournamentEntriesView",
    models.Entry: "TournamentEntryView",
    models.RoundPage: "TournamentRoundPage",
    models.Standings: "StandingsView",
    models.Ruling: "RulingView",
}


def left_out(kind: inspect.Type, schema: dict[str, Any], path: str) -> Iterator[str]:
    """Yield what the schema has and the model has not: it would be missing where the model is printed as JSON."""
    if isinstance(kind, inspect.UnionType):
        kind = next(option for option in kind.types if not isinstance(option, inspect.NoneType))
    branch = resolved(schema)[0]
    if isinstance(kind, inspect.VarTupleType):
        yield from left_out(kind.item_type, branch["items"], f"{path}[]")
    if isinstance(kind, inspect.StructType):
        fields = {field.encode_name: field for field in kind.fields}
        for name, property_schema in branch["properties"].items():
            if name in fields:
                yield from left_out(fields[name].type, property_schema, f"{path}.{name}")
            else:
                yield f"{path}.{name}"


@pytest.mark.parametrize(("model", "name"), SCHEMA_OF.items(), ids=SCHEMA_OF.values())
def test_the_models_say_what_the_document_says_and_all_of_it(model: type[msgspec.Struct], name: str) -> None:
    kind = inspect.type_info(model)
    assert list(unreadable(kind, SCHEMAS[name], name)) == []
    assert list(left_out(kind, SCHEMAS[name], name)) == []
    said = {field for schema in SCHEMAS.values() for field in schema.get("properties", {})}
    assert [field for _, field in named_fields(kind) if field not in said] == []


def test_a_field_that_a_model_leaves_out_is_found() -> None:
    class Short(msgspec.Struct):
        number: int
        tables: tuple[int, ...]

    class Page(msgspec.Struct):
        items: tuple[Short, ...]

    missing = list(left_out(inspect.type_info(Page), SCHEMAS["TournamentRoundPage"], "page"))
    assert "page.items[].byes" in missing
    assert "page.next_cursor" in missing
    assert "page.items[].number" not in missing
