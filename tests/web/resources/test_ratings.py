"""The leaderboard, and how a rating came about, as everybody reads them."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from eights.services.game import Visibility
from eights.services.lifetimes import Lifetimes
from eights.services.ratings.rater import Rater
from eights.services.ratings.rating import Rating
from eights.store.connection import Connection
from eights.store.ratings import RedisRatings
from finished_games import finished, somebody
from players import Somebody
from tables import assert_refused
from timed import TimedServer

VARIANT = "survivor"
SURE = 1e-9


@pytest.fixture
def ratings(timed_url: str) -> RedisRatings:
    """The ratings of the server's store, with nothing in them."""
    return RedisRatings(Connection(timed_url))


def play(
    server: TimedServer, ratings: RedisRatings, *entrants: Somebody | str, visibility: Visibility = "public"
) -> str:
    """Let a game end in which they finished in this order; return its id."""
    ids = [one if isinstance(one, str) else one.id for one in entrants]
    game = replace(finished(ids, range(len(ids)), variant=VARIANT), visibility=visibility)
    Rater(ratings, Lifetimes(), server.clock).rate(None, game)
    return game.id


def leaders(server: TimedServer, **query: Any) -> list[dict[str, Any]]:
    answer = server.http.get("/v1/leaderboard", params={"variant": VARIANT, **query})
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def all_pages(server: TimedServer, path: str, **query: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    while True:
        page = server.http.get(path, params=query).json()
        items += page["items"]
        if page["next_cursor"] is None:
            return items
        query["cursor"] = page["next_cursor"]


def test_the_leaderboard_names_everybody_who_was_rated(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    ana = Somebody.registered(timed.http, "Ana", kind="human")
    otto = Somebody.registered(timed.http, "Otto", kind="bot")
    play(timed, ratings, ana, otto, ben)
    play(timed, ratings, ana, ben)
    shown = leaders(timed)
    assert [(one["place"], one["id"], one["name"], one["kind"], one["games"]) for one in shown] == [
        (1, ana.id, "Ana", "human", 2),
        (2, otto.id, "Otto", "bot", 1),
        (3, ben.id, "Ben", "human", 2),
    ]
    for one in shown:
        assert one["rating"] == pytest.approx(one["mu"] - 3 * one["sigma"], abs=0.006)


def test_a_leader_goes_by_its_name_of_now(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    ana = Somebody.registered(timed.http, "Ana")
    play(timed, ratings, ana, ben)
    assert ana.ask("PATCH", "/v1/players/me", {"name": "Anabel"}).is_success
    assert leaders(timed)[0]["name"] == "Anabel"


def test_every_id_on_a_leaderboard_leads_to_a_profile_with_that_rating(
    timed: TimedServer, ratings: RedisRatings
) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    chloe = Somebody.registered(timed.http, "Chloé", kind="human")
    ana = Somebody.registered(timed.http, "Ana")
    play(timed, ratings, ana, ben, chloe)
    for one in leaders(timed):
        profile = timed.http.get(f"/v1/players/{one['id']}").json()
        assert (profile["name"], profile["kind"]) == (one["name"], one["kind"])
        assert profile["ratings"] == {VARIANT: {key: one[key] for key in ("rating", "mu", "sigma", "games")}}


def test_a_house_bot_has_a_profile_before_it_was_ever_rated(timed: TimedServer) -> None:
    profile = timed.http.get("/v1/players/bot:steady").json()
    shown: dict[str, Any] = {"id": "bot:steady", "name": "steady", "kind": "house", "created_at": None, "ratings": {}}
    assert profile == {**shown, "parallel_games": 8}
    assert_refused(timed.http.get("/v1/players/bot:grandmaster"), 404, "player_not_found")


def test_ones_own_profile_shows_ones_ratings(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    ana = Somebody.registered(timed.http, "Ana")
    play(timed, ratings, ana, ben)
    own = ana.ask("GET", "/v1/players/me").json()
    assert own["ratings"][VARIANT]["games"] == 1
    assert own == timed.http.get(f"/v1/players/{ana.id}").json()


def test_a_leaderboard_of_250_with_ties_is_read_in_pages_while_ratings_change(
    timed: TimedServer, ratings: RedisRatings
) -> None:
    chance = random.Random(4)
    people = [Somebody.registered(timed.http, f"Player {number}").id for number in range(250)]
    of = {id_: chance.randrange(9) for id_ in people}
    for id_, mu in of.items():
        ratings.rank(VARIANT, id_, Rating(float(mu), SURE, 1))
    assert [one["place"] for one in leaders(timed, limit=1)] == [1]
    moving, games = set(people[:40]), 1
    seen: list[str] = []
    query: dict[str, str] | None = {"variant": VARIANT, "limit": "30"}
    while query is not None:
        page = timed.http.get("/v1/leaderboard", params=query).json()
        seen += [one["id"] for one in page["items"]]
        query = query | {"cursor": page["next_cursor"]} if page["next_cursor"] else None
        games += 1
        for id_ in moving:
            ratings.rank(VARIANT, id_, Rating(float(chance.randrange(9)), SURE, games))
    staying = sorted(set(people) - moving, key=lambda id_: (-of[id_], id_))
    assert [id_ for id_ in seen if id_ not in moving] == staying
    whole = all_pages(timed, "/v1/leaderboard", variant=VARIANT, limit=100)
    assert sorted(one["id"] for one in whole) == sorted(people)
    for one in whole:
        assert one["place"] == 1 + sum(other["rating"] > one["rating"] for other in whole)


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({}, 422, "invalid_request"),
        ({"variant": "Survivor!"}, 422, "invalid_request"),
        ({"variant": "whist"}, 422, "unknown_variant"),
        ({"variant": VARIANT, "limit": "0"}, 422, "invalid_request"),
        ({"variant": VARIANT, "limit": "101"}, 422, "invalid_request"),
        ({"variant": VARIANT, "cursor": "next"}, 422, "invalid_request"),
        ({"variant": VARIANT, "cursor": "00000001-bot:"}, 422, "invalid_request"),
        ({"variant": VARIANT, "page": "2"}, 422, "invalid_request"),
    ],
)
def test_a_wrong_question_to_the_leaderboard_is_told_so(
    timed: TimedServer, query: dict[str, str], status: int, code: str
) -> None:
    assert_refused(timed.http.get("/v1/leaderboard", params=query), status, code)


def test_a_cursor_from_nowhere_leads_on_from_its_place(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    chloe = Somebody.registered(timed.http, "Chloé", kind="human")
    play(timed, ratings, ben, chloe)
    assert len(leaders(timed, cursor=f"00000000-{'a' * 16}")) == 2
    assert leaders(timed, cursor=f"99999999-{'z' * 16}") == []


def test_a_leaderboard_that_the_reader_has_is_not_sent_again(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    chloe = Somebody.registered(timed.http, "Chloé", kind="human")
    path = f"/v1/leaderboard?variant={VARIANT}"
    play(timed, ratings, ben, chloe)
    tag = timed.http.get(path).headers["ETag"]
    assert timed.http.get(path, headers={"If-None-Match": tag}).status_code == 304
    play(timed, ratings, ben, chloe)
    assert timed.http.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_history_tells_how_a_rating_came_about(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    chloe = Somebody.registered(timed.http, "Chloé", kind="human")
    ana = Somebody.registered(timed.http, "Ana")
    first = play(timed, ratings, ben, ana, chloe)
    second = play(timed, ratings, ana, ben)
    newest, oldest = timed.http.get(f"/v1/players/{ana.id}/ratings/{VARIANT}").json()["items"]
    assert (oldest["game_id"], oldest["place"], newest["game_id"], newest["place"]) == (first, 2, second, 1)
    assert oldest["opponents"] == [
        {"id": one.id, "name": one.name, "kind": "human", "place": place} for one, place in ((ben, 1), (chloe, 3))
    ]
    assert oldest["before"] == {"rating": 0.0, "mu": 25.0, "sigma": 8.3333, "games": 0}
    assert newest["before"] == oldest["after"]
    assert newest["after"] == timed.http.get(f"/v1/players/{ana.id}").json()["ratings"][VARIANT]
    assert newest["at"].endswith("Z")


def test_a_history_is_read_in_pages_newest_first(timed: TimedServer, ratings: RedisRatings) -> None:
    ben = Somebody.registered(timed.http, "Ben", kind="human")
    chloe = Somebody.registered(timed.http, "Chloé", kind="human")
    games = [play(timed, ratings, ben, chloe) for _ in range(5)]
    path = f"/v1/players/{ben.id}/ratings/{VARIANT}"
    assert [once["game_id"] for once in all_pages(timed, path, limit=2)] == games[::-1]
    assert [once["game_id"] for once in all_pages(timed, path, limit=5)] == games[::-1]


def test_a_private_game_is_told_to_those_who_played_it_alone(timed: TimedServer, ratings: RedisRatings) -> None:
    ana, ben, eve = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben", "Eve"))
    game_id = play(timed, ratings, ana, ben, visibility="private")
    path = f"/v1/players/{ana.id}/ratings/{VARIANT}"
    for knows in (ana, ben):
        [once] = knows.ask("GET", path).json()["items"]
        assert (once["game_id"], [one["name"] for one in once["opponents"]]) == (game_id, ["Ben"])
    for stranger in (eve.ask("GET", path), timed.http.get(path)):
        [once] = stranger.json()["items"]
        assert (once["game_id"], once["opponents"], once["place"]) == (None, None, 1)
        assert game_id not in stranger.text
        assert ben.id not in stranger.text
        assert "Authorization" in stranger.headers["Vary"]


def test_a_history_of_what_was_never_rated_is_empty(timed: TimedServer) -> None:
    ana = Somebody.registered(timed.http, "Ana")
    answer = timed.http.get(f"/v1/players/{ana.id}/ratings/{VARIANT}")
    assert answer.json() == {"items": [], "next_cursor": None}


def test_a_history_of_nobody_or_of_no_variant_is_not_found(timed: TimedServer) -> None:
    assert_refused(timed.http.get(f"/v1/players/{somebody()}/ratings/{VARIANT}"), 404, "player_not_found")
    assert_refused(timed.http.get(f"/v1/players/bot:nobody/ratings/{VARIANT}"), 404, "player_not_found")
    assert_refused(timed.http.get("/v1/players/bot:steady/ratings/whist"), 404, "variant_not_found")
    for cursor in ("0", "-1", "x", "1234567890"):
        refused = timed.http.get(f"/v1/players/bot:steady/ratings/{VARIANT}", params={"cursor": cursor})
        assert_refused(refused, 422, "invalid_request")
