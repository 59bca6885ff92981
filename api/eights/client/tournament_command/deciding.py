"""What an organiser decides beside the rounds: who is in, what a game counts, and that it is called off."""

from collections.abc import Sequence

import click

from eights.client.tournament_command.calling import calls_the_server
from eights.client.tournament_command.creating import HOUSE, names, numbers
from eights.client.tournament_command.printing import print_entries, print_facts
from eights.client.tournaments import TournamentClient
from eights.terminal import print_json


@click.command()
@click.argument("tournament_id", metavar="ID")
@click.option("--bot", "bots", multiple=True, callback=names, metavar="NAME", help="Enter a house bot; repeatable.")
@click.option("--player", "players", multiple=True, callback=names, metavar="ID", help="Invite a player; repeatable.")
@calls_the_server
def enter(
    client: TournamentClient, tournament_id: str, bots: Sequence[str], players: Sequence[str], *, as_json: bool
) -> None:
    """Enter house bots, and invite players; or, with a player's own token and no names, enter that player."""
    entries = client.enter(tournament_id, [*(HOUSE + bot for bot in bots), *players])
    if as_json:
        print_json({"entries": entries})
    else:
        print_entries(entries)


@click.command()
@click.argument("tournament_id", metavar="ID")
@click.argument("entrant", metavar="ENTRANT")
@calls_the_server
def withdraw(client: TournamentClient, tournament_id: str, entrant: str, *, as_json: bool) -> None:
    """Withdraw ENTRANT, a player's id or bot:NAME; what it has still to play in this round is forfeited."""
    entry = client.withdraw(tournament_id, entrant)
    if as_json:
        print_json(entry)
    else:
        print_entries([entry])


@click.command()
@click.argument("tournament_id", metavar="ID")
@click.argument("game_id", metavar="GAME")
@click.argument("kind", type=click.Choice(["award", "void", "replay"]))
@click.option("--reason", required=True, help="Why; everybody sees it in the results.")
@click.option("--to", metavar="ENTRANT", help="Award the table to one of its entrants.")
@click.option("--points", callback=numbers, metavar="N,N,...", help="Award the deal these points, by seat.")
@calls_the_server
def rule(  # noqa: PLR0913 - options are arguments
    client: TournamentClient,
    tournament_id: str,
    game_id: str,
    kind: str,
    reason: str,
    to: str | None,
    points: Sequence[float] | None,
    *,
    as_json: bool,
) -> None:
    """Rule about a game: award it, let it count for nobody, or have it played again."""
    award = {"to": to, "points": points}
    said = {name: value for name, value in award.items() if value is not None}
    ruling = client.rule(tournament_id, game_id, {"kind": kind, "reason": reason, **said})
    if as_json:
        print_json(ruling)
        return
    place = f"round {ruling.round}, table {ruling.table}, deal {ruling.deal}"
    print_facts((("game", f"{ruling.game_id} ({place})"), ("ruling", ruling.kind), ("reason", ruling.reason)))


@click.command("call-off")
@click.argument("tournament_id", metavar="ID")
@calls_the_server
def call_off(client: TournamentClient, tournament_id: str, *, as_json: bool) -> None:
    """Call a tournament off, with all its games that are on."""
    seen = client.call_off(tournament_id)
    if as_json:
        print_json(seen)
    else:
        print_facts((("id", seen.id), ("status", seen.status)))
