"""``eights tournament rehearse``: a whole tournament of house bots, to see how an evening would go."""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import cycle, islice
from typing import Any, Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from eights.client.demo.own_server import own_server
from eights.client.languages import language_of
from eights.client.problems import ProblemError
from eights.client.screen import Screen
from eights.client.server_option import url_or_own_option
from eights.client.tournament_command.calling import json_option
from eights.client.tournament_command.course import OVER, play_on, wait_for_round
from eights.client.tournament_command.creating import HOUSE, names, play_options, request_of
from eights.client.tournament_command.exits import told_by_exit_code
from eights.client.tournament_command.printing import print_standings
from eights.client.tournament_command.starting import tell_round
from eights.client.tournament_models import Round, Standings
from eights.client.tournaments import TournamentClient
from eights.terminal import print_json, print_line

LEADERS: Final = 8
"""How many lines of the standings are shown between rounds."""
UNSAID: Final = {"variant": "crazy-eights", "format": "swiss"}


@click.command()
@click.option(
    "--entrants", type=click.IntRange(min=1), default=16, show_default=True, help="How many bots are entered."
)
@click.option(
    "--bot", "bots", multiple=True, callback=names, metavar="NAME", default=["steady,random"], show_default=True,
    help="House bots, in turn; repeatable, also with commas.",
)  # fmt: skip
@play_options
@url_or_own_option
@json_option
def rehearse(url: str | None, entrants: int, bots: Sequence[str], *, as_json: bool, **given: Any) -> None:
    """Let house bots play a whole tournament, and show the standings while it goes.

    The tournament is not listed on the server; if it cannot go on, or you interrupt it, it is called off. Crazy Eights
    as a Swiss unless you say otherwise.
    """
    field = [HOUSE + bot for bot in islice(cycle(bots), entrants)]
    wish = {"name": "Rehearsal", "visibility": "unlisted", **UNSAID, **request_of(given), "entrants": field}
    server: AbstractContextManager[str] = nullcontext(url) if url else own_server()
    with told_by_exit_code(), server as address:
        found = _rehearsed(address, wish, quiet=as_json)
        if as_json:
            print_json(found)


def _rehearsed(address: str, wish: dict[str, Any], *, quiet: bool) -> Standings:
    language = language_of(os.environ)
    with TournamentClient(address, language=language) as stranger:
        created = stranger.create(wish)
    tournament_id = created.tournament.id
    with TournamentClient(address, created.organiser_token, language=language) as organiser:
        try:
            return _played(organiser, tournament_id, quiet=quiet)
        except (KeyboardInterrupt, ProblemError):
            organiser.call_off(tournament_id)
            raise


def _played(organiser: TournamentClient, tournament_id: str, *, quiet: bool) -> Standings:
    """Play all rounds, and show the leaders after each, all at the end."""
    for begun in play_on(organiser, tournament_id):
        _show_round(organiser, tournament_id, begun)
        seen = organiser.tournament(tournament_id)
        if not quiet and seen.status not in OVER:
            print_line(f"After round {begun.number} of {seen.planned_rounds}")
            print_standings(organiser.standings(tournament_id), LEADERS)
            print_line()
    standings = organiser.standings(tournament_id)
    if not quiet:
        print_line("Final standings")
        print_standings(standings)
    return standings


def _show_round(organiser: TournamentClient, tournament_id: str, begun: Round) -> None:
    """Wait until a round is over, with a bar on a terminal, else with one line."""
    console = Screen(stderr=True)
    planned = organiser.tournament(tournament_id).planned_rounds
    if not console.is_terminal:
        tell_round(begun, planned)
        wait_for_round(organiser, tournament_id)
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TextColumn("tables"))
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        bar = progress.add_task(f"Round {begun.number} of {planned}", total=len(begun.tables))

        def looked() -> None:
            now = organiser.round(tournament_id, begun.number)
            progress.update(bar, completed=sum(table.over for table in now.tables))

        wait_for_round(organiser, tournament_id, looked)
