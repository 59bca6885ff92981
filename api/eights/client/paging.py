"""Lists that come in pages."""

from collections.abc import Iterator
from typing import Final, Generic, TypeVar

import httpx
import msgspec

from eights.client.answers import read
from eights.client.connection import Connection

T = TypeVar("T")

AT_ONCE: Final = 100


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Some items of a list; no cursor on the last page. A page may be short, or empty, and others follow it."""

    items: tuple[T, ...]
    next_cursor: str | None = None


def listed(connection: Connection, path: str, kind: type[Page[T]], **query: str | None) -> Iterator[T]:
    """Yield the items of a list, page after page; raises as :class:`Connection`."""
    asked = {name: text for name, text in query.items() if text is not None} | {"limit": str(AT_ONCE)}
    cursor: str | None = None
    while True:
        further = asked if cursor is None else {**asked, "cursor": cursor}
        page = read(connection.get(f"{path}?{httpx.QueryParams(further)}"), kind)
        yield from page.items
        cursor = page.next_cursor
        if cursor is None:
            return
