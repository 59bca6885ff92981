"""The command `eights arena`."""

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Final, NoReturn

import click
from rich.progress import track

from eights.arena.duplicate import Contest, DealResult
from eights.arena.entrants import UnknownEntrant, house_bot, is_guest
from eights.arena.report import notes, table
from eights.arena.standings import standings
from eights.arena.workers import BotEnded, at_once, results
from eights.client.bot.failures import BotFailed, BotNotFound
from eights.client.bot.naming import bot_named
from eights.client.screen import Screen
from eights.client.words import words_here
from eights.rules.catalogue import Variant, variants
from eights.rules.ruleset import FEWEST_SEATS, MOST_SEATS
from eights.terminal import print_line, print_lines

FAILED: Final = 1
INTERRUPTED: Final = 130
USUAL_SEATS: Final = 4


def known_entrants(_context: click.Context, _argument: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse the name of no bot, and one that cannot be imported."""
    for name in names:
        try:
            bot_named(name) if is_guest(name) else house_bot(name)
        except (UnknownEntrant, BotNotFound) as unknown:
            raise click.BadParameter(str(unknown)) from None
        except BotFailed as failure:
            complain(failure)
    return names


def complain(failure: BotFailed | BotEnded) -> NoReturn:
    """Tell what is wrong with a bot, after its own traceback if it has one, and end with exit code 1."""
    if isinstance(failure, BotFailed) and failure.trace:
        print_lines(failure.trace, err=True)
    print_line(f"eights: {failure}", err=True)
    sys.exit(FAILED)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", callback=known_entrants)
@click.option(
    "--variant",
    "chosen",
    type=click.Choice(list(variants())),
    multiple=True,
    help="What to play; repeatable.  [default: all]",
)
@click.option(
    "--deals", type=click.IntRange(2, 1_000_000), default=2000, show_default=True, help="Deals of each variant."
)
@click.option(
    "--seats",
    type=click.IntRange(FEWEST_SEATS, MOST_SEATS),
    help="Seats at the table.  [default: one for each name, 4 for one name]",
)
@click.option("--seed", default="1", show_default=True, help="What the deals follow from; any text.")
@click.option(
    "--processes",
    type=click.IntRange(1, 1024),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that play.",
)
def arena(
    names: tuple[str, ...], chosen: tuple[str, ...], deals: int, seats: int | None, seed: str, processes: int
) -> None:
    """Let bots play the same deals from every seat, and tell which plays better.

    NAME is a house bot, or a function of your own that is given the view of its seat and returns one of its legal
    moves, as `eights bot new` writes one: module:function or path/to/file.py:function, where modules are looked for in
    the current directory first. It sees what it would see on a server, and is asked on its turn. If it raises, or
    returns what is no legal move, the run ends with exit code 1.

    Seats that the names leave free are taken by `random`; without a name, `steady` plays three of them. Each deal is
    one round, played once for each rotation of the seats. The same seed gives the same results, whatever the number of
    processes, unless a bot remembers earlier rounds, or has chance of its own beside Python's `random`.
    """
    entrants = line_up(names, seats)
    try:
        for variant in fitting(chosen, len(entrants)):
            play(variant, Contest(variant.rules, entrants, seed, variant.id), deals, processes)
    except (BotFailed, BotEnded) as failure:
        complain(failure)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def line_up(names: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """Return who plays; a usage error if more are named than there are seats."""
    first = tuple(names) or ("steady",)
    wanted = seats or (USUAL_SEATS if len(first) == 1 else len(first))
    if len(first) > min(wanted, MOST_SEATS):
        raise click.UsageError(words_here()("arena.too_many", count=len(first), seats=min(wanted, MOST_SEATS)))
    return first + ("random",) * (wanted - len(first))


def fitting(chosen: Sequence[str], seats: int) -> list[Variant]:
    """Return the chosen variants, or all that have so many seats; a usage error where a chosen one has not."""
    fit = {
        key: variant
        for key, variant in variants().items()
        if variant.rules.players.min <= seats <= variant.rules.players.max
    }
    for name in chosen:
        if name not in fit:
            raise click.UsageError(words_here()("arena.not_played_by", variant=name, seats=seats))
    return [fit[name] for name in chosen] or list(fit.values())


def play(variant: Variant, contest: Contest, deals: int, processes: int) -> None:
    """Play a contest and print its results; progress is shown on a terminal alone."""
    played: list[DealResult] = []
    shown = Screen(stderr=True)
    total = -(-deals // at_once(contest))
    with closing(results(contest, deals, processes)) as portions:
        for portion in track(portions, variant.id, total, console=shown, transient=True, disable=not shown.is_terminal):
            played += portion
    told = standings(contest.entrants, played)
    console = Screen()
    console.print(table(variant.id, played, told))
    for note in notes(deals, told):
        console.print(note)
    console.print()
