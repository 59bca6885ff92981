"""``eights tournament create``."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import click
import msgspec

from eights.client.languages import language_of
from eights.client.server_option import url_option
from eights.client.tournament_command.calling import json_option
from eights.client.tournament_command.exits import told_by_exit_code
from eights.client.tournament_command.writing import writing_secret
from eights.client.tournaments import TournamentClient
from eights.terminal import print_json, print_line

HOUSE: Final = "bot:"


def names(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Take names one by one and with commas between them.

    >>> names(None, None, ["steady", "steady,random"])
    ('steady', 'steady', 'random')
    """
    return tuple(name.strip() for text in given for name in text.split(",") if name.strip())


def numbers(_context: click.Context, _option: click.Parameter, text: str | None) -> list[float] | None:
    """Take numbers with commas between them."""
    try:
        return None if text is None else [msgspec.json.decode(number, type=int | float) for number in text.split(",")]
    except msgspec.MsgspecError:
        raise click.BadParameter("expected numbers with commas between them, such as 3,2,1,0") from None


def json_object(_context: click.Context, _option: click.Parameter, text: str | None) -> dict[str, Any] | None:
    """Take a JSON object."""
    try:
        return None if text is None else msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise click.BadParameter(f"expected a JSON object: {error}") from None


def json_in(context: click.Context, option: click.Parameter, file: IO[str] | None) -> dict[str, Any]:
    """Take the JSON object that a file holds."""
    try:
        return {} if file is None else json_object(context, option, file.read()) or {}
    except UnicodeDecodeError:
        raise click.BadParameter("expected a JSON object in UTF-8") from None


request_file = click.option(
    "--file", "request", type=click.File(encoding="utf-8"), callback=json_in, metavar="FILE",
    help="The request as JSON, - for stdin; options add to it, and go before it.",
)  # fmt: skip
PLAY: Final = (
    click.option("--variant", help="What to play."),
    click.option("--option", "options", multiple=True, metavar="NAME", help="An option of the variant; repeatable."),
    click.option("--rules", callback=json_object, metavar="JSON", help="A merge patch on the variant's rules."),
    click.option("--format", type=click.Choice(["round_robin", "swiss", "knockout"]), help="How rounds are paired."),
    click.option("--table-size", type=int, help="Seats at a table.  [default: 2]"),
    click.option("--smallest-table", type=int, help="Seats of the smallest table.  [default: all tables are full]"),
    click.option("--byes/--no-byes", default=None, help="Whether anybody may have a bye.  [default: yes]"),
    click.option("--rounds", type=int, help="How many.  [default: as many as the format has]"),
    click.option("--deals", "deals_per_table", type=int, help="Deals of each table in a round.  [default: 1]"),
    click.option("--duplicate/--no-duplicate", default=None, help="The same deals at all tables.  [default: no]"),
    click.option("--points", "points_for_place", callback=numbers, metavar="N,N,...", help="Points for each place."),
    click.option("--bye-points", type=float, help="Points for a bye."),
    click.option("--move-s", type=int, help="Seconds for a turn."),
    click.option("--strikes", type=int, help="Turns in a row that a seat may let run out."),
    click.option(
        "--on-timeout", type=click.Choice(["forfeit", "bot", "auto"]), help="What happens where a turn runs out."
    ),
)
"""How a tournament is played: the fields of the request, and those of its clock."""
_CLOCK: Final = ("move_s", "strikes", "on_timeout")


def play_options(command: click.decorators.FC) -> click.decorators.FC:
    """Give a command the options for how a tournament is played."""
    for option in reversed(PLAY):
        command = option(command)
    return command


@click.command()
@click.option("--name", help="What it is called.")
@play_options
@click.option("--bot", "bots", multiple=True, callback=names, metavar="NAME", help="Enter a house bot; repeatable.")
@click.option("--player", "players", multiple=True, callback=names, metavar="ID", help="Invite a player; repeatable.")
@click.option("--open/--by-invitation", default=None, help="Whether any player may enter.  [default: by invitation]")
@click.option("--pairing", type=click.Choice(["auto", "manual"]), help="Who pairs the rounds.  [default: auto]")
@click.option("--visibility", type=click.Choice(["public", "unlisted"]), help="Whether it is listed.")
@request_file
@click.option(
    "--token-file", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the organiser's token there, for your eyes alone, instead of printing it; FILE must not exist yet.",
)  # fmt: skip
@url_option
@json_option
def create(url: str, request: dict[str, Any], token_file: Path | None, *, as_json: bool, **given: Any) -> None:
    """Create a tournament, and print its id, and the organiser's token on a second line.

    The token is shown this once, and whoever has it runs the tournament: with --token-file it is not printed at all.
    """
    wish = {**request, **request_of(given, request)}
    with (
        told_by_exit_code(),
        TournamentClient(url, language=language_of(os.environ)) as client,
        _keeping(token_file) as keep,
    ):
        created = client.create(wish)
        keep(created.organiser_token)
    if as_json:
        print_json({"tournament": created.tournament} if token_file else created)
        return
    print_line(created.tournament.id)
    if token_file is None:
        print_line(created.organiser_token)


@contextmanager
def _keeping(token_file: Path | None) -> Iterator[Callable[[str], None]]:
    """Yield what keeps a token, after making sure that it can: a token that is lost leaves nobody to organise."""
    if token_file is None:
        yield lambda _: None
        return
    try:
        with writing_secret(token_file) as file:
            yield lambda token: _write_all(file, token)
    except FileExistsError:
        raise click.UsageError(f"{token_file} exists; it may hold the token of another tournament") from None
    except OSError as error:
        raise click.UsageError(f"{token_file}: {error.strerror}") from None


def _write_all(file: IO[bytes], token: str) -> None:
    file.write(f"{token}\n".encode())
    file.flush()


def request_of(given: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the fields of a request that options say; those of the clock go over the clock that was there before.

    >>> request_of({"rounds": 5, "options": (), "move_s": 20, "bots": ("steady",), "players": (), "open": None})
    {'rounds': 5, 'clock': {'move_s': 20}, 'entrants': ['bot:steady']}
    """
    said = {name: value for name, value in given.items() if value is not None and value != ()}
    clock = {name: said.pop(name) for name in _CLOCK if name in said}
    entrants = [*(HOUSE + bot for bot in said.pop("bots", ())), *said.pop("players", ())]
    if clock:
        known = (before or {}).get("clock")
        said["clock"] = {**(known if isinstance(known, dict) else {}), **clock}
    if entrants:
        listed = (before or {}).get("entrants")
        said["entrants"] = [*(listed if isinstance(listed, list) else ()), *entrants]
    return said
