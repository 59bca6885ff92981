"""Lists that are short and change with the program alone, in pages like those of any other list."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from eights.web.fields import Body, QueryWhole, Words

Item = TypeVar("Item")


class PageQuery(Body):
    """Which part of a list."""

    limit = QueryWhole(1, 100, load_default=100, metadata={"description": "How many items at most."})
    cursor = Words(64, "^[a-z0-9-]+$", load_default=None, metadata={"description": "`next_cursor` of the page before."})


def page_of(
    items: Iterable[Item], name_of: Callable[[Item], str], query: dict[str, Any]
) -> tuple[tuple[Item, ...], str | None]:
    """Return the items of a page and its ``next_cursor``; ``items`` are in the order of their names.

    >>> page_of(["ana", "ben", "cho"], str, {"limit": 2, "cursor": None})
    (('ana', 'ben'), 'ben')
    >>> page_of(["ana", "ben", "cho"], str, {"limit": 2, "cursor": "ben"})
    (('cho',), None)
    """
    after = query["cursor"] or ""
    rest = [item for item in items if name_of(item) > after]
    page = tuple(rest[: query["limit"]])
    return page, name_of(page[-1]) if len(rest) > len(page) else None
