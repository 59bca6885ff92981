"""The command line: ``eights``."""

from importlib import import_module
from typing import Final

import click

COMMANDS: Final = {
    "arena": "eights.arena.command:arena",
    "bot": "eights.client.bot.command:bot",
    "demo": "eights.client.demo.command:demo",
    "scenario": "eights.scenario_command:check_scenarios",
    "serve": "eights.serving.command:serve",
    "tournament": "eights.client.tournament_command.command:tournament",
    "verify": "eights.verify_command:verify_replay",
}
"""Where each command lives; none is imported before it is used."""


class Commands(click.Group):
    """The commands by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Return a command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.command(cls=Commands)
@click.version_option(package_name="eights", message="%(prog)s %(version)s")
def main() -> None:
    """Crazy Eights, le 8 américain and their family: a game server."""
