"""What the rounds before say about each entrant."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import fsum

from eights.tournaments.plan import RoundResult, TableResult

MOST_SEATS = 6


class Past:
    """Points, meetings, seats and byes so far; an entrant of whom the rounds say nothing has none."""

    def __init__(self, history: Sequence[RoundResult], bye_points: float) -> None:
        self.points: defaultdict[str, float] = defaultdict(float)
        self.met: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By entrant: how often it met each other."""
        self.seats: defaultdict[str, list[int]] = defaultdict(lambda: [0] * MOST_SEATS)
        """By entrant: how often it sat in each seat."""
        self.last_seat: dict[str, int] = {}
        self.byes = Counter(name for played in history for name in played.byes)
        self._walkovers: Counter[str] = Counter()
        collected: defaultdict[str, list[float]] = defaultdict(list)
        for played in history:
            for name in played.byes:
                collected[name].append(bye_points)
            for table in played.tables:
                self._add(table, collected)
        self.points.update((name, total(points)) for name, points in collected.items())

    def _add(self, table: TableResult, collected: defaultdict[str, list[float]]) -> None:
        for seat, (name, points) in enumerate(zip(table.seats, table.points, strict=True)):
            collected[name].append(points)
            if name not in table.absent:
                self.met[name].update(opponents(table, name))
                self.seats[name][seat] += 1
                self.last_seat[name] = seat
                self._walkovers[name] += not opponents(table, name)

    def free_points(self, name: str) -> int:
        """Return in how many rounds an entrant scored without having to play: by a bye, or as the others never came."""
        return self.byes[name] + self._walkovers[name]

    def by_standing(self, entrants: Sequence[str]) -> list[str]:
        """Return the entrants by points, equal points in the order given, which is that of their seeding."""
        return sorted(entrants, key=lambda name: -self.points[name])


def opponents(table: TableResult, name: str) -> tuple[str, ...]:
    """Return whom an entrant met at a table: nobody where it was itself absent."""
    if name in table.absent:
        return ()
    return tuple(other for other in table.seats if other != name and other not in table.absent)


def total(points: Sequence[float]) -> float:
    """Return a sum in which thirds and halves that should be equal are: three thirds are one."""
    return round(fsum(points), 6)
