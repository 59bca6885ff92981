"""Headers that keep browsers and caches from doing what nobody meant."""

from typing import Final

from flask import Flask, Response

_ALWAYS: Final = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
]
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"


def install(app: Flask) -> None:
    """Send these headers with every answer; a view's own ``Cache-Control`` and policy stand."""

    def protect(response: Response) -> Response:
        headers = response.headers
        headers.extend(_ALWAYS)
        if "Content-Security-Policy" not in headers:
            headers.add("Content-Security-Policy", _NOTHING)
        if "Cache-Control" not in headers:
            # What one caller sees is not for another: a cache may at most ask again under the caller's own token.
            headers.add("Cache-Control", "private, no-cache" if "ETag" in headers else "no-store")
            response.vary.add("Authorization")
        return response

    app.after_request(protect)
