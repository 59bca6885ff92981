"""Programs that sit down at one table and play there together, each in a thread of its own."""

import queue
import secrets
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import msgspec

from eights.client.demo.program import Change, Program
from eights.client.games import EightsClient
from eights.client.models import GameView, Variant

NAMES: Final = ("Ana", "Ben", "Chloé", "Dinh", "Emma", "Farid", "Gaïa", "Hugo", "Inès", "Jules", "Kim", "Léa")
USUAL_SEATS: Final = 4
HOUSE_BOT: Final = "steady"
PATIENCE_S: Final = 5.0
"""How long a stopped program may take to come to its end before it is left behind."""


class Wish(msgspec.Struct, frozen=True):
    """What is to be played; without ``seats``, four, or as near to that as the variant allows."""

    variant: str
    options: tuple[str, ...] = ()
    seats: int | None = None
    bots: bool = False
    """Whether one program plays against house bots, instead of programs among themselves."""


class Ended(msgspec.Struct, frozen=True):
    """A program came to its end, with what went wrong if something did."""

    error: Exception | None = None


def open_table(stranger: EightsClient, variant: Variant, wish: Wish) -> GameView:
    """Create a game with open seats for the programs, and house bots in the others if they are to play."""
    count = wish.seats or usual_seats(variant)
    seats: list[dict[str, str]] = [{} for _ in range(count)]
    if wish.bots:
        seats[1:] = [{"name": name, "bot": HOUSE_BOT} for name in NAMES[1:count]]
    return stranger.create(variant.id, options=wish.options, seats=seats, visibility="unlisted").game


def usual_seats(variant: Variant) -> int:
    """Return how many programs play a variant unless somebody says otherwise."""
    return max(variant.rules.players.min, min(USUAL_SEATS, variant.rules.players.max))


def sit_down(stack: ExitStack, url: str, game: GameView, language: str) -> list[Program]:
    """Let one program take each open seat over HTTP, with a token and a share of the game's entropy of its own.

    The programs' connections are closed with the stack.
    """
    programs = []
    open_seats = [holder for holder in game.seats if holder.kind is None]
    for name, _ in zip(NAMES, open_seats, strict=False):
        with EightsClient(url, language=language) as stranger:
            taken = stranger.join(game.id, name, entropy=secrets.token_hex(16))
        client = stack.enter_context(EightsClient(url, taken.token, language=language))
        programs.append(Program(client, game.id, taken.seat, deals=taken.seat == 0))
    return programs


@contextmanager
def playing(programs: list[Program]) -> Iterator[Iterator[Change]]:
    """Set the programs playing; inside, iterate over what they do; after it, none of them plays any more."""
    reports: queue.SimpleQueue[Change | Ended] = queue.SimpleQueue()
    stopped = threading.Event()
    threads = [threading.Thread(target=_run, args=(program, reports, stopped), daemon=True) for program in programs]
    for thread in threads:
        thread.start()
    try:
        yield _changes(reports, len(threads))
    finally:
        stopped.set()
        for thread in threads:
            thread.join(PATIENCE_S)


def _run(program: Program, reports: queue.SimpleQueue[Change | Ended], stopped: threading.Event) -> None:
    try:
        program.play(reports.put, stopped)
    except Exception as error:
        # Carried over to the thread that waits, and raised there.
        reports.put(Ended(error))
    else:
        reports.put(Ended())


def _changes(reports: queue.SimpleQueue[Change | Ended], running: int) -> Iterator[Change]:
    while running:
        report = reports.get()
        if isinstance(report, Change):
            yield report
        elif report.error is not None:
            raise report.error
        else:
            running -= 1
