"""Servers that the tests of several files ask."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from end_to_end.two_servers import Pair
from machines.valkey_process import ValkeyProcess


@pytest.fixture(scope="module")
def pair(memory_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers on a store of their own."""
    folder = tmp_path_factory.mktemp("pair")
    with ExitStack() as ending:
        valkey = ValkeyProcess(memory_folder / folder.name, {"appendonly": "yes"})
        ending.callback(valkey.kill)
        yield ending.enter_context(closing(Pair(folder, f"redis://127.0.0.1:{valkey.port}/0")))
