"""Round robin at tables of two, by the circle method.

All but one entrant stand in a circle that turns by one place a round; who stand opposite each other meet, and the one
in the middle meets whom the circle has left over (R. Schurig, Deutsche Schachzeitung, 1886; these are the tables named
after Berger). With an odd number there is nobody in the middle, and who would meet them has the bye.

Seats: who meet in the circle stand 2i apart, each i once in every round and for everybody once on either side. So each
i may say by itself which side plays first; here they take turns, so that nobody plays first round after round. The one
in the middle plays first in every other round. So over a whole cycle everybody plays first and second equally often, or
with an even number of entrants, where that cannot be, once more the one than the other.
"""

from collections.abc import Collection, Iterator, Sequence

from eights.tournaments.plan import RoundPlan, Table


def circle_rounds(entrants: int) -> int:
    """Return in how many rounds everybody meets everybody once.

    >>> circle_rounds(6), circle_rounds(5)
    (5, 5)
    """
    return entrants - 1 + entrants % 2


def circle_round(field: Sequence[str], number: int, withdrawn: Collection[str] = ()) -> RoundPlan:
    """Return a round, from 0; the rounds start again when everybody has met everybody, with the seats changed.

    Who was to meet somebody who has withdrawn has a bye.
    """
    cycle, turn = divmod(number, circle_rounds(len(field)))
    tables = []
    byes: list[str] = []
    for pair in _pairs(len(field), turn):
        staying = tuple(field[index] for index in pair if index < len(field) and field[index] not in withdrawn)
        if len(staying) == 2:
            tables.append(Table(staying[::-1] if cycle % 2 else staying))
        else:
            byes += staying
    return RoundPlan(tuple(tables), tuple(byes))


def _pairs(entrants: int, turn: int) -> Iterator[tuple[int, int]]:
    """Yield who meets whom, who plays first before the other; with an odd number one of them is beyond the last."""
    circle = circle_rounds(entrants)
    yield (circle, turn) if turn % 2 else (turn, circle)
    for apart in range(1, (circle + 1) // 2):
        ahead, behind = (turn + apart) % circle, (turn - apart) % circle
        yield (ahead, behind) if apart % 2 else (behind, ahead)
