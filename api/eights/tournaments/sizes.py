"""How many tables a round has, and how large they are."""

from eights.tournaments.plan import PairingRules, impossible


def table_sizes(rules: PairingRules, entrants: int) -> tuple[tuple[int, ...], int]:
    """Return the sizes of a round's tables, larger ones first, and how many byes there are; raises :class:`Impossible`.

    As few byes as can be, then as few tables as can be, and sizes that differ by one at most. If there are fewer
    entrants than the smallest table holds, a knockout still plays its last table with those that are left.

    >>> table_sizes(PairingRules("swiss", table_size=4), 7)
    ((4, 3), 0)
    >>> table_sizes(PairingRules("swiss", table_size=4, smallest_table=4), 7)
    ((4,), 3)
    """
    if entrants < 2:
        raise impossible("too_few_entrants", needed=2, entrants=entrants)
    smallest = rules.smallest_table
    if entrants < smallest:
        if rules.format != "knockout":
            raise impossible("too_few_entrants", needed=smallest, entrants=entrants)
        smallest = 2
    for byes in range(entrants - smallest + 1 if rules.byes else 1):
        sizes = _spread(entrants - byes, smallest, rules)
        if sizes:
            return sizes, byes
    raise impossible(
        "tables_impossible", entrants=entrants, table_size=rules.table_size, smallest_table=rules.smallest_table
    )


def _spread(seated: int, smallest: int, rules: PairingRules) -> tuple[int, ...]:
    """Return the fewest tables that seat so many; none if they cannot be seated."""
    for tables in range(-(-seated // rules.table_size), seated // smallest + 1):
        size, larger = divmod(seated, tables)
        if not (larger and rules.equal_tables):
            return (size + 1,) * larger + (size,) * (tables - larger)
    return ()
