"""The command `eights demo`."""

import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from eights.client.demo.match import play_match
from eights.client.demo.own_server import ServerDidNotStart, own_server
from eights.client.demo.phrases import LANGUAGES, PHRASES, Language, Phrases, language_of
from eights.client.demo.table import NAMES, Wish
from eights.client.problems import ProblemError, ServerUnreachable
from eights.client.screen import Screen
from eights.terminal import print_line

INTERRUPTED = 130


def web_address(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    """Refuse what is no address of a server."""
    if url is not None and not url.startswith(("http://", "https://")):
        raise click.BadParameter("expected http://HOST:PORT or https://HOST")
    return url


@click.command()
@click.option("--variant", default="huit-americain", show_default=True, help="What to play.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option of the variant; repeatable.")
@click.option("--seats", type=click.IntRange(2, len(NAMES)), help="How many play.  [default: 4 if allowed]")
@click.option("--bots", is_flag=True, help="One program plays, against house bots.")
@click.option("--url", callback=web_address, help="A running server.  [default: one of its own, stopped at the end]")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the telling.  [default: the locale's]")
def demo(lang: Language | None, url: str | None, **wish: Any) -> None:
    """Let programs play a whole match over HTTP, and tell it."""
    phrases = PHRASES[lang or language_of(os.environ)]
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that a server of our own is stopped then, too
    server: AbstractContextManager[str] = nullcontext(url) if url else own_server()
    try:
        with server as address:
            ended_well = play_match(address, Wish(**wish), phrases, Screen())
    except KeyboardInterrupt:
        print_line(phrases.interrupted, err=True)
        sys.exit(INTERRUPTED)
    except (ProblemError, ServerUnreachable, ServerDidNotStart) as error:
        print_line(complaint(error, phrases), err=True)
        sys.exit(1)
    if not ended_well:
        print_line(phrases.called_off, err=True)
        sys.exit(1)


def complaint(error: ProblemError | ServerUnreachable | ServerDidNotStart, phrases: Phrases) -> str:
    """Return one sentence about what went wrong."""
    if isinstance(error, ProblemError):
        faults = "; ".join(f"{fault.path}: {fault.message}" for fault in error.errors)
        return phrases.refused.format(reason=f"{error}: {faults}" if faults else str(error))
    phrase = phrases.unreachable if isinstance(error, ServerUnreachable) else phrases.not_started
    return phrase.format(reason=error)
