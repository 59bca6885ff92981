"""A server of the demo's own: started on a free port with its data in a folder that goes with it."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

START_WITHIN_S: Final = 60.0
STOP_WITHIN_S: Final = 15.0
LOOK_EVERY_S: Final = 0.05


class ServerDidNotStart(Exception):  # noqa: N818 - what happened, named as such
    """The server ended, or said nothing, before it told its address; carries what it printed last."""


@contextmanager
def own_server() -> Iterator[str]:
    """Run a server and yield its URL; stop it afterwards, whatever happens.

    Settings of the environment (``EIGHTS_...``) are meant for other servers and do not reach this one.
    """
    with tempfile.TemporaryDirectory(prefix="eights-demo-") as folder:
        printed = Path(folder, "printed.txt")
        command = [sys.executable, "-m", "eights", "serve", "--port", "0", "--data-dir", str(Path(folder, "data"))]
        with printed.open("wb") as output:
            server = subprocess.Popen(  # noqa: S603 - the program is ourselves
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env=own_environment(os.environ), start_new_session=True,
            )  # fmt: skip
        try:
            yield _address(server, printed)
        finally:
            _stop(server)


def own_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment for the demo's server: unbuffered, no limits on its own programs, no foreign settings.

    >>> own_environment({"EIGHTS_REDIS_URL": "redis://example.org", "LANG": "fr_FR"})
    {'LANG': 'fr_FR', 'PYTHONUNBUFFERED': '1', 'EIGHTS_RATELIMIT_ENABLED': 'false'}
    """
    kept = {name: value for name, value in environment.items() if not name.startswith("EIGHTS_")}
    return {**kept, "PYTHONUNBUFFERED": "1", "EIGHTS_RATELIMIT_ENABLED": "false"}


def _address(server: subprocess.Popen[bytes], printed: Path) -> str:
    give_up = time.monotonic() + START_WITHIN_S
    while time.monotonic() < give_up:
        ended = server.poll() is not None
        text = printed.read_text(errors="replace")
        found = re.search(r"https?://[\w.\-\[\]:]+:\d+", text)
        if found:
            return found[0]
        if ended:
            break
        time.sleep(LOOK_EVERY_S)
    lines = printed.read_text(errors="replace").strip().splitlines()
    raise ServerDidNotStart(lines[-1] if lines else "it printed nothing")


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(STOP_WITHIN_S)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
