"""Cross-origin access, on every path: also on those that do not exist, so that a browser can read the problem."""

from collections.abc import Sequence
from typing import Final

from flask import Flask, Response, request

EXPOSED: Final = (
    "Content-Language, ETag, Idempotent-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
    "Retry-After, WWW-Authenticate, X-Request-ID"
)
_HEEDED: Final = (
    "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "X-Request-ID"
)
_PREFLIGHT: Final = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE, OPTIONS"),
    ("Access-Control-Allow-Headers", _HEEDED),
    ("Access-Control-Max-Age", "7200"),
]


def install(app: Flask, origins: Sequence[str]) -> None:
    """Let pages of these origins use an application; ``*`` stands for all. There are no cookies to be misused."""
    allowed = frozenset(origins)

    def answer_preflight() -> Response | None:
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return Response(status=204, headers=_PREFLIGHT)
        return None

    def allow_everyone(response: Response) -> Response:
        response.headers.extend([("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED)])
        return response

    def allow_listed(response: Response) -> Response:
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in allowed:
            response.headers.extend(
                [("Access-Control-Allow-Origin", origin), ("Access-Control-Expose-Headers", EXPOSED)]
            )
        return response

    app.before_request(answer_preflight)
    app.after_request(allow_everyone if "*" in allowed else allow_listed)
