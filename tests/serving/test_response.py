"""What is remembered of the headers that gunicorn sends."""

from typing import Final

import pytest

from eights.serving.response import HEADERS_REMEMBERED, Response, _is_only_sent

COUNTED: Final = ("RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "Content-Length")
SAME: Final = ("X-Content-Type-Options", "nosniff")


@pytest.mark.parametrize("name", COUNTED)
def test_what_is_counted_anew_for_each_answer_drives_nothing_out_of_memory(name: str) -> None:
    _is_only_sent.cache_clear()
    for count in range(2 * HEADERS_REMEMBERED):
        response = Response(None, None, None)
        response.process_headers([SAME, (name, str(count))])
        assert set(response.headers) == {SAME, (name, str(count))}
    assert _is_only_sent.cache_info().misses == 1
