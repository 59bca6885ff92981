"""Rating a game that is over: each of those who played it exactly once, whoever dies in between."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final

from eights.services.game import Game
from eights.services.lifetimes import Lifetimes
from eights.services.ports import Clock
from eights.services.ratings.finishes import Finish, finishes
from eights.services.ratings.model import shifts
from eights.services.ratings.rating import Rating, RatingChange, Shift
from eights.services.ratings.ratings import RatedEntrant, RatedGame, Ratings
from eights.services.ratings.weights import weight

OUTLIVES_S: Final = 24 * 3600
"""How much longer than its game a judgement is kept: whoever finds the game finds how it was judged, too."""


class Rater:
    """Rates games; one of the steps of :class:`~eights.services.outcomes.Outcomes`."""

    def __init__(self, ratings: Ratings, lifetimes: Lifetimes, clock: Clock) -> None:
        self._ratings = ratings
        self._lifetimes = lifetimes
        self._clock = clock

    def rate(self, _before: Game | None, game: Game) -> None:
        """Rate a game if it is over and one that is rated; may be repeated, at the same time as well.

        First it is judged, once, by the ratings as they then are. What this does to each rating is done in steps of
        which each has its effect once. Raises :class:`~eights.services.ports.StoreUnavailable`.
        """
        finished = finishes(game)
        if not finished:
            return
        kept_s = self._lifetimes.over_s + OUTLIVES_S
        rated, done = self._ratings.judged(game.id, kept_s)
        if done:
            return
        if rated is None:
            rated = self._ratings.judge(game.id, self._judgement(game, finished), kept_s)
        for entrant in rated.entrants:
            rating = self._ratings.apply(game.id, rated, entrant)
            self._ratings.rank(rated.variant, entrant.id, rating)
        self._ratings.done(game.id)

    def changes(self, game: Game) -> Mapping[str, RatingChange]:
        """Return what a game did to ratings, by player; nothing if it is not rated, or not yet.

        Raises :class:`~eights.services.ports.StoreUnavailable`.
        """
        if not finishes(game):
            return {}
        rated, _ = self._ratings.judged(game.id, self._lifetimes.over_s + OUTLIVES_S)
        entrants = () if rated is None else rated.entrants
        return {
            one.id: RatingChange(game.variant, one.before.cautious, one.before.shifted(one.shift).cautious)
            for one in entrants
        }

    def _judgement(self, game: Game, finished: Sequence[Finish]) -> RatedGame:
        entrants = list(dict.fromkeys(finish.entrant for finish in finished))
        ratings = dict(zip(entrants, self._ratings.at(game.variant, entrants), strict=True))
        at_ms = self._clock.now_ms()
        return RatedGame(
            variant=game.variant,
            at_ms=at_ms,
            private=game.visibility == "private",
            entrants=judged(finished, ratings, self._ratings.meetings(game.variant, entrants, at_ms)),
        )


def judged(
    finished: Sequence[Finish], ratings: Mapping[str, Rating], met: Mapping[str, Mapping[str, float]]
) -> tuple[RatedEntrant, ...]:
    """Return what a game does to the ratings of those who finished it, each named once.

    ``met`` says how often each of them met each of the others before.
    """
    seats = shifts([ratings[finish.entrant] for finish in finished], [finish.place for finish in finished])
    return tuple(
        RatedEntrant(
            id=entrant,
            place=min(finish.place for finish in finished if finish.entrant == entrant),
            before=rating,
            shift=_mean([shift for shift, at in zip(seats, finished, strict=True) if at.entrant == entrant]).weighted(
                weight(rating, [(other, met[entrant][id_]) for id_, other in ratings.items() if id_ != entrant])
            ),
        )
        for entrant, rating in ratings.items()
    )


def _mean(several: Sequence[Shift]) -> Shift:
    return Shift(fmean(shift.mu for shift in several), fmean(shift.sigma_factor for shift in several))
