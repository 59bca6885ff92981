"""The command `eights demo`."""

import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from eights.client.demo.match import play_match
from eights.client.demo.own_server import ServerDidNotStart, own_server
from eights.client.demo.phrases import PHRASES, Phrases
from eights.client.demo.table import NAMES, Wish
from eights.client.languages import LANGUAGES, Language, language_of
from eights.client.problems import ProblemError, ServerUnreachable
from eights.client.screen import Screen
from eights.client.server_option import no_server, url_or_own_option
from eights.client.words import words_in
from eights.terminal import print_line

INTERRUPTED = 130


@click.command()
@click.option("--variant", default="huit-americain", show_default=True, help="What to play.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option of the variant; repeatable.")
@click.option("--seats", type=click.IntRange(2, len(NAMES)), help="How many play.  [default: 4 if allowed]")
@click.option("--bots", is_flag=True, help="One program plays, against house bots.")
@url_or_own_option
@click.option(
    "--lang", type=click.Choice(LANGUAGES), help="Language of the telling.  [default: EIGHTS_LANG, or the locale's]"
)
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
    if isinstance(error, ServerUnreachable):
        return f"eights: {no_server(error, words_in(phrases.language))}"
    return phrases.not_started.format(reason=error)
