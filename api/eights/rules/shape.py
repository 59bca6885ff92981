"""From data to :class:`~eights.rules.ruleset.Rules`: fields, types and ranges, nothing taken for something else."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import msgspec
from msgspec import inspect

from eights.rules.faults import MOST_FAULTS, Fault, FaultCode, InvalidRules
from eights.rules.merge_patch import JsonObject
from eights.rules.ruleset import Rules
from eights.rules.text import Text


def read_rules(data: object) -> Rules:
    """Read rules from JSON data, strictly: ``"3"``, ``3.0`` and ``true`` are no 3.

    Fields that are left out have their defaults. Raises :class:`InvalidRules` with the faults in the data's shape: all,
    or the first ``MOST_FAULTS``.
    """
    faults = tuple(islice(_faults(data, _rules_type(), ""), MOST_FAULTS))
    if faults:
        raise InvalidRules(faults)
    return msgspec.convert(data, Rules)


def rules_as_data(rules: Rules) -> JsonObject:
    """Return rules as JSON data, every field shown: what :func:`read_rules` reads back."""
    # through JSON itself, since the short way to builtins leaves tuples where JSON has lists
    return msgspec.json.decode(msgspec.json.encode(rules), type=JsonObject)


@cache
def _rules_type() -> inspect.Type:
    return inspect.type_info(Rules)


def _faults(value: object, expected: inspect.Type, path: str) -> Iterator[Fault]:
    match value, expected:
        case dict(), inspect.StructType():
            yield from _field_faults(value, expected, path)
        case dict(), inspect.DictType(value_type=entry):
            for name, item in value.items():
                yield from _faults(item, entry, _at(path, name))
        case list(), inspect.VarTupleType(item_type=entry):
            for index, item in enumerate(value):
                yield from _faults(item, entry, _at(path, index))
        case _, inspect.Metadata(type=described):
            yield from _faults(value, described, path)
        case _:
            if not _fits(value, expected):
                yield Fault(path, _misfit(value, expected), {"expected": _described(expected)})


def _field_faults(value: dict[str, object], expected: inspect.StructType, path: str) -> Iterator[Fault]:
    fields = {field.name: field.type for field in expected.fields}
    for name, item in value.items():
        if name in fields:
            yield from _faults(item, fields[name], _at(path, name))
        else:
            yield Fault(_at(path, name), "unknown_field", {"known": ", ".join(fields)})


def _at(path: str, name: str | int) -> str:
    return f"{path}.{name}" if path else str(name)


def _alternatives(expected: inspect.Type) -> tuple[inspect.Type, ...]:
    return expected.types if isinstance(expected, inspect.UnionType) else (expected,)


def _fits(value: object, expected: inspect.Type) -> bool:
    return any(_fits_one(value, alternative) for alternative in _alternatives(expected))


def _fits_one(value: object, expected: inspect.Type) -> bool:
    match expected:
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType(ge=low, le=high):
            # a bool is an int to Python, not to JSON
            return type(value) is int and (low is None or low <= value) and (high is None or value <= high)
        case inspect.LiteralType(values=values):
            return value in values
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.NoneType():
            return value is None
        case _:
            return False


def _misfit(value: object, expected: inspect.Type) -> FaultCode:
    kinds = {type(alternative) for alternative in _alternatives(expected)}
    if type(value) is int and inspect.IntType in kinds:
        return "out_of_range"
    if isinstance(value, str) and inspect.LiteralType in kinds:
        return "not_one_of"
    return "wrong_type"


def _described(expected: inspect.Type) -> Text:
    words = [_described_one(alternative) for alternative in _alternatives(expected)]
    return Text(" or ".join(text.en for text in words), " ou ".join(text.fr for text in words))


def _described_one(expected: inspect.Type) -> Text:
    match expected:
        case inspect.IntType(ge=low, le=high):
            return Text(f"a whole number from {low} to {high}", f"un nombre entier de {low} à {high}")
        case inspect.LiteralType(values=values):
            listed = ", ".join(f'"{value}"' for value in values)
            return Text(f"one of {listed}", f"une valeur parmi {listed}")
        case inspect.BoolType():
            return Text("true or false", "true ou false")
        case inspect.StrType():
            return Text("a text", "un texte")
        case inspect.NoneType():
            return Text("null", "null")
        case inspect.VarTupleType():
            return Text("a list", "une liste")
        case _:
            return Text("an object", "un objet")
