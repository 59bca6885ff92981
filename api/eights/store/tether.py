"""Run a command that ends when its parent does: ``python tether.py PARENT SIGNAL COMMAND ARGUMENT...``.

A file to be run by path, of the standard library alone, so that it is gone in some milliseconds. On Linux the kernel
then sends SIGNAL to the command when the thread that started it ends, even by ``kill -9``; elsewhere the command simply
runs. Start it from the main thread.
"""

import ctypes
import os
import sys
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def tethered(command: list[str], signal_number: int) -> list[str]:
    """Return the command that runs another one on a tether to this process."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(signal_number), *command]


def main() -> None:
    """Tie this process to its parent, and become the command."""
    parent, signal_number, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal_number), 0, 0, 0)
    if os.getppid() != int(parent):
        sys.exit(f"{command[0]} was not started: its parent is gone already")
    os.execv(command[0], command)  # noqa: S606 - a command without a shell is the point


if __name__ == "__main__":
    main()
