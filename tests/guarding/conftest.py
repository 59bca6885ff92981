"""The server on which everything is tried that is forbidden."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from guarding.guarded_world import GuardedWorld
from own_store import own_store


@pytest.fixture(scope="session")
def _guarded_world(memory_folder: Path) -> Iterator[GuardedWorld]:
    with own_store(memory_folder / "guarded-store") as url:
        world = GuardedWorld(url)
        yield world
        world.close()


@pytest.fixture
def world(_guarded_world: GuardedWorld) -> Iterator[GuardedWorld]:
    """A server with one of everything on it, which is as in the beginning for each test."""
    yield _guarded_world
    _guarded_world.restore()
