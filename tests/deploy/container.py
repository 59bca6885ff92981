"""Running a command as a container would: process 1, a root to read only, a user without rights, nothing else set."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from deploy import image
from serving.processes import wait_until

SETUP: Final = """
set -eu
installation=$1 uid=$2 gid=$3
shift 3
mount -t tmpfs -o mode=755 tmpfs /opt
mkdir /opt/eights
mount --bind "$installation" /opt/eights
mount -o remount,bind,ro /opt/eights
mount -o remount,ro /opt
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -o remount,bind,ro /
cd /opt/eights
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
"""
APART: Final = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")


def can_be_run() -> bool:
    """Whether this process may make what a container needs."""
    made = subprocess.run([*APART, "mount", "-o", "remount,bind,ro", "/"], capture_output=True, check=False)
    return made.returncode == 0


class Container:
    """A command in a container of its own; its network is the machine's."""

    def __init__(self, installation: Path, command: Sequence[str], settings: Mapping[str, str]) -> None:
        uid, gid = map(str, image.user())
        variables = [f"{name}={value}" for name, value in {**image.environment(), **settings}.items()]
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by ended
        self._process = subprocess.Popen(
            [*APART, "sh", "-c", SETUP, "sh", str(installation), uid, gid, "env", "-i", *variables, *command],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip

    @property
    def pid(self) -> int:
        """The process that the container takes for the first, by its number outside."""
        wait_until(lambda: self._children() != [])
        [pid] = self._children()
        return pid

    @property
    def has_ended(self) -> bool:
        """Whether it has come to its end."""
        return self._process.poll() is not None

    def send(self, number: signal.Signals) -> None:
        """Send its first process a signal."""
        os.kill(self.pid, number)

    def ended(self) -> tuple[int, str]:
        """Wait for its end; return the exit code, and what it said."""
        code = self._process.wait()
        self._log.seek(0)
        with self._log:
            return code, self._log.read()

    def stop(self) -> tuple[int, str]:
        """End it as whatever runs containers does."""
        if not self.has_ended:
            self.send(signal.SIGTERM)
        return self.ended()

    def _children(self) -> list[int]:
        return [
            int(pid) for pid in Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        ]
