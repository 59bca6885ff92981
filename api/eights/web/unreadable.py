"""The answer to what could not be read as a request, and so never reached the application."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from eights.web import problems
from eights.web.envelope import Envelope, Header

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def answer_to_unreadable(code: str, origins: Sequence[str]) -> bytes:
    """Return a whole HTTP response: a problem in English, in the usual envelope; the connection ends with it.

    ``origins`` are those whose pages may read it, as :class:`~eights.web.envelope.Envelope` takes them.

    >>> answer_to_unreadable("uri_too_long", ["*"]).partition(bytes([13, 10]))[0]
    b'HTTP/1.1 414 Request-URI Too Long'
    """
    status = HTTPStatus(problems.STATUS[code])
    body = msgspec.json.encode(problems.problem_members(code, "en", {}))
    lines = [f"HTTP/1.1 {status} {status.phrase}", "Connection: close", f"Content-Length: {len(body)}"]

    def refuse(_: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        start_response(f"{status} {status.phrase}", [("Content-Type", problems.MEDIA_TYPE), ("Content-Language", "en")])
        return [body]

    def start_response(_status: str, headers: list[Header], _exc_info: Any = None) -> Any:
        lines.extend(f"{name}: {value}" for name, value in headers)

    Envelope(refuse, origins)({"REQUEST_METHOD": "GET"}, start_response)
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
