"""Which processor a process may use, while times are taken."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def kept_apart(server: Sequence[int], others: Sequence[int]) -> Iterator[bool]:
    """Give a server's processes a processor that none of the others uses, this process among them.

    Clients and store share a small machine with the server, and would be waited for where it is the server's time that
    is wanted. Yields whether there was a processor for it: there have to be two, and a system that lets itself be told.
    """
    if not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2:
        yield False
        return
    all_processors = os.sched_getaffinity(0)
    own = {min(all_processors)}
    rest = [os.getpid(), *others]
    _let(server, own)
    _let(rest, all_processors - own)
    try:
        yield True
    finally:
        _let([*server, *rest], all_processors)


def _let(processes: Sequence[int], use: set[int]) -> None:
    for process in processes:
        os.sched_setaffinity(process, use)
