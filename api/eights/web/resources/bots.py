"""The house bots."""

from typing import Any, Final

import msgspec
from flask import Response

from eights.bots.house import HOUSE_BOTS
from eights.rules.text import Text
from eights.web.answers import lasting_answer
from eights.web.blueprint import Resources
from eights.web.paging import PageQuery, page_of

bots = Resources("bots", "House bots that can be seated.", url_prefix="/v1")


class BotView(msgspec.Struct, frozen=True):
    """A house bot: the name under which it is seated, and how it plays, in English and French."""

    name: str
    summary: Text


class BotList(msgspec.Struct, frozen=True):
    """A page of the house bots, by name."""

    items: tuple[BotView, ...]
    next_cursor: str | None = None


_BOTS: Final = tuple(BotView(name, HOUSE_BOTS[name].summary) for name in sorted(HOUSE_BOTS))


@bots.get("/bots")
@bots.takes(PageQuery, location="query")
@bots.answers(
    200, BotList, description="The house bots.", headers=["ETag"], example=msgspec.to_builtins(BotList(_BOTS))
)
@bots.answers(304, description="Nothing has changed.", headers=["ETag"])
@bots.operation(heeds=["If-None-Match"])
def list_bots(query: dict[str, Any]) -> Response:
    """List the house bots

    By the names under which they can be seated. A house bot sees what its seat sees, and nothing else.
    """
    return lasting_answer(msgspec.json.encode(BotList(*page_of(_BOTS, lambda bot: bot.name, query))), 60)
