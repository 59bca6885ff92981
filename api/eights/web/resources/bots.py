"""The house bots."""

import msgspec
from flask import Response

from eights.bots.house import HOUSE_BOTS
from eights.rules.text import Text
from eights.web.answers import lasting_answer
from eights.web.blueprint import Resources

bots = Resources("bots", "House bots that can be seated.", url_prefix="/v1")


class BotView(msgspec.Struct, frozen=True):
    """A house bot: the name under which it is seated, and how it plays, in English and French."""

    name: str
    summary: Text


class BotList(msgspec.Struct, frozen=True):
    """The house bots; one page holds them all."""

    items: tuple[BotView, ...]
    next_cursor: str | None = None


_BOTS = BotList(tuple(BotView(bot.name, bot.summary) for bot in HOUSE_BOTS.values()))


@bots.get("/bots")
@bots.answers(200, BotList, description="The house bots.", headers=["ETag"], example=msgspec.to_builtins(_BOTS))
@bots.answers(304, description="Nothing has changed.", headers=["ETag"])
@bots.operation(heeds=["If-None-Match"])
def list_bots() -> Response:
    """List the house bots

    By the names under which they can be seated. A house bot sees what its seat sees, and nothing else.
    """
    return lasting_answer(msgspec.json.encode(_BOTS), 60)
