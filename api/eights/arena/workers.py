"""Playing a contest on several processor cores."""

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Final

from eights.arena.duplicate import Contest, DealResult, play_deals

AT_ONCE: Final = 20
"""Deals that a process plays before it reports: some tenths of a second."""


def results(contest: Contest, deals: int, processes: int) -> Iterator[list[DealResult]]:
    """Yield the results of the deals, some at a time, in the same order whatever the number of processes."""
    portions = [range(first, min(first + AT_ONCE, deals)) for first in range(0, deals, AT_ONCE)]
    if processes == 1:
        yield from map(play_deals, repeat(contest), portions)
        return
    with ProcessPoolExecutor(processes, initializer=_leave_interrupts_to_the_parent) as pool:
        yield from pool.map(play_deals, repeat(contest), portions)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
