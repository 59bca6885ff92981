"""The command as a shell runs it, and tournaments to run it on."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

COMMAND: Final = (sys.executable, "-m", "eights", "tournament")
PATIENCE_S: Final = 60.0
"""For a server that has just started, on a machine that does much else."""
SHORT: Final = json.dumps({"hand_size": {"default": 2}, "turn_limit": 60, "starter": {"wild": "plain"}})
"""Rules under which a deal is soon over."""
SWISS: Final = ("--name", "Friday", "--variant", "crazy-eights", "--rules", SHORT, "--format", "swiss")


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Shell:
    """A shell whose variables name a server, and the organiser of one of its tournaments."""

    url: str
    token: str | None = None

    def environment(self) -> dict[str, str]:
        """Return the variables."""
        named = {"EIGHTS_URL": self.url, "LC_ALL": "C.UTF-8"}
        return {**os.environ, **named, **({"EIGHTS_ORGANISER_TOKEN": self.token} if self.token else {})}

    def run(self, *arguments: str, typed: str = "") -> Ended:
        """Run a command to its end."""
        done = subprocess.run(
            [*COMMAND, *arguments],
            env=self.environment(), input=typed, capture_output=True, text=True, timeout=2 * PATIENCE_S, check=False,
        )  # fmt: skip
        return Ended(done.returncode, done.stdout, done.stderr)

    def started(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command and do not wait for it."""
        return subprocess.Popen(
            [*COMMAND, *arguments], env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )


@dataclass(frozen=True)
class Evening:
    """A tournament on a server."""

    url: str
    id: str
    token: str

    @property
    def shell(self) -> Shell:
        """The organiser's shell."""
        return Shell(self.url, self.token)

    def get(self, what: str = "") -> Any:
        """Return what everybody may read."""
        answer = httpx.get(f"{self.url}/v1/tournaments/{self.id}{what}", timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text
        return answer.json()


def evening(url: str, bots: Sequence[str] = ("steady", "random"), **wish: Any) -> Evening:
    """Create a tournament over HTTP."""
    asked = {
        "name": "Friday",
        "variant": "crazy-eights",
        "rules": json.loads(SHORT),
        "format": "swiss",
        "entrants": [f"bot:{bot}" for bot in bots],
        **wish,
    }
    answer = httpx.post(f"{url}/v1/tournaments", json=asked, timeout=PATIENCE_S)
    assert answer.status_code == 201, answer.text
    return Evening(url, answer.json()["tournament"]["id"], answer.json()["organiser_token"])


def idle_player(url: str) -> tuple[str, str]:
    """Register somebody who never moves; return the id and the token."""
    answer = httpx.post(f"{url}/v1/players", json={"name": "Zoé", "kind": "human"}, timeout=PATIENCE_S)
    assert answer.status_code == 201, answer.text
    return answer.json()["player"]["id"], answer.json()["token"]


def leftovers(folder: Path) -> list[str]:
    """Return the names of all files in a folder."""
    return sorted(path.name for path in folder.iterdir())
