"""JSON as it comes in: UTF-8, no name twice, no deeper than anybody needs, no number that a double cannot hold."""

import json
from typing import Final

import orjson

from eights.services.refusals import Refused
from eights.web.faults import FieldFault

MAX_DEPTH: Final = 32
"""How many objects and lists may lie in each other."""


def parse(text: bytes) -> object:
    """Read a JSON text; raises ``Refused("malformed_json")``, with line and column where it breaks off.

    NaN, infinities, numbers beyond a double, lone surrogates, invalid UTF-8 and a byte order mark are all refused;
    so are names that occur twice in one object, where readers would disagree about which one counts. A whole number of
    more than 64 bits becomes a double, which is none where a whole number is asked for.

    >>> parse(b'{"seat": 2}')
    {'seat': 2}
    """
    try:
        value: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        fault = FieldFault("", "broken_at", {"line": error.lineno, "column": error.colno})
        raise Refused("malformed_json", faults=[fault]) from error
    # Every name is followed by a colon: as many names as colons, and none was dropped for being there twice.
    if _count_names(value, MAX_DEPTH) != text.count(b":"):
        json.loads(text, object_pairs_hook=_without_repeats, parse_int=str, parse_float=str)
    return value


def _count_names(value: object, room: int) -> int:
    if not isinstance(value, dict | list):
        return 0
    if room == 0:
        raise Refused("malformed_json")
    if isinstance(value, dict):
        return len(value) + sum(_count_names(item, room - 1) for item in value.values())
    return sum(_count_names(item, room - 1) for item in value)


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise Refused("malformed_json")
    return names
