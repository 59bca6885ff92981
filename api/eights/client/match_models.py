"""What the server answers about matches, as frozen values; unknown fields are ignored, as everywhere."""

import msgspec


class MatchEntry(msgspec.Struct, frozen=True):
    """Who plays, or is to; house bots have entered from the start."""

    entrant: str
    """A player's id, or ``bot:`` and the name of a house bot."""
    name: str
    entered: bool


class MatchGames(msgspec.Struct, frozen=True):
    """How many games there are, and which go on."""

    total: int
    over: int
    running: tuple[str, ...] = ()


class MoveTimes(msgspec.Struct, frozen=True):
    """Milliseconds that half of the moves, and 99 of 100, took at most, by the server's clock."""

    p50: float
    p99: float


class EntrantResult(msgspec.Struct, frozen=True):
    """One entrant's result; ``interval`` is the 95 % one of the points a deal, None for a single deal."""

    entrant: str
    points: int
    points_per_deal: float
    interval: tuple[float, float] | None
    wins: int
    forfeits: int
    illegal_attempts: int
    move_ms: MoveTimes | None
    """None for house bots."""


class Difference(msgspec.Struct, frozen=True):
    """How many points a deal one entrant scored more than another, with the 95 % interval."""

    entrant: str
    against: str
    mean: float
    interval: tuple[float, float] | None
    includes_zero: bool
    better: str | None
    """Who is ahead; None where the deals do not show that the two differ."""
    says: dict[str, str]
    """The same in a sentence, by language: ``en`` and ``fr``."""


class MatchResult(msgspec.Struct, frozen=True):
    """The result over complete deals."""

    deals: int
    games: int
    undecided: int
    """Games that nobody won."""
    lower_is_better: bool
    rough: bool
    """Whether the deals are so few that the intervals are rough."""
    entrants: tuple[EntrantResult, ...]
    differences: tuple[Difference, ...]


class Match(msgspec.Struct, frozen=True):
    """A match: every deal is played once for each rotation of the seats."""

    id: str
    version: int
    status: str
    """``open``, ``playing``, ``finished`` or ``aborted``."""
    variant: str
    options: tuple[str, ...]
    deals: int
    rotate_seats: bool
    creator: str
    entrants: tuple[MatchEntry, ...]
    games: MatchGames
    result: MatchResult | None
    """Over the deals that are complete so far."""
    declined_by: str | None = None
    seed_hash: str | None = None
    seed: str | None = None
    """Once the match and all of its games are over."""
    revision: str = ""
    """The version, and a mark that it does not share with one of the same number which the server's store lost."""

    @property
    def at(self) -> int | str:
        """What to name where a request is to hold for this as it is: the revision, or what there is of it."""
        return self.revision or self.version

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end, or called off."""
        return self.status in ("finished", "aborted")


class DealGame(msgspec.Struct, frozen=True):
    """A game on a deal; tuples are by seat."""

    game_id: str
    seats: tuple[str, ...]
    """The entrants."""
    points: tuple[int, ...] | None
    """None if it was called off."""
    winner: str | None


class MatchDeal(msgspec.Struct, frozen=True):
    """A deal; its seed and its games are told once the last game on it is over, or the match is."""

    number: int
    complete: bool
    seed_hash: str
    seed: str | None
    label: str | None
    games: tuple[DealGame, ...] | None
    """In the order of the rotations."""
