"""Revisions as entity tags: ``ETag``, ``If-Match``, ``If-None-Match``."""

import re
from typing import Final

from flask import request

from eights.services.refusals import Refused
from eights.services.revisions import Revision, revision_in

_TAG: Final = re.compile(r'(?:^|,)[ \t]*"([1-9][0-9a-f-]*)"[ \t]*(?=,|$)')


def etag_of(revision: Revision | str) -> str:
    """Return the entity tag of a revision.

    >>> etag_of("7-3f2a")
    '"7-3f2a"'
    """
    return f'"{revision}"'


def required_revisions() -> frozenset[Revision] | None:
    """Return the revisions that ``If-Match`` names, or None where any will do.

    Weak tags, tags without quotes and tags that are no revision match none. Raises ``Refused("condition_invalid")``
    for a header that names nothing at all.
    """
    # Read here: werkzeug takes tags without quotes, too.
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if not header.strip(" ,\t"):
        raise Refused("condition_invalid")
    return frozenset(filter(None, map(revision_in, _TAG.findall(header))))


def is_known(tag: str) -> bool:
    """Tell whether ``If-None-Match`` says that the caller has what this entity tag (without quotes) stands for."""
    return "HTTP_IF_NONE_MATCH" in request.environ and request.if_none_match.contains_weak(tag)
