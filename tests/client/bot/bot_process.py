"""``eights bot`` as its author runs it: a process of its own, with a bot that notes what it was asked."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from eights.client import EightsClient

NOTING: Final = """
import os, threading, time
from pathlib import Path
from eights.client import Move
from eights.client.bot.starting_point import choose as sensible

FOLDER = Path(os.environ["BOT_FOLDER"])

def note(what, view):
    line = f"{what} {view.id} {view.version}\\n".encode()
    file = os.open(FOLDER / "noted.txt", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, line)
    os.close(file)

def choose(view):
    note("begin", view)
    move = sensible(view)
    note("end", view)
    return move

def slow(view):
    note("begin", view)
    time.sleep(0.02)
    note("end", view)
    return sensible(view)

def sleepy(view):
    note("begin", view)
    time.sleep(1.6)
    note("end", view)
    return sensible(view)

def patient(view):
    note("begin", view)
    while not (FOLDER / "go").exists():
        time.sleep(0.01)
    note("end", view)
    return sensible(view)

def raising(view):
    note("begin", view)
    raise ZeroDivisionError("my own fault")

def illegal(view):
    note("begin", view)
    return Move("play", card="XX", suit="S")

def nonsense(view):
    note("begin", view)
    return Move("fold")
"""


class Noted(msgspec.Struct, frozen=True):
    """One line of what a bot noted."""

    what: str
    game_id: str
    version: int


class BotProcess:
    """One bot of one player, at play."""

    def __init__(self, folder: Path, url: str, token: str, function: str, *options: str) -> None:
        self._folder = folder
        (folder / "noting.py").write_text(NOTING)
        kept = {name: text for name, text in os.environ.items() if not name.startswith("EIGHTS_")}
        command = [sys.executable, "-m", "eights", "bot", "--url", url, *options, f"noting:{function}"]
        environment = {**kept, "EIGHTS_TOKEN": token, "BOT_FOLDER": str(folder), "COLUMNS": "120", "LC_ALL": "C.UTF-8"}
        with (folder / "told.txt").open("ab") as told:
            self._process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=told, text=True
            )

    def send(self, signal_number: int) -> None:
        self._process.send_signal(signal_number)

    def ended(self) -> tuple[int, str]:
        """Wait for the end; return the exit code, and what it printed."""
        printed, _ = self._process.communicate()
        return self._process.returncode, printed

    @property
    def told(self) -> str:
        """What it said on standard error, and those before it in the same folder."""
        return (self._folder / "told.txt").read_text()

    @property
    def noted(self) -> list[Noted]:
        """What the bot noted so far, in order, and those before it in the same folder."""
        try:
            lines = (self._folder / "noted.txt").read_text().splitlines()
        except FileNotFoundError:
            return []
        noted = []
        for line in lines:
            what, game_id, version = line.split()
            noted.append(Noted(what, game_id, int(version)))
        return noted

    def kill(self) -> None:
        """End it, if it has not ended."""
        self._process.kill()
        if self._process.stdout is not None and not self._process.stdout.closed:
            self._process.communicate()


class Author:
    """A registered player, and where its bots work."""

    def __init__(self, url: str, folder: Path, name: str, **wish: Any) -> None:
        folder.mkdir()
        self.folder = folder
        self.url = url
        with EightsClient(url) as stranger:
            registered = stranger.players.register(name, **wish)
        self.id = registered.player.id
        self.token = registered.token

    def client(self) -> EightsClient:
        return EightsClient(self.url, self.token)

    @contextmanager
    def playing(self, function: str, *options: str) -> Iterator[BotProcess]:
        """Let a bot play; it is ended with the block, whatever happens."""
        process = BotProcess(self.folder, self.url, self.token, function, *options)
        try:
            yield process
        finally:
            process.kill()


def interrupt(bot: BotProcess) -> tuple[int, str]:
    """End a bot as Ctrl-C does."""
    bot.send(signal.SIGINT)
    return bot.ended()
