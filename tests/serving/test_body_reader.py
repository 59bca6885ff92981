"""What reads a request's body ends with the request."""

import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from eights.serving.worker import BodyReader


class Request:
    """As much of gunicorn's request as its body's reader knows."""

    def __init__(self, reader: object) -> None:
        self.body = SimpleNamespace(reader=reader)
        self.closes = False

    def force_close(self) -> None:
        self.closes = True


class Broken:
    """A body that does not come."""

    def read(self, _: int) -> bytes:
        raise ConnectionResetError


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
def test_a_request_is_gone_without_being_looked_for() -> None:
    request = Request(Broken())
    request.body.reader = BodyReader(request, 1.0)
    seen = weakref.ref(request)
    del request
    assert seen() is None


def test_a_body_that_does_not_come_ends_the_connection_with_the_answer() -> None:
    request = Request(Broken())
    reader = BodyReader(request, 1.0)
    with pytest.raises(ConnectionResetError, match="as announced"):
        reader.read(5)
    assert reader.failed
    assert request.closes
