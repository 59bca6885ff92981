import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.services.ports import StoreUnavailable
from eights.services.ratings.rating import Rating, Shift
from eights.services.ratings.ratings import Opponent, RatedEntrant, RatedGame
from eights.store import keys
from eights.store.connection import Connection
from eights.store.ratings import HISTORY_LENGTH, RedisRatings
from finished_games import somebody

VARIANT = "draw-two"
UP = Shift(0.1, 0.97)


@pytest.fixture
def ratings(connection: Connection) -> RedisRatings:
    return RedisRatings(connection)


def rated(*ids: str, at_ms: int = 1000, shift: Shift = UP) -> RatedGame:
    entrants = tuple(RatedEntrant(id_, place, Rating(), shift) for place, id_ in enumerate(ids, 1))
    return RatedGame(VARIANT, at_ms, False, entrants)


def apply(ratings: RedisRatings, game_id: str, game: RatedGame) -> Rating:
    """Do to its first player what a game does."""
    return ratings.apply(game_id, game, game.entrants[0])


def test_a_game_is_judged_once(ratings: RedisRatings) -> None:
    game_id, first, second = somebody(), rated("a", "b"), rated("b", "a")
    assert ratings.judged(game_id, 900) == (None, False)
    assert ratings.judge(game_id, first, 900) == first
    assert ratings.judge(game_id, second, 900) == first
    assert ratings.judged(game_id, 900) == (first, False)
    ratings.done(game_id)
    assert ratings.judged(game_id, 900) == (first, True)


def test_a_judgement_is_kept_as_long_as_somebody_comes_back_to_it(
    ratings: RedisRatings, connection: Connection
) -> None:
    game_id = somebody()
    ratings.judge(game_id, rated("a", "b"), 100)
    assert 0 < connection.call("TTL", keys.judgement_key(game_id)) <= 100
    ratings.judged(game_id, 900)
    assert 100 < connection.call("TTL", keys.judgement_key(game_id)) <= 900


def test_whoever_was_never_rated_begins_at_the_beginning(ratings: RedisRatings) -> None:
    nobody = somebody()
    assert (ratings.of(nobody), ratings.at(VARIANT, [nobody])) == ({}, [Rating()])
    assert ratings.history(nobody, VARIANT, None, 10) == []


@given(st.floats(-9, 9), st.floats(0.2, 1.1))
def test_a_rating_is_kept_to_the_last_bit(embedded_url: str, mu: float, factor: float) -> None:
    connection, player = Connection(embedded_url), somebody()
    ratings, expected = RedisRatings(connection), Rating()
    for _ in range(3):
        expected = expected.shifted(Shift(mu, factor))
        assert apply(ratings, somebody(), rated(player, shift=Shift(mu, factor))) == expected
    assert ratings.of(player) == {VARIANT: expected}
    connection.close()


def test_a_game_counts_once_and_the_history_has_it_once(ratings: RedisRatings) -> None:
    player, game_id = somebody(), somebody()
    game = rated(player, "bot:steady")
    after = apply(ratings, game_id, game)
    assert apply(ratings, game_id, game) == after == Rating().shifted(UP)
    [once] = ratings.history(player, VARIANT, None, 10)
    assert (once.number, once.game_id, once.at_ms, once.place) == (1, game_id, 1000, 1)
    assert once.opponents == (Opponent("bot:steady", 2),)
    assert (once.before, once.after) == (Rating(), after)


def test_variants_are_rated_apart(ratings: RedisRatings) -> None:
    player = somebody()
    apply(ratings, somebody(), rated(player))
    other = RatedGame("survivor", 1000, True, rated(player).entrants)
    apply(ratings, somebody(), other)
    assert ratings.of(player) == {VARIANT: Rating().shifted(UP), "survivor": Rating().shifted(UP)}
    assert [once.private for once in ratings.history(player, "survivor", None, 10)] == [True]


def test_a_history_is_read_in_pages_newest_first(ratings: RedisRatings) -> None:
    player = somebody()
    for _ in range(5):
        apply(ratings, somebody(), rated(player))
    assert [once.number for once in ratings.history(player, VARIANT, None, 2)] == [5, 4]
    assert [once.number for once in ratings.history(player, VARIANT, 4, 2)] == [3, 2]
    assert [once.number for once in ratings.history(player, VARIANT, 2, 2)] == [1]
    assert ratings.history(player, VARIANT, 1, 2) == []


def test_a_history_keeps_the_newest_games_alone_and_counts_all(ratings: RedisRatings) -> None:
    player = somebody()
    for _ in range(HISTORY_LENGTH + 5):
        apply(ratings, somebody(), rated(player))
    assert ratings.of(player)[VARIANT].games == HISTORY_LENGTH + 5
    assert len(ratings.history(player, VARIANT, None, 2 * HISTORY_LENGTH)) == HISTORY_LENGTH
    assert ratings.history(player, VARIANT, 6, 10) == []


def test_a_game_older_than_all_that_are_known_is_taken_for_counted(connection: Connection) -> None:
    ratings, player = RedisRatings(connection, known_one_by_one=3), somebody()
    games = {somebody(): rated(player, at_ms=1000 + number) for number in range(5)}
    for game_id, game in games.items():
        apply(ratings, game_id, game)
    for game_id, game in (*games.items(), (somebody(), rated(player, at_ms=1001))):
        assert apply(ratings, game_id, game).games == 5
    assert apply(ratings, somebody(), rated(player, at_ms=1010)).games == 6
    assert connection.call("ZCARD", keys.rated_key(player)) == 3


def test_a_damaged_judgement_is_a_store_that_cannot_be_used(ratings: RedisRatings, connection: Connection) -> None:
    game_id = somebody()
    connection.call("HSET", keys.judgement_key(game_id), "judged", b"\x01\x00\x00\x00\x01" + secrets.token_bytes(9))
    with pytest.raises(StoreUnavailable):
        ratings.judged(game_id, 900)
