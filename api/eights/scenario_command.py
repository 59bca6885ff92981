"""The command ``eights scenario``."""

import sys
from pathlib import Path
from typing import Final

import click

from eights.client.words import words_here
from eights.rules import scenario
from eights.rules.scenario_file import InvalidScenario, Scenario, read
from eights.terminal import print_line, print_lines

DIFFERENT: Final = 1
INVALID: Final = 2
"""Exit statuses; a file that cannot be read or played weighs more than a ruling that does not hold."""


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
def check_scenarios(files: tuple[Path, ...]) -> None:
    """Play the rulings in files through and say which do not hold.

    Exits with 0 if all hold; with 1 if some do not, after a diff of the first difference in each; with 2 if a file
    cannot be read, or holds something that cannot be played.
    """
    statuses = [status for path in files for status in _check_file(path)]
    print_line(words_here()("scenario.held", held=statuses.count(0), count=len(statuses)))
    sys.exit(max(statuses, default=0))


def _check_file(path: Path) -> list[int]:
    """Return the exit status that each ruling of a file asks for; one for the whole file if it cannot be read."""
    try:
        rulings = read(path.read_bytes())
    except OSError as fault:
        return [_complain(path, fault.strerror or str(fault))]
    except InvalidScenario as fault:
        return [_complain(path, str(fault))]
    return [_check(path, ruling) for ruling in rulings]


def _check(path: Path, ruling: Scenario) -> int:
    try:
        difference = scenario.run(ruling)
    except InvalidScenario as fault:
        return _complain(path, str(fault))
    if difference is None:
        return 0
    print_lines(f"{path}: {difference}\n")
    return DIFFERENT


def _complain(path: Path, sentence: str) -> int:
    print_line(f"eights: {path}: {sentence}", err=True)
    return INVALID
