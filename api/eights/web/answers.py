"""Answers: JSON that is ready to be sent."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Response

from eights.services.revisions import Revision
from eights.web.conditions import etag_of, is_known, tag_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def json_answer(
    body: bytes, status: int = 200, *, revision: Revision | None = None, headers: dict[str, str] | None = None
) -> Response:
    """Answer with JSON; with a ``revision`` it has an ``ETag``, as :func:`versioned_answer` would give it."""
    response = _Whole(body, status, headers, content_type="application/json")
    if revision is not None:
        response.headers["ETag"] = etag_of(tag_of(body, revision))
    return response


class _Whole(Response):
    """A response whose body is here whole, and has its length in the headers: nothing is left to work out."""

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Send it."""
        if environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)
        start_response(self.status, self.headers.to_wsgi_list())
        return [self.get_data()]


def versioned_answer(body: bytes, revision: Revision | str) -> Response:
    """Answer a read with JSON that holds for a revision: 304 if the caller has it, or names that or its version."""
    named = str(revision)
    tag = tag_of(body, named)
    if any(map(is_known, (tag, named, named.partition("-")[0]))):
        return Response(status=304, headers={"ETag": etag_of(tag)})
    return json_answer(body, headers={"ETag": etag_of(tag)})


def lasting_answer(body: bytes, max_age_s: int, *, public: bool = True) -> Response:
    """Answer a read with JSON that anybody may keep for a while: 304 if the caller has it."""
    tag = tag_of(body, public=public)
    headers = {"ETag": f'"{tag}"', "Cache-Control": f"{'public' if public else 'private'}, max-age={max_age_s}"}
    if not public:
        headers["Vary"] = "Authorization"
    if is_known(tag):
        return Response(status=304, headers=headers)
    return json_answer(body, headers=headers)
