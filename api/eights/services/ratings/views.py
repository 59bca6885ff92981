"""Ratings as they are shown."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from eights.bots.house import HOUSE_BOTS
from eights.rules.view import Moment
from eights.services.game import GameId
from eights.services.players.player import HOUSE, Player, house_bot_of
from eights.services.ratings.rating import Rating
from eights.services.ratings.ratings import Opponent, Ranked, RatedOnce
from eights.services.records import Records
from eights.services.times import rfc3339

EntrantId = Annotated[str, Meta(extra_json_schema={"pattern": "^([a-z2-7]{16}|bot:[a-z0-9-]{1,64})$"})]
"""The id of a player, or ``bot:`` and the name of a house bot."""
EntrantKind = Literal["human", "bot", "house"]
Place = Annotated[int, Meta(ge=1)]


class Person(msgspec.Struct, frozen=True):
    """What a list says of somebody besides numbers."""

    name: str
    kind: EntrantKind


class RatingView(msgspec.Struct, frozen=True):
    """A rating: `rating` is the conservative estimate, `mu - 3 sigma`, that ranks; it begins at 0.

    `mu` is the likely skill, `sigma` how uncertain that is, `games` how many games say so.
    """

    rating: float
    mu: float
    sigma: Annotated[float, Meta(ge=0)]
    games: Annotated[int, Meta(ge=0)]


class LeaderView(msgspec.Struct, frozen=True):
    """An entry of the leaderboard; equal ratings share a place. A house bot is of the kind `house`."""

    place: Place
    id: EntrantId
    name: str
    kind: EntrantKind
    rating: float
    mu: float
    sigma: Annotated[float, Meta(ge=0)]
    games: Annotated[int, Meta(ge=1)]


class LeaderboardPage(msgspec.Struct, frozen=True):
    """A page of a leaderboard; ``next_cursor`` is null on the last one."""

    items: list[LeaderView]
    next_cursor: str | None


class OpponentView(msgspec.Struct, frozen=True):
    """Somebody else in a rated game, and the place that counted."""

    id: EntrantId
    name: str
    kind: EntrantKind
    place: Place


class RatedOnceView(msgspec.Struct, frozen=True):
    """A game that moved a rating, and the rating before and after it.

    Of a private game, only those who played it are told which one it was and who else was in it.
    """

    game_id: GameId | None
    at: Moment
    place: Place
    opponents: list[OpponentView] | None
    before: RatingView
    after: RatingView


class HistoryPage(msgspec.Struct, frozen=True):
    """A page of a rating's history; ``next_cursor`` is null on the last one."""

    items: list[RatedOnceView]
    next_cursor: str | None


def rating_view(rating: Rating) -> RatingView:
    """Return a rating as it is shown."""
    return RatingView(rating.cautious, round(rating.mu, 4), round(rating.sigma, 4), rating.games)


def leader_view(ranked: Ranked, person: Person) -> LeaderView:
    """Return an entry of a leaderboard as it is shown."""
    shown = rating_view(ranked.rating)
    return LeaderView(
        ranked.place, ranked.id, person.name, person.kind, shown.rating, shown.mu, shown.sigma, shown.games
    )


def rated_once_view(once: RatedOnce, people: Mapping[str, Person], *, told_all: bool) -> RatedOnceView:
    """Return a game of a history as it is shown to somebody who may be told all of it, or not."""
    return RatedOnceView(
        game_id=once.game_id if told_all else None,
        at=rfc3339(once.at_ms),
        place=once.place,
        opponents=[_opponent(one, people) for one in once.opponents if one.id in people] if told_all else None,
        before=rating_view(once.before),
        after=rating_view(once.after),
    )


def people(players: Records[Player], ids: Sequence[str]) -> dict[str, Person]:
    """Return what those of some ids are called, players in one round trip; nothing for those that there are not."""
    houses = {id_: Person(bot, "house") for id_ in ids if (bot := house_bot_of(id_)) in HOUSE_BOTS and bot is not None}
    found = players.read_many([id_ for id_ in dict.fromkeys(ids) if not id_.startswith(HOUSE)])
    return houses | {player.id: Person(player.name, player.kind) for player in found if player is not None}


def _opponent(opponent: Opponent, people: Mapping[str, Person]) -> OpponentView:
    person = people[opponent.id]
    return OpponentView(opponent.id, person.name, person.kind, opponent.place)
