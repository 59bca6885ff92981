"""The house bots."""

import msgspec
from flask import Response

from eights.web.answers import lasting_answer
from eights.web.blueprint import Resources

bots = Resources("bots", "House bots that can be seated.", url_prefix="/v1")


class BotList(msgspec.Struct, frozen=True):
    """The house bots by name; there are none yet."""

    items: tuple[str, ...] = ()
    next_cursor: str | None = None


_BOTS = msgspec.json.encode(BotList())


@bots.get("/bots")
@bots.answers(200, BotList, description="The house bots.", headers=["ETag"], example={"items": [], "next_cursor": None})
@bots.answers(304, description="Nothing has changed.", headers=["ETag"])
@bots.operation(heeds=["If-None-Match"])
def list_bots() -> Response:
    """List the house bots

    By the names under which they can be seated; there are none yet.
    """
    return lasting_answer(_BOTS, 60)
