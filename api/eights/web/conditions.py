"""Versions as entity tags: ``ETag``, ``If-Match``, ``If-None-Match``."""

import re
from typing import Final

from flask import request

from eights.services.refusals import Refused

_VERSION: Final = re.compile(r'(?:^|,)[ \t]*"([1-9][0-9]{0,18})"[ \t]*(?=,|$)')


def etag_of(version: int) -> str:
    """Return the entity tag of a version.

    >>> etag_of(7)
    '"7"'
    """
    return f'"{version}"'


def required_versions() -> frozenset[int] | None:
    """Return the versions that ``If-Match`` names, or None where any version will do.

    Weak tags, tags without quotes and tags that are no version match none. Raises ``Refused("condition_invalid")``
    for a header that names nothing at all.
    """
    # Read here: werkzeug takes tags without quotes, too.
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if not header.strip(" ,\t"):
        raise Refused("condition_invalid")
    return frozenset(map(int, _VERSION.findall(header)))


def is_known(tag: str) -> bool:
    """Tell whether ``If-None-Match`` says that the caller has what this entity tag (without quotes) stands for."""
    return "HTTP_IF_NONE_MATCH" in request.environ and request.if_none_match.contains_weak(tag)
