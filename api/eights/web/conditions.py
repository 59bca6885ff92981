"""Versions as entity tags: ``ETag``, ``If-Match``, ``If-None-Match``."""

from flask import request

from eights.services.refusals import Refused


def etag_of(version: int) -> str:
    """Return the entity tag of a version.

    >>> etag_of(7)
    '"7"'
    """
    return f'"{version}"'


def required_versions() -> frozenset[int] | None:
    """Return the versions that ``If-Match`` names, or None where any version will do.

    Weak tags and tags that are no version match none. Raises ``Refused("condition_invalid")`` for a header that
    names nothing at all.
    """
    if "If-Match" not in request.headers:
        return None
    tags = request.if_match
    if tags.star_tag:
        return None
    if not tags:
        raise Refused("condition_invalid")
    # werkzeug has None for an empty tag
    return frozenset(int(tag) for tag in tags.as_set() if tag and tag.isascii() and tag.isdigit() and len(tag) < 20)


def is_known(tag: str) -> bool:
    """Tell whether ``If-None-Match`` says that the caller has what this entity tag (without quotes) stands for."""
    return request.if_none_match.contains_weak(tag)
