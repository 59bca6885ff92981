"""The house bots."""

from typing import Any, Final

import msgspec
from flask import Response

from eights.web.answers import lasting_answer
from eights.web.blueprint import Resources
from eights.web.paging import PageQuery, page_of

bots = Resources("bots", "House bots that can be seated.", url_prefix="/v1")


class BotList(msgspec.Struct, frozen=True):
    """A page of the house bots by name; there are none yet."""

    items: tuple[str, ...] = ()
    next_cursor: str | None = None


_BOTS: Final[tuple[str, ...]] = ()


@bots.get("/bots")
@bots.takes(PageQuery, location="query")
@bots.answers(200, BotList, description="The house bots.", headers=["ETag"], example={"items": [], "next_cursor": None})
@bots.answers(304, description="Nothing has changed.", headers=["ETag"])
@bots.operation(heeds=["If-None-Match"])
def list_bots(query: dict[str, Any]) -> Response:
    """List the house bots

    By the names under which they can be seated; there are none yet.
    """
    return lasting_answer(msgspec.json.encode(BotList(*page_of(_BOTS, str, query))), 60)
