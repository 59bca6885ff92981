"""What a request is called in the log, and to whoever sent it."""

import re
import secrets
from typing import Final

from flask import Flask, Response, g, request

_TAKEN_OVER: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def request_id() -> str:
    """Return the id of the present request: the caller's ``X-Request-ID`` if it is harmless, else one of our own."""
    if "request_id" not in g:
        given = request.headers.get("X-Request-ID", "")
        g.request_id = given if _TAKEN_OVER.fullmatch(given) else secrets.token_hex(8)
    name: str = g.request_id
    return name


def install(app: Flask) -> None:
    """Send the id of each request with its answer."""

    def send(response: Response) -> Response:
        response.headers["X-Request-ID"] = request_id()
        return response

    app.after_request(send)
