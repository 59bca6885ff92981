"""Following a game: what happened, at once or as soon as it happens."""

import re
from typing import Any, Final

import msgspec
from flask import Response, request

from eights.services.following import ClosingView, EventsPage, FinalScoresView, SnapshotView, UpdateView
from eights.services.refusals import Refused
from eights.web import examples, sse
from eights.web.answers import json_answer
from eights.web.blueprint import Resources, StreamForm
from eights.web.callers import caller
from eights.web.fields import Body, QueryWhole
from eights.web.links import game_links
from eights.web.parts import parts

events = Resources("events", "What happens in a game, while it happens.", url_prefix="/v1/games")

LONGEST_WAIT_S: Final = 30
_HIGHEST_VERSION: Final = 999_999_999
_EVENT_ID: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_JSON: Final = "application/json"


class EventsQuery(Body):
    """From where, and how long to wait."""

    after = QueryWhole(
        0, _HIGHEST_VERSION, load_default=None, metadata={"description": "The version that the caller has."}
    )
    wait = QueryWhole(
        0, LONGEST_WAIT_S, load_default=0, metadata={"description": "Seconds to wait for an update; streams need none."}
    )


@events.get("/<game_id:game_id>/events")
@events.takes(EventsQuery, location="query")
@events.answers(
    200,
    EventsPage,
    description="The updates as JSON, or a stream of them.",
    example=examples.events(),
    leads_to=game_links("getGame", "listMoves", "getScores"),
    streams=StreamForm(sse.MEDIA_TYPE, (SnapshotView, UpdateView, FinalScoresView, ClosingView), examples.stream()),
)
@events.operation(
    bearer="optional",
    heeds=["Last-Event-ID"],
    refuses=[
        *("game_not_found", "event_id_invalid", "version_not_reached", "not_acceptable"),
        *("too_many_streams", "streams_full", "store_unavailable"),
    ],
)
def follow_game(query: dict[str, Any], game_id: str) -> Response:
    """Follow a game

    What happened after a version, each update as the caller may see it: with a seat's token, its own cards. `Accept`
    chooses between two forms of the same content.

    **JSON.** Every update after `after`, at once if there is one, else as soon as one comes, else none after `wait`
    seconds (0 unless set); and the game as it is now. Ask again with `version` as `after`. Without `after` there is
    nothing to list, and the answer comes at once; so it does when the game is over. Give the client a read time-out
    above `wait`.

    **Server-sent events** (`Accept: text/event-stream`), each with JSON as its data:

    - `snapshot` comes first: `view`, the game as it is, and `heartbeat_s`.
    - `update`, one for each version, which is its `id`: what happened. When several come at once, the newest alone has
      the `view`.
    - `reset` comes instead of updates that the server no longer has (a game's last 64 are kept). Its data is that of a
      snapshot: forget what was before.
    - `finished` is the last event of a game that is over, called off or played to its end: totals, places, winners.
    - `closing` is the last event of a stream whose game goes on, with a `reason`: `server_restarting` and `too_slow`
      (this stream was not read fast enough): come back at once; `token_revoked` (the seat was given up): come back as
      somebody else; `game_expired`; `internal_error`.

    A stream that ends in any other way was cut off. To go on after that, or after `closing`, send the `id` of the last
    event that came as `Last-Event-ID` (or as `after`): the stream goes on with the next update, misses none and
    repeats none, and starts with no snapshot. Browsers' `EventSource` does so by itself, but cannot send a token, and
    comes back after `finished` as well: close it then.

    A comment comes where nothing else does, so that something arrives every `heartbeat_s` (15) seconds: set the read
    time-out to twice that, and come back when it passes.

    A caller, known by its token or else by its address, has at most 20 streams and waiting requests in each server
    process, and all callers together 2,000, unless the server is set otherwise.
    """
    connection = request.environ.get("gunicorn.socket")
    streams, who, last = parts().streams, caller(), _last_event_id()
    after = query["after"] if last is None else last
    if not _wants_stream():
        page = streams.page(game_id, who, after, query["wait"], connection)
        return json_answer(msgspec.json.encode(page))
    stream, frames = streams.opened(game_id, who, after, connection)
    # Proxies that collect answers would hold back each event until the next ones fill their buffer.
    headers = {"X-Accel-Buffering": "no"}
    response = Response(frames, headers=headers, content_type=sse.MEDIA_TYPE)
    response.call_on_close(stream.close)
    return response


def _wants_stream() -> bool:
    """Tell which of the two forms the caller would rather have; raises ``Refused("not_acceptable")``."""
    if not request.headers.get("Accept"):
        return False
    best = request.accept_mimetypes.best_match([_JSON, sse.MEDIA_TYPE])
    if best is None:
        raise Refused("not_acceptable")
    return best == sse.MEDIA_TYPE


def _last_event_id() -> int | None:
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return None
    if _EVENT_ID.fullmatch(given) is None:
        raise Refused("event_id_invalid")
    return int(given)
