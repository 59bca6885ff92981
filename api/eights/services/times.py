"""Times as they are sent."""

from datetime import UTC, datetime


def rfc3339(ms: int) -> str:
    """Return milliseconds since 1970 as RFC 3339 in UTC.

    >>> rfc3339(1_764_460_800_250)
    '2025-11-30T00:00:00.250Z'
    """
    moment = datetime.fromtimestamp(ms // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03}Z"
