import random
import secrets
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.services.ratings.rating import Rating
from eights.services.ratings.ratings import Ranked
from eights.store.connection import Connection
from eights.store.ratings import RedisRatings
from finished_games import somebody

SURE = 1e-9
"""So sure that the conservative estimate is the mean."""


@pytest.fixture
def ratings(connection: Connection) -> RedisRatings:
    return RedisRatings(connection)


def own_variant() -> str:
    return f"test-{secrets.token_hex(6)}"


def paged(
    ratings: RedisRatings, variant: str, limit: int, between: Callable[[], object] = lambda: None
) -> list[Ranked]:
    """All entries, page by page; something may happen between pages."""
    entries: list[Ranked] = []
    cursor = None
    while page := ratings.leaderboard(variant, cursor, limit):
        entries += page
        cursor = page[-1].cursor
        between()
    return entries


def expected_order(of: dict[str, float]) -> list[tuple[int, str]]:
    ordered = sorted(of, key=lambda id_: (-of[id_], id_))
    return [(1 + sum(other > of[id_] for other in of.values()), id_) for id_ in ordered]


def test_the_best_comes_first_and_equals_share_a_place_in_order_of_their_ids(ratings: RedisRatings) -> None:
    variant = own_variant()
    of = {"c" * 16: 20.0, "a" * 16: 20.0, "bot:steady": 20.0, "b" * 16: 30.25, "d" * 16: -3.5, "e" * 16: 0.0}
    for id_, mu in of.items():
        ratings.rank(variant, id_, Rating(mu, SURE, 1))
    entries = ratings.leaderboard(variant, None, 10)
    assert [(entry.place, entry.id) for entry in entries] == expected_order(of)
    assert [entry.place for entry in entries] == [1, 2, 2, 2, 5, 6]
    assert [entry.rating for entry in entries] == [Rating(of[entry.id], SURE, 1) for entry in entries]


def test_a_leaderboard_of_nobody_is_empty(ratings: RedisRatings) -> None:
    assert ratings.leaderboard(own_variant(), None, 10) == []


@given(st.dictionaries(st.integers(0, 999), st.integers(-300, 300), max_size=30), st.integers(1, 7))
def test_any_page_size_gives_the_whole_order(embedded_url: str, hundredths: dict[int, int], limit: int) -> None:
    connection, variant = Connection(embedded_url), own_variant()
    ratings = RedisRatings(connection)
    of = {f"{number:016}": score / 100 for number, score in hundredths.items()}
    for id_, mu in of.items():
        ratings.rank(variant, id_, Rating(mu, SURE, 1))
    assert [(entry.place, entry.id) for entry in paged(ratings, variant, limit)] == expected_order(of)
    connection.close()


@pytest.mark.parametrize("estimate", [-1e7, -499_999.99, -0.01, 0.0, 0.01, 499_999.99, 1e7])
def test_an_estimate_however_far_out_has_its_place(ratings: RedisRatings, estimate: float) -> None:
    variant = own_variant()
    ratings.rank(variant, "a" * 16, Rating(estimate, SURE, 1))
    ratings.rank(variant, "b" * 16, Rating(estimate - 0.02, SURE, 1))
    assert [entry.id for entry in paged(ratings, variant, 1)] == ["a" * 16, "b" * 16]


def test_an_older_rating_never_takes_the_place_of_a_newer_one(ratings: RedisRatings) -> None:
    variant, player = own_variant(), somebody()
    ratings.rank(variant, player, Rating(2.0, SURE, 2))
    for late in (Rating(1.0, SURE, 1), Rating(1.5, SURE, 2)):
        ratings.rank(variant, player, late)
    [entry] = ratings.leaderboard(variant, None, 10)
    assert entry.rating == Rating(2.0, SURE, 2)


def test_who_pages_while_others_move_meets_everybody_who_stays_exactly_once(ratings: RedisRatings) -> None:
    chance, variant = random.Random(5), own_variant()
    ids = [somebody() for _ in range(250)]
    of = {id_: float(chance.randrange(12)) for id_ in ids}  # some twenty share each estimate
    for id_, mu in of.items():
        ratings.rank(variant, id_, Rating(mu, SURE, 1))
    moving: Sequence[str] = chance.sample(ids, 60)
    games = 1

    def move_some() -> None:
        nonlocal games
        games += 1
        for id_ in chance.sample(moving, 20):
            ratings.rank(variant, id_, Rating(chance.randrange(1200) / 100, SURE, games))

    seen = [entry.id for entry in paged(ratings, variant, 20, move_some)]
    assert games > 12
    staying = sorted(set(ids) - set(moving), key=lambda id_: (-of[id_], id_))
    assert [id_ for id_ in seen if id_ in set(staying)] == staying
    assert {entry.id for entry in paged(ratings, variant, 100)} == set(ids)
