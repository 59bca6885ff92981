"""Revisions as entity tags: ``ETag``, ``If-Match``, ``If-None-Match``.

A strong tag is of one representation alone (RFC 9110, 8.8.1): what Ana sees of a game and what Ben sees are two, and a
browser that stored the one must not be told that it is the other. So a tag is the revision, which `If-Match` heeds, and
a digest of the body, which tells apart what is of the same revision.
"""

import hashlib
import re
from typing import Final

from flask import request

from eights.services.refusals import Refused
from eights.services.revisions import Revision, revision_in

_TAG: Final = re.compile(r'(?:^|,)[ \t]*("?)([1-9][0-9a-f-]*)(?:\.[0-9a-z-]+)?\1[ \t]*(?=,|$)')
_DIGEST_BYTES: Final = 8
_LONGEST_KEY: Final = 64
"""Bytes of a key that BLAKE2b takes."""


def etag_of(revision: Revision | str) -> str:
    """Return the entity tag of a revision.

    >>> etag_of("7-3f2a")
    '"7-3f2a"'
    """
    return f'"{revision}"'


def tag_of(body: bytes, revision: Revision | str | None = None, *, public: bool = False) -> str:
    """Return the entity tag, without quotes, of what the present caller is shown; a revision stands before a dot.

    Unless the same is ``public``, the caller's token goes in: nobody who sees a tag can try guesses of a hand on it.
    """
    token: str = "" if public else request.environ.get("HTTP_AUTHORIZATION", "")
    key = token.encode("latin-1", "replace")[:_LONGEST_KEY]
    digest = hashlib.blake2b(body, digest_size=_DIGEST_BYTES, key=key).hexdigest()
    return digest if revision is None else f"{revision}.{digest}"


def required_revisions() -> frozenset[Revision] | None:
    """Return the revisions that ``If-Match`` names, or None where any will do.

    Whatever a viewer was given as a tag names its revision, also without the quotes, as people copy it. Weak tags and
    tags that are of no revision match none. Raises ``Refused("condition_invalid")``
    for a header that names nothing at all.
    """
    # Read here: werkzeug takes a tag for the whole of its text.
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if not header.strip(" ,\t"):
        raise Refused("condition_invalid")
    return frozenset(filter(None, (revision_in(tag) for _, tag in _TAG.findall(header))))


def is_known(tag: str) -> bool:
    """Tell whether ``If-None-Match`` says that the caller has what this entity tag (without quotes) stands for."""
    return "HTTP_IF_NONE_MATCH" in request.environ and request.if_none_match.contains_weak(tag)
