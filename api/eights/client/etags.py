"""Revisions and versions as the conditions of requests."""


def etag_of(at: int | str) -> str:
    """Return the ETag of a game, or of anything else that has versions, at a revision, or at any of a version.

    >>> etag_of("7-3f2a"), etag_of(7)
    ('"7-3f2a"', '"7"')
    """
    return f'"{at}"'
