"""Ratings: the leaderboard, and how a rating came about."""

from typing import Any, Final

import msgspec
from flask import Response

from eights.services.ratings.rating import Rating
from eights.services.ratings.ratings import Opponent, Ranked, RatedOnce
from eights.services.ratings.views import HistoryPage, LeaderboardPage, Person, leader_view, rated_once_view
from eights.web.answers import lasting_answer
from eights.web.blueprint import Resources
from eights.web.callers import caller
from eights.web.fields import Body, QueryWhole, Words
from eights.web.links import link
from eights.web.parts import parts

ratings = Resources("ratings", "Ratings: the leaderboard, and how a rating came about.", url_prefix="/v1")

_LIMIT: Final = {"description": "How many items at most."}
_CURSOR: Final = {"description": "`next_cursor` of the page before."}

_OTTO: Final = "k3qlgi4whwvzcky4"
_PEOPLE: Final = {_OTTO: Person("Otto", "bot"), "bot:random": Person("random", "house")}
_BEFORE: Final = Rating(27.6353, 8.0659, 1)
_AFTER: Final = Rating(29.6217, 7.8242, 2)
_LEADERS: Final = (Ranked(_OTTO, 1, _AFTER, ""), Ranked("bot:random", 2, Rating(20.3783, 7.8242, 2), ""))
_ONCE: Final = RatedOnce(
    2, "mzxw6ytboi4dqmjt", 1_764_460_800_000, False, 1, (Opponent("bot:random", 2),), _BEFORE, _AFTER
)
_LEADERBOARD: Final = LeaderboardPage([leader_view(one, _PEOPLE[one.id]) for one in _LEADERS], None)
_HISTORY: Final = HistoryPage([rated_once_view(_ONCE, _PEOPLE, told_all=True)], None)


class LeaderboardQuery(Body):
    """Which part of which leaderboard."""

    variant = Words(
        64, "^[a-z0-9-]+$", says="not_a_variant", required=True, metadata={"description": "The variant's id."}
    )
    limit = QueryWhole(1, 100, load_default=20, metadata=_LIMIT)
    cursor = Words(128, "^[0-9]{8}-([a-z2-7]{16}|bot:[a-z0-9-]{1,64})$", load_default=None, metadata=_CURSOR)


class HistoryQuery(Body):
    """Which part of a history."""

    limit = QueryWhole(1, 100, load_default=20, metadata=_LIMIT)
    cursor = Words(9, "^[1-9][0-9]*$", load_default=None, metadata=_CURSOR)


@ratings.get("/leaderboard")
@ratings.takes(LeaderboardQuery, location="query")
@ratings.answers(
    200,
    LeaderboardPage,
    description="A page of the leaderboard, best first.",
    headers=["ETag"],
    example=_LEADERBOARD,
    leads_to={
        **link("getPlayer", player_id="$response.body#/items/0/id"),
        **link("listRatedGames", player_id="$response.body#/items/0/id", variant_id="$request.query.variant"),
    },
)
@ratings.answers(304, description="Nothing has changed.", headers=["ETag"])
@ratings.operation(heeds=["If-None-Match"], refuses=["unknown_variant", "store_unavailable"])
def list_leaders(query: dict[str, Any]) -> Response:
    """Read the leaderboard

    Everybody who was rated at a variant, best first by the conservative estimate, `mu - 3 sigma`; equal ones share a
    place and come in the order of their ids. Rated are games of registered players alone, by the
    variant's own rules and those of its options that are marked as rated; a game says `rated`, and why not. Whoever
    left shares the last place. The same opponents count less and less, and new ones little: `/docs/ratings` says how.
    The model is Bradley-Terry over all pairs of seats, as openskill computes it. Who pages through while ratings change
    meets everybody whose own does not exactly once.
    """
    page = parts().ratings.leaderboard(query["variant"], query["cursor"], query["limit"])
    return lasting_answer(msgspec.json.encode(page), 0)


@ratings.get("/players/<player_id:player_id>/ratings/<variant_id>")
@ratings.takes(HistoryQuery, location="query")
@ratings.answers(
    200,
    HistoryPage,
    description="A page of the games that made the rating, newest first.",
    headers=["ETag"],
    example=_HISTORY,
)
@ratings.answers(304, description="Nothing has changed.", headers=["ETag"])
@ratings.operation(
    bearer="optional",
    heeds=["If-None-Match"],
    refuses=["player_not_found", "variant_not_found", "store_unavailable"],
)
def list_rated_games(query: dict[str, Any], player_id: str, variant_id: str) -> Response:
    """Read how a rating came about

    The games that made a player's rating at a variant, newest first: the place that counted, the opponents, and the
    rating before and after; the last 1,000 are kept. Of a private game only those who played it are told its id and
    its opponents.
    """
    before = None if query["cursor"] is None else int(query["cursor"])
    page = parts().ratings.history(player_id, variant_id, before, query["limit"], caller())
    return lasting_answer(msgspec.json.encode(page), 0, public=False)
