"""Answers to those who follow something: a stream, or a page that may be waited for, as they ask."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from flask import Response, request

from eights.services.refusals import Refused
from eights.services.revisions import Revision, revision_in
from eights.web import sse
from eights.web.answers import json_answer
from eights.web.fields import Body, QueryRevision, QueryWhole
from eights.web.parts import parts
from eights.web.streams import Followed

LONGEST_WAIT_S: Final = 30
_JSON: Final = "application/json"


class EventsQuery(Body):
    """From where, and how long to wait."""

    after = QueryRevision(
        load_default=lambda: None,  # as a plain None, the document would say that a query may carry null
        metadata={"description": "What the caller has: a `revision`, or a version alone."},
    )
    wait = QueryWhole(
        0, LONGEST_WAIT_S, load_default=0, metadata={"description": "Seconds to wait for an update; streams need none."}
    )


def follow(followed_after: Callable[[Revision | None], Followed[Any, Any]], query: dict[str, Any]) -> Response:
    """Answer who follows something from after the revision asked for, in the form asked for.

    Raises ``Refused``: ``event_id_invalid``, ``not_acceptable``, ``too_many_streams``, ``streams_full``, and what the
    followed thing raises.
    """
    connection = request.environ.get("gunicorn.socket")
    last = _last_event_id()
    followed = followed_after(query["after"] if last is None else last)
    if not _wants_stream():
        return json_answer(msgspec.json.encode(parts().streams.page(followed, query["wait"], connection)))
    stream, frames = parts().streams.opened(followed, connection)
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


def _last_event_id() -> Revision | None:
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return None
    revision = revision_in(given)
    if revision is None:
        raise Refused("event_id_invalid")
    return revision
