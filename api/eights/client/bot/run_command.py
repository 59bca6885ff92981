"""The command ``eights bot``, where it plays."""

import os
import signal
import sys
from typing import Final

import click

from eights.client.bot.failures import BotFailed, BotNotFound
from eights.client.bot.naming import bot_named
from eights.client.bot.result import sentences, table
from eights.client.bot.runner import Runner, Wishes
from eights.client.bot.telling import Telling
from eights.client.games import EightsClient
from eights.client.languages import language_of
from eights.client.match_models import Match
from eights.client.problems import ProblemError, ServerUnreachable, StreamClosed
from eights.client.screen import Screen
from eights.client.server_option import no_server, url_option
from eights.client.words import words_here
from eights.terminal import print_line, print_lines

FAILED: Final = 1


@click.command()
@click.argument("name", metavar="MODULE:FUNCTION")
@url_option
@click.option(
    "--token", envvar="EIGHTS_TOKEN", show_envvar=True, required=True,
    help="The player's token (ep_...). Other users of a machine can read command lines: better set the variable.",
)  # fmt: skip
@click.option(
    "--accept", type=click.Choice(["none", "games", "matches", "all"]),
    help="Which invitations to accept: all, unless set; none with --match. Tournaments are entered by hand.",
)  # fmt: skip
@click.option(
    "--parallel", type=click.IntRange(1, 64),
    help="In how many games to ask the bot at once; the player's own limit, unless set.",
)  # fmt: skip
@click.option(
    "--on-error", type=click.Choice(["go-on", "stop"]), default="go-on", show_default=True,
    help="What to do once the bot raises or its move is refused: leave that move to the clock, or end with code 1.",
)  # fmt: skip
@click.option(
    "--until-idle", type=click.FloatRange(0.1), metavar="SECONDS", help="End once no game was on for so long."
)
@click.option("--match", metavar="ID", help="Enter this match, play it, and end with its result.")
def run(  # noqa: PLR0913 - one for each option
    *, name: str, url: str, token: str, accept: str | None, parallel: int | None, on_error: str,
    until_idle: float | None, match: str | None,
) -> None:  # fmt: skip
    """Let a bot play everything that a player's inbox brings.

    The bot is a function, given as module:function or path/to/file.py:function, that is asked for a move whenever the
    player is on turn, in several games at once, by threads. Ctrl-C ends: moves that are being made are finished. The
    games go on: start again, and the bot plays on where it was. So it does by itself when the server restarts.

    Each kind of lost move is told once, as it happens, and counted at the end. The exit code is 1 if a game was
    forfeited as no move came in time, if the match was called off, or if playing could not go on.
    """
    if match is not None and until_idle is not None:
        raise click.UsageError(words_here()("bot.two_ends"))
    wished = {"accept": accept or ("all" if match is None else "none"), "strict": on_error == "stop"}
    wishes = Wishes(**wished, parallel=parallel, until_idle_s=until_idle, match=match)  # type: ignore[arg-type]
    telling = Telling()
    try:
        bot = name, bot_named(name)
        with EightsClient(url, token, language=language_of(os.environ)) as client:
            over = _played(Runner(client, bot, wishes, telling))
    except ServerUnreachable as error:
        print_line(f"eights: {no_server(error, words_here())}", err=True)
        sys.exit(FAILED)
    except (BotFailed, BotNotFound, ProblemError, StreamClosed) as error:
        if isinstance(error, BotFailed) and error.trace:
            print_lines(error.trace, err=True)
        print_line(f"eights: {error}", err=True)
        sys.exit(FAILED)
    if over is not None:
        _print(over)
    if telling.forfeits or (over is not None and over.status == "aborted"):
        sys.exit(FAILED)


def _played(runner: Runner) -> Match | None:
    """Play until the end, or until a signal asks for it."""
    before = {number: signal.signal(number, lambda *_: runner.stop()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        return runner.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _print(match: Match) -> None:
    drawn = table(match)
    if drawn is not None:
        Screen().print(drawn)
    for sentence in sentences(match):
        print_line(sentence)
