"""Stores that tests have to themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eights.store.embedded import EmbeddedStore


@contextmanager
def own_store(folder: Path) -> Iterator[str]:
    """Run an embedded store in a folder; yield its URL."""
    store = EmbeddedStore(folder)
    store.start()
    try:
        store.wait_until_ready()
        yield store.url
    finally:
        store.stop()
