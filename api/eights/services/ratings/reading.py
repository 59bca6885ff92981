"""Reading ratings: leaderboards, histories, and the ratings of one player."""

from eights.rules.catalogue import variants
from eights.services.access import Caller
from eights.services.players.player import Player
from eights.services.ratings.ratings import RatedOnce, Ratings
from eights.services.ratings.views import (
    HistoryPage,
    LeaderboardPage,
    RatingView,
    leader_view,
    people,
    rated_once_view,
    rating_view,
)
from eights.services.records import Records
from eights.services.refusals import Refused


class RatingReading:
    """Shows ratings."""

    def __init__(self, ratings: Ratings, players: Records[Player]) -> None:
        self._ratings = ratings
        self._players = players

    def leaderboard(self, variant: str, cursor: str | None, limit: int) -> LeaderboardPage:
        """Return up to ``limit`` entries of a variant's leaderboard, from after a cursor on.

        Raises ``Refused("unknown_variant")``.
        """
        if variant not in variants():
            raise Refused("unknown_variant", variant=variant)
        # One more than the page holds tells whether another page follows.
        ranked = self._ratings.leaderboard(variant, cursor, limit + 1)
        page = ranked[:limit]
        known = people(self._players, [one.id for one in page])
        items = [leader_view(one, known[one.id]) for one in page if one.id in known]
        return LeaderboardPage(items, page[-1].cursor if len(ranked) > limit else None)

    def of(self, entrant: str) -> dict[str, RatingView]:
        """Return somebody's ratings by variant; nothing for variants that they were never rated at."""
        return {variant: rating_view(rating) for variant, rating in sorted(self._ratings.of(entrant).items())}

    def history(self, entrant: str, variant: str, before: int | None, limit: int, caller: Caller) -> HistoryPage:
        """Return up to ``limit`` games that made a rating, newest first, from below a number on.

        Raises ``Refused``: ``player_not_found``, ``variant_not_found``.
        """
        if variant not in variants():
            raise Refused("variant_not_found")
        if entrant not in people(self._players, [entrant]):
            raise Refused("player_not_found")
        games = self._ratings.history(entrant, variant, before, limit + 1)
        page = games[:limit]
        known = people(self._players, [one.id for game in page for one in game.opponents])
        items = [rated_once_view(game, known, told_all=_may_know(game, entrant, caller)) for game in page]
        return HistoryPage(items, str(page[-1].number) if len(games) > limit else None)


def _may_know(game: RatedOnce, entrant: str, caller: Caller) -> bool:
    """Tell whether a caller may know of a game: a private one is known to those who played it."""
    return not game.private or caller.player in {entrant, *(one.id for one in game.opponents)}
