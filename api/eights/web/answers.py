"""Answers: JSON that is ready to be sent."""

import hashlib

from flask import Response

from eights.web.conditions import etag_of, is_known


def json_answer(
    body: bytes, status: int = 200, *, version: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """Answer with JSON; ``version`` becomes the ``ETag``."""
    response = Response(body, status, headers, content_type="application/json")
    if version is not None:
        response.headers["ETag"] = etag_of(version)
    return response


def versioned_answer(body: bytes, version: int) -> Response:
    """Answer a read with JSON that holds for a version: 304 if the caller has that one."""
    if is_known(str(version)):
        return Response(status=304, headers={"ETag": etag_of(version)})
    return json_answer(body, version=version)


def lasting_answer(body: bytes, max_age_s: int, *, public: bool = True) -> Response:
    """Answer a read with JSON that anybody may keep for a while: 304 if the caller has it."""
    tag = hashlib.sha256(body).hexdigest()[:16]
    headers = {"ETag": f'"{tag}"', "Cache-Control": f"{'public' if public else 'private'}, max-age={max_age_s}"}
    if not public:
        headers["Vary"] = "Authorization"
    if is_known(tag):
        return Response(status=304, headers=headers)
    return json_answer(body, headers=headers)
