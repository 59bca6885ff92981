"""The world in which documented operations are tried."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.described_api import DOOR
from conformance.world import World
from eights.store.embedded import EmbeddedStore


@pytest.fixture(scope="session")
def world(memory_folder: Path) -> Iterator[World]:
    """The application on an embedded store of its own, which is emptied again and again; it answers at the door."""
    store = EmbeddedStore(memory_folder / "conformance-store")
    store.start()
    store.wait_until_ready()
    DOOR.world = World(store.url)
    yield DOOR.world
    DOOR.world.close()
    store.stop()
