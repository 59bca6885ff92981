"""gunicorn as a child process."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from eights.config import PREFIX, Settings
from eights.store.tether import tethered

APP: Final = "eights.app:create_app()"
SOURCE_ROOT: Final = Path(__file__).resolve().parents[2]
STOPPED_WITHIN_S: Final = 10.0
"""More than gunicorn gives its workers."""


class WebServer:
    """gunicorn and its workers, on a socket that listens already. Make it in the main thread."""

    def __init__(self, settings: Settings, listener: socket.socket, app: str = APP) -> None:
        command = [sys.executable, "-m", "gunicorn", "--config", "python:eights.serving.gunicorn_settings"]
        self._process = subprocess.Popen(  # noqa: S603 - the program is ours
            tethered([*command, "--bind", f"fd://{listener.fileno()}", app], signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            env=_environment(settings),
            cwd=SOURCE_ROOT,  # gunicorn imports from where it runs, and whatever lies there would come first
            pass_fds=[listener.fileno()],
            process_group=0,  # a Ctrl-C in the terminal is for the parent
        )

    @property
    def pid(self) -> int:
        """The process of gunicorn itself."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it ended by itself."""
        return self._process.poll() is not None

    def reload(self) -> None:
        """Replace the workers by new ones, each when it has answered what it was asked."""
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """End it: the workers first answer what they were asked."""
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(STOPPED_WITHIN_S)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # who is still there: gunicorn leads the group
        self._process.wait()


def _environment(settings: Settings) -> dict[str, str]:
    foreign = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    return foreign | settings.as_environment()
