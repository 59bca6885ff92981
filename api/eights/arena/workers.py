"""Playing a contest on several processor cores."""

import signal
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import repeat
from multiprocessing import active_children
from typing import Final

from eights.arena.duplicate import Contest, DealResult, play_deals
from eights.arena.entrants import is_guest
from eights.client.words import words_here

AT_ONCE: Final = 20
"""Deals that a process plays before it reports, where house bots alone play: some tenths of a second."""


class BotEnded(Exception):  # noqa: N818 - what happened, named as such
    """A process that played is gone: a bot ended it, or the system did."""


def at_once(contest: Contest) -> int:
    """Return how many deals a process plays before it reports; one where a bot may take its time."""
    return 1 if any(map(is_guest, contest.entrants)) else AT_ONCE


def results(contest: Contest, deals: int, processes: int) -> Generator[list[DealResult], None, None]:
    """Yield the results of the deals, some at a time, in the same order whatever the number of processes.

    Raises ``BotFailed`` for a bot that fails, and :class:`BotEnded` if it takes its process with it. Closed early, it
    stops the processes where they are: a bot may never come to an end.
    """
    step = at_once(contest)
    portions = [range(first, min(first + step, deals)) for first in range(0, deals, step)]
    if processes == 1:
        yield from map(play_deals, repeat(contest), portions)
        return
    others = set(active_children())
    with ProcessPoolExecutor(processes, initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(play_deals, repeat(contest), portions)
        except BrokenProcessPool:
            raise BotEnded(words_here()("arena.gone")) from None
        except BaseException:
            for worker in set(active_children()) - others:
                worker.terminate()
            raise


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
