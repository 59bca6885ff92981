"""Looking at processes, by Linux' own lists, and waiting for what they do."""

import time
from collections.abc import Callable
from pathlib import Path


def descendants(pid: int) -> set[int]:
    """The processes under a process, from Linux' own lists; those that end meanwhile have none."""
    below: set[int] = set()
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                below |= {child, *descendants(child)}
    except (FileNotFoundError, ProcessLookupError):
        return below
    return below


def named(pids: set[int], word: str) -> int:
    """The lowest of these processes in whose command line a word occurs."""
    return min(pid for pid in pids if word in Path(f"/proc/{pid}/cmdline").read_text())


def workers_of(master: int) -> set[int]:
    """The processes right under one; those below may come and go meanwhile."""
    return {int(child) for child in Path(f"/proc/{master}/task/{master}/children").read_text().split()}


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait; the time limit of every test ends what never comes."""
    while not condition():
        time.sleep(0.02)
