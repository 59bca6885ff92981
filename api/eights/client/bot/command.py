"""The command ``eights bot``."""

import sys
from importlib import resources
from pathlib import Path
from typing import Final

import click

from eights.client.bot.run_command import run
from eights.client.words import words_here
from eights.terminal import print_line

FAILED: Final = 1
_NAME_IN_TEXT: Final = "my_bot:"


class PlaysUnlessToldOtherwise(click.Group):
    """Commands of which ``run`` may be left out: what does not begin with one of them is for it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``run`` before the arguments where nothing else stands there."""
        told = not args or args[0] in self.commands or args[0] in ctx.help_option_names
        return super().parse_args(ctx, args if told else ["run", *args])


@click.group(cls=PlaysUnlessToldOtherwise)
def bot() -> None:
    """Write a bot, and let it play.

    \b
    eights bot new my_bot.py
    eights bot --url http://127.0.0.1:8000 my_bot:choose

    The second is short for `eights bot run`; see `eights bot run --help`.
    """


bot.add_command(run)


@bot.command("new")
@click.argument("path", metavar="FILE.py", type=click.Path(path_type=Path))
def new(path: Path) -> None:
    """Write the starting point of a bot: it plays legally already, and tells how to try it.

    A file that exists is left as it is; the exit code is 1 then.
    """
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise click.BadParameter(words_here()("bot.no_file_name", name=repr(path.name)))
    text = resources.files("eights.client.bot").joinpath("starting_point.py").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace(_NAME_IN_TEXT, f"{reference(path)}:"))
    except OSError as error:
        print_line(f"eights: {path}: {error.strerror}", err=True)
        sys.exit(FAILED)
    print_line(words_here()("bot.written", path=path, name=reference(path)))


def reference(path: Path) -> str:
    """Return how a bot's file is named in a command that is given in this directory.

    >>> reference(Path("my_bot.py")), reference(Path("bots/first.py"))
    ('my_bot', 'bots/first.py')
    """
    return path.stem if path.parent == Path() else str(path)
