"""Looking at a tournament: how far it is, who plays whom, and who leads."""

import click

from eights.client.tournament_command.calling import calls_the_server
from eights.client.tournament_command.printing import NOT_ENTERED, names_of, print_facts, print_round, print_standings
from eights.client.tournament_models import Tournament
from eights.client.tournaments import TournamentClient
from eights.terminal import print_json


@click.command()
@click.argument("tournament_id", metavar="ID")
@calls_the_server
def status(client: TournamentClient, tournament_id: str, *, as_json: bool) -> None:
    """Tell how far a tournament is."""
    seen = client.tournament(tournament_id)
    if as_json:
        print_json(seen)
        return
    print_facts(
        (
            ("id", seen.id),
            ("name", seen.name),
            ("status", seen.status),
            ("played", f"{seen.variant}, {seen.format}, tables of {seen.table_size}"),
            ("entrants", _entrants(seen)),
            ("round", _round(client, seen)),
        )
    )


@click.command("rounds")
@click.argument("tournament_id", metavar="ID")
@click.option("--last", is_flag=True, help="The last round alone.")
@calls_the_server
def list_rounds(client: TournamentClient, tournament_id: str, *, last: bool, as_json: bool) -> None:
    """Tell who plays whom, round by round."""
    seen = client.tournament(tournament_id)
    rounds = list(client.rounds(tournament_id, max(seen.round - 1, 0) if last else 0))
    if as_json:
        print_json({"items": rounds})
        return
    for one in rounds:
        print_round(one, names_of(seen))


@click.command()
@click.argument("tournament_id", metavar="ID")
@calls_the_server
def standings(client: TournamentClient, tournament_id: str, *, as_json: bool) -> None:
    """Tell who leads, after the rounds that are over."""
    found = client.standings(tournament_id)
    if as_json:
        print_json(found)
    else:
        print_standings(found)


def _entrants(seen: Tournament) -> str:
    entered = [entry for entry in seen.entries if entry.status not in NOT_ENTERED]
    counts = {
        "withdrawn": sum(entry.status == "withdrawn" for entry in entered),
        "invited": sum(entry.status == "invited" for entry in seen.entries),
    }
    return ", ".join([str(len(entered)), *(f"{count} {what}" for what, count in counts.items() if count)])


def _round(client: TournamentClient, seen: Tournament) -> str:
    planned = seen.planned_rounds or seen.rounds
    number = f"{seen.round} of {planned}" if planned else str(seen.round)
    if not seen.round_on:
        return number
    on = client.round(seen.id, seen.round)
    return f"{number}, {sum(table.over for table in on.tables)} of {len(on.tables)} tables over"
