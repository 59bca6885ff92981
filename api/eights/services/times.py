"""Times as they are sent."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

_START: Final = datetime(1970, 1, 1)  # noqa: DTZ001 - in UTC, as all times are here


@lru_cache(maxsize=1_024)
def rfc3339(ms: int) -> str:
    """Return milliseconds since 1970 as RFC 3339 in UTC.

    >>> rfc3339(1_764_460_800_250)
    '2025-11-30T00:00:00.250Z'
    """
    moment = _START + timedelta(milliseconds=ms)
    return f"{moment.isoformat(timespec='milliseconds')}Z"
