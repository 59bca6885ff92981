"""Files that are there as a whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """Write a file next to its place, and put it there once all is written; what was there before stays until then.

    If anything is raised within, nothing is left behind. A place that is no regular file, such as a pipe, is written
    straight away. Raises OSError.
    """
    place = path.resolve()
    if place.exists() and not place.is_file():
        with place.open("wb") as file:
            yield file
        return
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def writing_secret(path: Path) -> Iterator[IO[bytes]]:
    """Write a new file that its owner alone may read; if anything is raised within, it is gone again.

    Raises FileExistsError for a file that is there already, which may hold another secret, and OSError.
    """
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 - of that mode
        try:
            yield file
        except BaseException:
            path.unlink(missing_ok=True)
            raise
