"""What the commands share: which server, as whom, and in which form the answer is wanted."""

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from eights.client.languages import language_of
from eights.client.server_option import url_option
from eights.client.tournament_command.exits import told_by_exit_code
from eights.client.tournaments import TournamentClient

Command = Callable[..., None]


def the_token(_context: click.Context, _option: click.Parameter, token: str | None) -> str | None:
    """Refuse what cannot be a token, without repeating it."""
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token and token):
        raise click.BadParameter("that is not a token")
    return token


def token_in(context: click.Context, option: click.Parameter, path: Path | None) -> str | None:
    """Read the token that a file holds."""
    if path is None:
        return None
    try:
        return the_token(context, option, path.read_text(encoding="utf-8").strip())
    except OSError as error:
        raise click.BadParameter(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.BadParameter(f"{path} holds no token") from None


json_option = click.option("--json", "as_json", is_flag=True, help="Print the server's answer as JSON, on one line.")
_token_option = click.option(
    "--token", envvar="EIGHTS_ORGANISER_TOKEN", show_envvar=True, metavar="TOKEN", callback=the_token,
    help="The organiser's token. Others see it in the list of processes: rather use the variable, or a file.",
)  # fmt: skip
_token_file_option = click.option(
    "--token-file", "filed", metavar="FILE", type=click.Path(path_type=Path), callback=token_in,
    help="A file that holds the organiser's token; goes before --token.",
)  # fmt: skip


def calls_the_server(command: Command) -> Command:
    """Give a command a client of the server that is named as its first argument, and turn its failures to exit codes.

    Adds the options for that, and ``as_json``.
    """

    @wraps(command)
    def called(url: str, token: str | None, filed: str | None, **rest: Any) -> None:
        with told_by_exit_code(), TournamentClient(url, filed or token, language=language_of(os.environ)) as client:
            command(client, **rest)

    return url_option(_token_option(_token_file_option(json_option(called))))
