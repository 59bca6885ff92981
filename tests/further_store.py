"""A store beside the embedded one that the tests are to pass on as well, where the environment names one.

``EIGHTS_TEST_REDIS_URL`` is where one runs already; ``EIGHTS_TEST_SERVER`` is a program that the tests start
themselves: alone, as a cluster and with sentinels.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from machines.valkey_process import ValkeyProcess

RUNNING_URL: Final = os.environ.get("EIGHTS_TEST_REDIS_URL")
PROGRAM: Final = os.environ.get("EIGHTS_TEST_SERVER")
SERVERS: Final = ["embedded", "further"] if RUNNING_URL or PROGRAM else ["embedded"]
OPTIONS: Final = {"appendonly": "yes", "appendfsync": "always", "stream-node-max-bytes": "576"}


@contextmanager
def further_store(folder: Path) -> Iterator[str]:
    """Yield the URL of the further store; start it if it does not run."""
    if RUNNING_URL:
        yield RUNNING_URL
        return
    server = ValkeyProcess(folder, OPTIONS)
    yield f"redis://127.0.0.1:{server.port}"
    server.kill()
