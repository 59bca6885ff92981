"""Knockout: who is seeded where, and who goes on.

At tables of two the first round follows the standard bracket (1 v 8, 4 v 5, 2 v 7, 3 v 6), in which the first two seeds
can meet in the last round only, the first four in the one before at the earliest, and so on; where the numbers do not
come out even, the first seeds have byes in the first round. Winners then meet their neighbours in the bracket. Who was
to meet somebody who has withdrawn goes on without playing.

At larger tables half of each table goes on, rounded down, and each round deals the seeds out to the tables to and fro
(1 4 5 8 and 2 3 6 7), so that the best meet late. Where somebody has to have a bye it is the first seeds.
"""

from collections.abc import Collection, Sequence

from eights.tournaments.past import Past
from eights.tournaments.plan import PairingRules, RoundPlan, RoundResult, TableResult, impossible
from eights.tournaments.seating import seated
from eights.tournaments.sizes import table_sizes


def knockout_round(
    rules: PairingRules, field: Sequence[str], history: Sequence[RoundResult], past: Past, withdrawn: Collection[str]
) -> RoundPlan:
    """Return the next round for a field in seeding order; raises :class:`Impossible`, also when only one is left."""
    alive = [name for name in still_in(field, history) if name not in withdrawn]
    if len(alive) == 1:
        raise impossible("decided", winner=alive[0])
    if rules.table_size > 2:
        sizes, byes = table_sizes(rules, len(alive))
        return RoundPlan(seated(_dealt_out(alive[byes:], len(sizes)), past), tuple(alive[:byes]))
    if not history:
        _bracket_rounds(rules, len(alive))
    return _bracket_round(_bracket_now(field, history), alive, past)


def still_in(field: Sequence[str], history: Sequence[RoundResult]) -> list[str]:
    """Return who is still in after the rounds so far, in seeding order, also those who withdrew after the last."""
    if not history:
        return list(field)
    last = history[-1]
    through = {*last.byes, *(name for table in last.tables for name in going_on(table, field))}
    return [name for name in field if name in through]


def going_on(result: TableResult, field: Sequence[str]) -> tuple[str, ...]:
    """Return who goes on from a table, best first: half of its seats rounded down; the higher seed on a tie.

    Of those who are absent nobody goes on as long as others can.
    """
    return tuple(_order(result, field)[: len(result.seats) // 2])


def tied_at_the_cut(result: TableResult) -> bool:
    """Tell whether the last to go on and the first to stay behind share a place, so that more deals may decide it.

    Those who are absent tie with nobody.
    """
    order = _order(result, result.seats)
    last_on, first_out = (order[len(order) // 2 - 1], order[len(order) // 2])
    if last_on in result.absent or first_out in result.absent:
        return False
    place = dict(zip(result.seats, result.places, strict=True))
    return place[last_on] == place[first_out]


def knockout_rounds(rules: PairingRules, entrants: int) -> int:
    """Return after how many rounds one is left; raises :class:`Impossible`."""
    if rules.table_size == 2:
        return _bracket_rounds(rules, entrants)
    rounds = 0
    while entrants > 1 or not rounds:
        sizes, byes = table_sizes(rules, entrants)
        entrants = byes + sum(size // 2 for size in sizes)
        rounds += 1
    return rounds


def _bracket_rounds(rules: PairingRules, entrants: int) -> int:
    table_sizes(rules, entrants)
    rounds = (entrants - 1).bit_length()
    if entrants < 2**rounds and not rules.byes:
        raise impossible("tables_impossible", entrants=entrants, table_size=2, smallest_table=2)
    return rounds


def _order(result: TableResult, field: Sequence[str]) -> list[str]:
    place = dict(zip(result.seats, result.places, strict=True))
    return sorted(result.seats, key=lambda name: (name in result.absent, place[name], field.index(name)))


def _bracket(seeds: Sequence[str]) -> list[str | None]:
    """Return the seeds in the order of the standard bracket, filled up to a power of two with nobody."""
    order = [0]
    while len(order) < len(seeds):
        last = 2 * len(order) - 1
        order = [seed for upper in order for seed in (upper, last - upper)]
    return [seeds[seed] if seed < len(seeds) else None for seed in order]


def _bracket_now(field: Sequence[str], history: Sequence[RoundResult]) -> list[str | None]:
    """Return the bracket as it stands; a round that did not follow it, made by hand, is followed by a new one."""
    slots = _bracket(field)
    for number in range(len(history)):
        seeds = still_in(field, history[: number + 1])
        through = set(seeds)
        slots = [next((name for name in pair if name in through), None) for pair in _neighbours(slots)]
        if {name for name in slots if name is not None} != through:
            slots = _bracket(seeds)
    return slots


def _bracket_round(slots: list[str | None], alive: Sequence[str], past: Past) -> RoundPlan:
    while True:
        pairs = [tuple(name for name in pair if name is not None and name in alive) for pair in _neighbours(slots)]
        meetings = [pair for pair in pairs if len(pair) == 2]
        if meetings:
            byes = tuple(pair[0] for pair in pairs if len(pair) == 1)
            return RoundPlan(seated(meetings, past), byes)
        slots = [pair[0] if pair else None for pair in pairs]


def _neighbours(slots: Sequence[str | None]) -> list[tuple[str | None, str | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _dealt_out(seeds: Sequence[str], tables: int) -> list[list[str]]:
    """Return the seeds table by table, dealt out to and fro."""
    groups: list[list[str]] = [[] for _ in range(tables)]
    for place, name in enumerate(seeds):
        row, column = divmod(place, tables)
        groups[tables - 1 - column if row % 2 else column].append(name)
    return groups
