"""Server-sent events as bytes."""

from typing import Any, Final

import msgspec

from eights.services.revisions import Revision

MEDIA_TYPE: Final = "text/event-stream"

RECONNECT_MS: Final = 1000
"""How long browsers wait before they come back."""

WELCOME: Final = f"retry: {RECONNECT_MS}\n: following\n\n".encode()
"""Comes first, so that the client has the answer's head at once."""
HEARTBEAT: Final = b":\n\n"

_encode: Final = msgspec.json.Encoder().encode


def frame(event: str, data: Any, revision: Revision | None = None) -> bytes:
    """Return one event with a struct as its data; a revision becomes its id.

    >>> frame("update", {"version": 7, "events": []}, Revision(7, 0x3f2a))
    b'event: update\\nid: 7-3f2a\\ndata: {"version":7,"events":[]}\\n\\n'
    """
    # JSON as it is encoded here has no line ends of its own.
    id_ = b"" if revision is None else f"id: {revision}\n".encode()
    return b"event: %b\n%bdata: %b\n\n" % (event.encode(), id_, _encode(data))
