"""Versions as the conditions of requests."""


def etag_of(version: int) -> str:
    """Return the ETag of a game, or of anything else that has versions, at one of them.

    >>> etag_of(7)
    '"7"'
    """
    return f'"{version}"'
