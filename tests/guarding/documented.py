"""The operations of the document that is kept, so that a test of each grows with it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

DOCUMENT: Final[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "openapi" / "openapi.json").read_bytes())
"""``tests/web/test_document.py`` holds it against the code."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
JSON: Final = "application/json"


class Described(msgspec.Struct, frozen=True):
    """An operation as the document describes it."""

    id: str
    method: str
    path: str
    raw: dict[str, Any]

    @property
    def bearer(self) -> Literal["required", "optional", "ignored"]:
        """Whether a token is needed, heeded or neither."""
        security = self.raw.get("security", [])
        if not security:
            return "ignored"
        return "optional" if {} in security else "required"

    @property
    def body_schema(self) -> Any:
        """The schema of the body that it takes, None if it takes none."""
        return self.raw["requestBody"]["content"][JSON]["schema"] if "requestBody" in self.raw else None

    @property
    def examples(self) -> list[Any]:
        """The bodies that the document shows."""
        if "requestBody" not in self.raw:
            return []
        return [example["value"] for example in self.raw["requestBody"]["content"][JSON]["examples"].values()]

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """What stands in its path, its query and its headers."""
        return [resolved(one) for one in self.raw.get("parameters", [])]


def resolved(schema: Any) -> Any:
    """Return what a reference leads to, and anything else as it is."""
    while "$ref" in schema:
        place = DOCUMENT
        for step in schema["$ref"].removeprefix("#/").split("/"):
            place = place[step]
        schema = place
    return schema


def operations() -> Iterator[Described]:
    """Yield every operation, in the order of the document."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                yield Described(item[method]["operationId"], method.upper(), path, item[method])


OPERATIONS: Final = {one.id: one for one in operations()}
WITH_BODY: Final = {name: one for name, one in OPERATIONS.items() if one.body_schema is not None}
