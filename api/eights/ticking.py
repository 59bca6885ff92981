"""Keeps an eye on the clocks, in each process that serves."""

import logging
import threading
import time
from typing import Final

from eights.services.clocks import Clocks
from eights.services.ports import StoreUnavailable

PAUSE_S: Final = 0.1
"""Between two looks when nothing was due: the lateness of a clock that nobody holds up."""
PAUSE_WITHOUT_STORE_S: Final = 1.0

_log = logging.getLogger(__name__)


def start_ticking(clocks: Clocks) -> None:
    """Attend to what is due from now on, beside the requests; it ends with the process."""
    threading.Thread(target=_keep_ticking, args=(clocks,), name="clocks", daemon=True).start()


def _keep_ticking(clocks: Clocks) -> None:
    while True:
        time.sleep(_pause_after_tick_s(clocks))


def _pause_after_tick_s(clocks: Clocks) -> float:
    try:
        return 0.0 if clocks.tick() else PAUSE_S
    except StoreUnavailable:
        _log.warning("the clocks wait for the store")
        return PAUSE_WITHOUT_STORE_S
    except Exception:
        # A defect in one game must not stop the clocks of all others; its game is tried again when it is due again.
        _log.exception("a game could not be attended to")
        return PAUSE_WITHOUT_STORE_S
