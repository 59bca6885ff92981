"""Server-sent events as bytes."""

from typing import Any, Final

import msgspec

MEDIA_TYPE: Final = "text/event-stream"

RECONNECT_MS: Final = 1000
"""How long browsers wait before they come back."""

WELCOME: Final = f"retry: {RECONNECT_MS}\n: following\n\n".encode()
"""Comes first, so that the client has the answer's head at once."""
HEARTBEAT: Final = b":\n\n"

_encode: Final = msgspec.json.Encoder().encode


def frame(event: str, data: Any, version: int | None = None) -> bytes:
    """Return one event with a struct as its data; a version becomes its id.

    >>> frame("update", {"version": 7, "events": []}, 7)
    b'event: update\\nid: 7\\ndata: {"version":7,"events":[]}\\n\\n'
    """
    # JSON as it is encoded here has no line ends of its own.
    id_ = b"" if version is None else b"id: %d\n" % version
    return b"event: %b\n%bdata: %b\n\n" % (event.encode(), id_, _encode(data))
