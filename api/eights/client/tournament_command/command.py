"""The command ``eights tournament``."""

import click

from eights.client.tournament_command.creating import create
from eights.client.tournament_command.deciding import call_off, enter, rule, withdraw
from eights.client.tournament_command.exits import EXIT_CODES
from eights.client.tournament_command.exporting import export
from eights.client.tournament_command.looking import list_rounds, standings, status
from eights.client.tournament_command.rehearsing import rehearse
from eights.client.tournament_command.starting import start


@click.group(epilog=EXIT_CODES)
def tournament() -> None:
    """Run tournaments on a server, from a shell or from cron."""


for _command in (create, enter, start, status, list_rounds, standings, export, rule, withdraw, call_off, rehearse):
    tournament.add_command(_command)
