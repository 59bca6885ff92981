"""What the ratings need of a store: written-once judgements of games, ratings with their histories, leaderboards.

These lie in three slots, of the game, of the player and of the leaderboard. Nothing is atomic over all of them, so each
step may be repeated, by anybody and at the same time, and has its effect once. Every method may raise
:class:`~eights.services.ports.StoreUnavailable`.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from eights.services.ratings.rating import Rating, Shift


class RatedEntrant(msgspec.Struct, frozen=True, array_like=True):
    """What a game does to somebody's rating; for somebody with several seats, the mean of what it does to each."""

    id: str
    place: int
    """The best of its places, 1 for the first."""
    before: Rating
    """The rating that the game was judged by; another game may have changed it since."""
    shift: Shift


class RatedGame(msgspec.Struct, frozen=True, array_like=True):
    """What a game does to the ratings of all who played it; judged once."""

    variant: str
    at_ms: int
    """When it was judged."""
    private: bool
    """Whether only those who played know of the game."""
    entrants: tuple[RatedEntrant, ...]


class Opponent(msgspec.Struct, frozen=True, array_like=True):
    """Somebody else in a rated game."""

    id: str
    place: int


class RatedOnce(msgspec.Struct, frozen=True):
    """One game in the history of a rating."""

    number: int
    """Counts the rated games of this player and variant from 1."""
    game_id: str
    at_ms: int
    private: bool
    place: int
    opponents: tuple[Opponent, ...]
    before: Rating
    after: Rating


class Ranked(msgspec.Struct, frozen=True):
    """An entry of a leaderboard."""

    id: str
    place: int
    """One more than those with a better conservative estimate."""
    rating: Rating
    cursor: str
    """What the next page begins after if this is the last entry of its page."""


class Ratings(Protocol):
    """Ratings of players, by id."""

    def judged(self, game_id: str, expires_in_s: int) -> tuple[RatedGame | None, bool]:
        """Return what a game does to ratings, None if it was not judged yet, and whether all of that is done.

        What there is is kept for that long from now on.
        """

    def judge(self, game_id: str, rated: RatedGame, expires_in_s: int) -> RatedGame:
        """Establish what a game does to ratings; return what was established, which may be another's judgement."""

    def done(self, game_id: str) -> None:
        """Note that all that a game does to ratings is done."""

    def of(self, entrant: str) -> Mapping[str, Rating]:
        """Return somebody's ratings by variant; nothing for variants that they were never rated at."""

    def at(self, variant: str, entrants: Sequence[str]) -> Sequence[Rating]:
        """Return several ratings at one variant, in the order asked for, in one round trip."""

    def meetings(self, variant: str, entrants: Sequence[str], at_ms: int) -> Mapping[str, Mapping[str, float]]:
        """Return how often each of some players met each of the others in rated games, in one round trip.

        A meeting counts half after each :data:`~eights.services.ratings.weights.HALVED_AFTER_MS`; of each player, the
        256 opponents are known who were met most.
        """

    def apply(self, game_id: str, game: RatedGame, entrant: RatedEntrant) -> Rating:
        """Change a rating by what a game does to it, unless that has been done; return the rating as it then stands.

        With it, and once as well, the meetings of the game are counted.

        Only the newest 10,000 games of each player are known one by one: a game that was judged before all of these is
        taken for done. So nothing counts twice, however late somebody comes back to it.
        """

    def rank(self, variant: str, entrant: str, rating: Rating) -> None:
        """Bring a leaderboard in line with a rating, unless it has one from more games."""

    def history(self, entrant: str, variant: str, before: int | None, limit: int) -> Sequence[RatedOnce]:
        """Return the games that made a rating, newest first, from below a number on; the last 1,000 are kept."""

    def leaderboard(self, variant: str, after: str | None, limit: int) -> Sequence[Ranked]:
        """Return entries of a leaderboard, best first, equal ones by id, from after a cursor on."""
