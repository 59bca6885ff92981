"""Answers as they are printed: JSON for programs, plain tables for people."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.table import Table

from eights.client.screen import Screen
from eights.client.tournament_models import Entry, Round, Standings, Tournament
from eights.terminal import print_line

NOT_ENTERED: Final = frozenset({"invited", "declined"})
_WIDEST: Final = 10_000


def print_rows(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: frozenset[str] = frozenset()) -> None:
    """Print a table, columns of the names in ``numbers`` to the right; no cell is ever cut or wrapped."""
    table = Table(box=None, pad_edge=False)
    for name in head:
        table.add_column(name, justify="right" if name in numbers else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = Screen()
    needed = console.measure(table, options=console.options.update(max_width=_WIDEST)).maximum
    console.width = max(console.width, needed)
    console.print(table, crop=False)


def print_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Print names and what they are, a line each."""
    listed = list(facts)
    width = max(len(name) for name, _ in listed)
    for name, value in listed:
        print_line(f"{name:<{width}}  {value}")


def print_entries(entries: Iterable[Entry]) -> None:
    """Print who is on the list."""
    rows = [(entry.entrant, entry.name or "", entry.status, str(entry.from_round)) for entry in entries]
    print_rows(("entrant", "name", "status", "from round"), rows, frozenset({"from round"}))


def print_standings(standings: Standings, most: int | None = None) -> None:
    """Print the standings, or their first lines; who withdrew is marked."""
    lines = standings.lines[:most]
    tie_breaks = list(lines[0].tie_breaks) if lines else []
    survived = ["survived"] if lines and lines[0].survived is not None else []
    head = ["place", "entrant", "name", *survived, "points", *(name.replace("_", " ") for name in tie_breaks), "played"]
    rows = [
        [
            str(line.place),
            line.entrant,
            f"{line.name} (withdrawn)" if line.withdrawn else line.name,
            *(str(line.survived) for _ in survived),
            number(line.points),
            *(number(line.tie_breaks.get(name)) for name in tie_breaks),
            str(line.played),
        ]
        for line in lines
    ]
    print_rows(head, rows, frozenset(head) - {"entrant", "name"})


def print_round(shown: Round, names: dict[str, str]) -> None:
    """Print who sits where in a round."""
    rows = [
        [
            str(table.table),
            " – ".join(names.get(entrant, entrant) for entrant in table.seats),
            _state(shown, table.over),
        ]
        for table in shown.tables
    ]
    rows += [["bye", names.get(entrant, entrant), ""] for entrant in shown.byes]
    print_rows(("table", f"round {shown.number}", "status"), rows)


def names_of(tournament: Tournament) -> dict[str, str]:
    """Return what to call each entrant: its name, with the id where several have the same."""
    names = [entry.name for entry in tournament.entries]
    return {
        entry.entrant: entry.name if names.count(entry.name) == 1 else f"{entry.name} ({entry.entrant})"
        for entry in tournament.entries
        if entry.name is not None
    }


def number(value: float | None) -> str:
    """Return a number as it is read most easily.

    >>> number(3.0), number(2.5), number(1 / 3), number(None)
    ('3', '2.5', '0.333', '–')
    """
    return "–" if value is None else f"{round(value, 3):.10g}"


def _state(shown: Round, over: bool) -> str:
    return "planned" if shown.status == "planned" else "over" if over else "on"
