"""The command ``eights serve``."""

import os
import sys
from pathlib import Path

import click

from eights.config import PREFIX, UnusableSettings, described, from_environment, variable_of
from eights.serving.refusal import CannotServe
from eights.serving.supervisor import supervise

SETTINGS = "\b\nSettings from the environment (an option goes before them):\n" + "\n".join(
    f"  {variable:<28} {meaning}" for variable, meaning in described()
)


@click.command(epilog=SETTINGS)
@click.option("--host", help="Address to listen on; 127.0.0.1 unless set.")
@click.option("--port", help="Port to listen on; 8000 unless set, 0 takes a free one.")
@click.option("--workers", help="Processes that answer requests; one per processor, at most 4, unless set.")
@click.option("--data-dir", type=click.Path(file_okay=False, path_type=Path), help="Folder of the embedded store.")
@click.option("--redis-url", help="Redis or Valkey to use instead, by URL: a server, a cluster, or sentinels.")
def serve(**options: object) -> None:
    """Serve games over HTTP until Ctrl-C, from a store of its own unless a URL names one."""
    given = {variable_of(name): str(value) for name, value in options.items() if value is not None}
    try:
        supervise(from_environment(os.environ | given), click.echo)
    except UnusableSettings as fault:
        option = f"--{(fault.variable or '').removeprefix(PREFIX).lower().replace('_', '-')}, "
        raise click.UsageError(f"{option if fault.variable in given else ''}{fault}") from None
    except CannotServe as reason:
        click.echo(f"eights: {reason}", err=True)
        sys.exit(1)
