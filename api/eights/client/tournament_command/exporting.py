"""``eights tournament export``: results and standings for spreadsheets, replays for whoever checks them."""

from pathlib import Path
from typing import Final

import click

from eights.client.tournament_command.calling import calls_the_server
from eights.client.tournament_command.writing import writing
from eights.client.tournaments import Exported, ExportFormat, TournamentClient
from eights.terminal import print_raw

FORMATS: Final[dict[str, tuple[ExportFormat, ...]]] = {
    "results": ("json", "csv"),
    "standings": ("json", "csv"),
    "replays": ("ndjson",),
}
"""What there is of each, the usual one first."""


@click.command()
@click.argument("tournament_id", metavar="ID")
@click.argument("what", type=click.Choice(list(FORMATS)))
@click.option(
    "--format", "wanted", type=click.Choice(["json", "csv", "ndjson"]), help="[default: json; replays: ndjson]"
)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write there instead of stdout: all of it or, whatever happens, nothing.",
)  # fmt: skip
@calls_the_server
def export(
    client: TournamentClient,
    tournament_id: str,
    what: Exported,
    wanted: ExportFormat | None,
    output: Path | None,
    *,
    as_json: bool,
) -> None:
    """Export results, standings, or the replays of all games that are over.

    Replays come one on each line, each as `eights verify` takes it. With the organiser's token also those that are the
    entrants' alone to see.
    """
    form = chosen(what, "json" if as_json and wanted is None else wanted)
    pieces = client.exported(tournament_id, what, form)
    if output is None:
        print_raw(pieces)
        return
    try:
        with writing(output) as file:
            for piece in pieces:
                file.write(piece)
    except OSError as error:
        raise click.FileError(str(output), error.strerror or str(error)) from None


def chosen(what: Exported, wanted: ExportFormat | None) -> ExportFormat:
    """Return the format; a usage error where there is no such export."""
    forms = FORMATS[what]
    if wanted is not None and wanted not in forms:
        message = f"{what} are exported as {' or '.join(forms)}, not as {wanted}"
        raise click.UsageError(message)
    return wanted or forms[0]
