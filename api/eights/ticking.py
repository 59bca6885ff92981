"""Keeps an eye on the clocks, in each process that serves."""

import logging
import threading
import time
from typing import Final, get_args

from eights.services.clocks import Clocks
from eights.services.ports import Due, Lane, StoreAway, StoreUnavailable, Unreadable

PAUSE_S: Final = 0.1
"""Between two looks when nothing was due: the lateness of a clock that nobody holds up."""
PAUSE_WITHOUT_STORE_S: Final = 1.0

_log = logging.getLogger(__name__)


def start_ticking(clocks: Clocks) -> None:
    """Attend to what is due from now on, beside the requests; it ends with the process.

    Each lane has a thread of its own: people's clocks do not wait until programs have moved.
    """
    for lane in get_args(Lane):
        threading.Thread(target=_keep_ticking, args=(clocks, lane), name=f"clocks of {lane}", daemon=True).start()


def tick(clocks: Clocks, lane: Lane) -> float:
    """Attend to some of what is due in a lane; return how many seconds to wait before the next look."""
    try:
        due = clocks.take(lane)
    except StoreUnavailable as reason:
        return _waiting(reason)
    # Of a store on several machines a part may be away: it holds up the games there, and no others.
    failures = [failure for one in due if (failure := _attended(clocks, one)) is not None]
    if failures:
        # The games are lent to us until they are anybody's again.
        return _waiting(failures[0]) if len(failures) == len(due) else 0.0
    return 0.0 if due else PAUSE_S


def _waiting(reason: StoreUnavailable) -> float:
    if not isinstance(reason, StoreAway):  # whoever found out has said so
        _log.warning("the clocks wait for the store: %s", reason)
    return PAUSE_WITHOUT_STORE_S


def _attended(clocks: Clocks, due: Due) -> StoreUnavailable | None:
    """Attend to one thing; return why the store could not be asked about it."""
    try:
        clocks.attend(due)
    except Unreadable as reason:
        _log.warning("a game could not be attended to: %s", reason)
    except StoreUnavailable as reason:
        return reason
    except Exception:
        # A defect in one game must not stop the clocks of all others; it stays lent, and is tried again after that.
        _log.exception("a game could not be attended to")
    return None


def _keep_ticking(clocks: Clocks, lane: Lane) -> None:
    while True:
        try:
            pause_s = tick(clocks, lane)
        except Exception:
            _log.exception("the clocks could not be looked at")
            pause_s = PAUSE_WITHOUT_STORE_S
        time.sleep(pause_s)
