"""The schemas of structs, as the OpenAPI document has them: in words that generators of clients know."""

import ast
import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any, Final

import msgspec

SCHEMA_REF: Final = "#/components/schemas/{name}"
"""Where the document describes a struct."""


def schemas_of(structs: Iterable[Any]) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the schema of each struct, or union of some, and those of all that they consist of, by name.

    A property is described by the docstring under its field.
    """
    types = list(structs)
    schemas, components = msgspec.json.schema_components(types, ref_template=SCHEMA_REF)
    by_name = {struct.__name__: struct for struct in _structs_in(types)}
    for name, schema in components.items():
        if name in by_name:
            _describe(schema, by_name[name])
    return [_plain(schema) for schema in schemas], {name: _plain(schema) for name, schema in components.items()}


def _structs_in(types: Iterable[Any]) -> set[type[msgspec.Struct]]:
    """Return the structs that some types consist of."""
    found: set[type[msgspec.Struct]] = set()
    pending: list[Any] = [msgspec.inspect.type_info(one) for one in types]
    while pending:
        info = pending.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in found:
                continue
            found.add(info.cls)
        pending += _parts(info)
    return found


def _parts(info: Any) -> Iterable[Any]:
    """Return what a type's description leads to next."""
    for name in info.__struct_fields__:
        value = getattr(info, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, msgspec.inspect.Field):
                yield one.type
            elif isinstance(one, msgspec.inspect.Type):
                yield one


def _describe(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Put what is said under a struct's fields into its schema."""
    config = struct.__struct_config__
    said = {config.tag_field or "": f"Which of its kind this is: always `{config.tag}`."}
    for owner in reversed(struct.__mro__):
        said |= _said_in(inspect.getmodule(owner)).get(owner.__name__, {})
    for name, of_name in schema.get("properties", {}).items():
        if name in said:
            of_name["description"] = said[name]


@cache
def _said_in(module: ModuleType | None) -> Mapping[str, Mapping[str, str]]:
    """Return what a module's source says under the fields of its classes."""
    if module is None or module.__name__.partition(".")[0] != "eights":
        return {}
    classes = (node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef))
    return {node.name: dict(_said_under(node.body)) for node in classes}


def _said_under(body: list[ast.stmt]) -> Iterable[tuple[str, str]]:
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text).replace("``", "`").replace("\n", " ")


def _plain(schema: Any) -> Any:
    """Return a schema in words that generators of clients know: of several that mean the same, the common one."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: value if name in ("default", "examples") else _plain(value) for name, value in schema.items()}
    if "discriminator" in plain and "anyOf" in plain:
        plain["oneOf"] = plain.pop("anyOf")  # one tag is of one struct
    if "prefixItems" in plain:
        first, *others = plain.pop("prefixItems")
        if any(other != first for other in others):
            message = f"a tuple of several types, {schema}: no generator of clients has a word for it"
            raise TypeError(message)
        plain["items"] = first
    if isinstance(plain.get("enum"), list):
        plain |= _of_values(plain.pop("enum"))
    return plain


def _of_values(values: list[Any]) -> dict[str, Any]:
    """Return the schema of one of some values, with the type that they have."""
    names = {bool: "boolean", int: "integer", str: "string"}
    types = {names[type(value)] for value in values}
    of_type = {"type": types.pop()} if len(types) == 1 else {}
    if of_type.get("type") == "boolean":
        return of_type
    return {**of_type, "const": values[0]} if len(values) == 1 else {**of_type, "enum": values}
