"""gunicorn's log, in the form of all others."""

import os
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]  # it has no types

from eights.config import from_environment
from eights.telemetry import logs


class Log(Logger):  # type: ignore[misc]  # as above
    """Leaves writing to whoever writes for the whole process."""

    def setup(self, cfg: Any) -> None:
        """Set logging up: at the start, and at each reload."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        logs.configure(cfg.loglevel, from_environment(os.environ).log_format)
