"""Documents that stay as they are while the process runs: compressed once, and each form with an entity tag."""

import gzip
import hashlib
from typing import Final

import msgspec
from flask import Response, request

from eights.web.conditions import etag_of, is_known

SHORT: Final = 1_000
"""Bytes up to which a document is sent as it is."""


class Fixed(msgspec.Struct, frozen=True):
    """A document in both of its forms."""

    content_type: str
    plain: bytes
    packed: bytes | None
    """By gzip; None where that saves nothing."""
    tag: str


def fixed(content_type: str, plain: bytes) -> Fixed:
    """Return a document to be kept, compressed beside it; a megabyte takes about 50 ms."""
    packed = gzip.compress(plain, mtime=0) if len(plain) > SHORT else plain
    tag = hashlib.sha256(plain).hexdigest()[:16]
    return Fixed(content_type, plain, packed if len(packed) < len(plain) else None, tag)


def fixed_answer(document: Fixed, max_age_s: int) -> Response:
    """Answer a read with a document, in the form that the caller would rather have: 304 if the caller has that."""
    packed = document.packed if _takes_gzip() else None
    tag = document.tag if packed is None else f"{document.tag}-gzip"
    headers = {
        "ETag": etag_of(tag),
        "Cache-Control": f"public, max-age={max_age_s}",
        "Vary": "Accept-Encoding",
    }
    if is_known(tag):
        return Response(status=304, headers=headers)
    if packed is not None:
        headers["Content-Encoding"] = "gzip"
    return Response(document.plain if packed is None else packed, headers=headers, content_type=document.content_type)


def _takes_gzip() -> bool:
    accepted = request.accept_encodings
    return accepted["gzip"] > 0 and accepted["gzip"] >= accepted["identity"]
