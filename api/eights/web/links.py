"""Links in the OpenAPI document: which operation an answer leads to, and with what values.

A link cannot carry a token: ``Authorization`` is no parameter in OpenAPI.
"""

from collections.abc import Mapping
from typing import Any, Final

Links = Mapping[str, dict[str, Any]]
"""By the id of the operation that they lead to."""

SAME_GAME: Final = "$request.path.game_id"


def link(operation: str, *, body: str | None = None, **parameters: str) -> Links:
    """Return a link with the values of its parameters and its body as runtime expressions.

    >>> link("getVariant", variant_id="$response.body#/items/0/id")
    {'getVariant': {'operationId': 'getVariant', 'parameters': {'variant_id': '$response.body#/items/0/id'}}}
    """
    described: dict[str, Any] = {"operationId": operation, "parameters": parameters}
    if body is not None:
        described["requestBody"] = body
    return {operation: described}


def game_links(*operations: str, game_id: str = SAME_GAME) -> Links:
    """Return links to operations on a game, by default the one that the request was about."""
    return {name: described for operation in operations for name, described in link(operation, game_id=game_id).items()}
