"""A server as it really runs, for all tests of the command."""

from collections.abc import Iterator

import pytest

from eights.client.demo.own_server import own_server


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a server in processes of its own."""
    with own_server() as url:
        yield url
