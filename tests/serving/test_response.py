"""What is remembered of the headers that gunicorn sends."""

from types import SimpleNamespace
from typing import Final

import pytest
from gunicorn.http.errors import InvalidResponseHeader  # type: ignore[import-untyped]  # it has no types

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


@pytest.mark.parametrize("name", ["ETag", "X-Request-ID", "X-Content-Type-Options", "Content-Length"])
@pytest.mark.parametrize("value", ["1\r\nSet-Cookie: a=b", "1\n", "1\0", "1\r"])
def test_no_value_breaks_out_of_its_header(name: str, value: str) -> None:
    response = Response(None, None, None)
    with pytest.raises(InvalidResponseHeader):
        response.process_headers([(name, value)])
    assert response.headers == []


@pytest.mark.parametrize("name", ["Connection", "Transfer-Encoding", "Upgrade", "Keep-Alive"])
def test_what_is_for_the_connection_is_not_for_the_application_to_say(name: str) -> None:
    response = Response(None, None, None)
    response.process_headers([(name, "close"), SAME])
    assert response.headers == [SAME]


class _Request:
    def __init__(self, *, failed: bool) -> None:
        self.body = SimpleNamespace(reader=SimpleNamespace(failed=failed))
        self.method = "POST"
        self.version = (1, 1)


@pytest.mark.parametrize(("failed", "ends"), [(True, False), (False, True), (False, False)])
def test_a_body_that_is_wrong_is_answered_as_long_as_the_worker_did_not_end_it(
    monkeypatch: pytest.MonkeyPatch, failed: bool, ends: bool
) -> None:
    monkeypatch.setattr("eights.serving.response.is_closing", lambda: ends)
    response = Response(_Request(failed=failed), None, None)
    response.start_response("400 Bad Request", [SAME])
    assert response.headers == [SAME]


def test_a_body_that_was_cut_off_by_the_end_of_the_worker_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eights.serving.response.is_closing", lambda: True)
    response = Response(_Request(failed=True), None, None)
    with pytest.raises(ConnectionResetError):
        response.start_response("400 Bad Request", [SAME])
