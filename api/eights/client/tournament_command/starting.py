"""``eights tournament start``: begin, or go on with the next round."""

from typing import Any

import click

from eights.client.tournament_command.calling import calls_the_server
from eights.client.tournament_command.course import begin_next, play_on, wait_for_round
from eights.client.tournament_command.creating import request_file
from eights.client.tournament_command.printing import names_of, print_round, print_standings
from eights.client.tournament_models import Round
from eights.client.tournaments import TournamentClient
from eights.terminal import print_json, print_line


@click.command()
@click.argument("tournament_id", metavar="ID")
@click.option("--dry-run", is_flag=True, help="Show the round that would be, and change nothing.")
@click.option("--wait", is_flag=True, help="Come back when the round is over.")
@click.option("--all", "to_the_end", is_flag=True, help="Play all rounds that are left, and print the standings.")
@request_file
@calls_the_server
def start(
    client: TournamentClient,
    tournament_id: str,
    request: dict[str, Any],
    *,
    dry_run: bool,
    wait: bool,
    to_the_end: bool,
    as_json: bool,
) -> None:
    """Begin a tournament, or its next round once it has begun.

    While a round is on, or where anything else stands in the way, the exit code is 4. With --file the request says
    more: {"seeding": [...]} before the first round, {"tables": [[...], ...], "byes": [...]} where pairings are made by
    hand.
    """
    if (dry_run and (wait or to_the_end)) or (to_the_end and request):
        raise click.UsageError("--dry-run goes with neither --wait nor --all, and --file not with --all")
    if to_the_end:
        _play_to_the_end(client, tournament_id, as_json=as_json)
        return
    begun = begin_next(client, tournament_id, request, dry_run=dry_run)
    if wait:
        wait_for_round(client, tournament_id)
        begun = client.round(tournament_id, begun.number)
    if as_json:
        print_json(begun)
    else:
        print_round(begun, names_of(client.tournament(tournament_id)))


def _play_to_the_end(client: TournamentClient, tournament_id: str, *, as_json: bool) -> None:
    for begun in play_on(client, tournament_id):
        tell_round(begun, client.tournament(tournament_id).planned_rounds)
    standings = client.standings(tournament_id)
    if as_json:
        print_json(standings)
    else:
        print_standings(standings)


def tell_round(begun: Round, planned: int | None) -> None:
    """Say on stderr that a round is on."""
    tables = "1 table" if len(begun.tables) == 1 else f"{len(begun.tables)} tables"
    byes = f", {len(begun.byes)} with a bye" if begun.byes else ""
    print_line(f"round {begun.number} of {planned or begun.number}: {tables}{byes}", err=True)
