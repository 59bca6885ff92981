"""A sample of all that is stored about ratings, beside what it says: it stays readable, whatever comes later."""

import pytest

from eights.services.ratings.rating import Rating, Shift
from eights.services.ratings.ratings import Opponent, Ranked, RatedEntrant, RatedGame, RatedOnce
from eights.store import keys
from eights.store.codec import UnreadableRecord
from eights.store.connection import Connection
from eights.store.ratings import RedisRatings

ID, GAME = "k3qlgi4whwvzcky4", "nvxxezjtgyzdcnbv"
AT_MS = 1_780_000_000_000
RATED = RatedGame(
    "survivor",
    AT_MS,
    True,
    (
        RatedEntrant(ID, 1, Rating(27.5, 4.0, 12), Shift(0.5, 0.75)),
        RatedEntrant("bot:steady", 2, Rating(), Shift(-0.5, 0.875)),
    ),
)
RATED_STORED = """
010000000194a87375727669766f72cf0000019e70448800c39294b06b33716c676934776877767a636b79340193cb403b800000000000cb4010
0000000000000c92cb3fe0000000000000cb3fe800000000000094aa626f743a7374656164790293cb4039000000000000cb4020aaaaaaaaaaab
0092cbbfe0000000000000cb3fec000000000000
"""
DETAILS = "010000000194cf0000019e70448800c3019192aa626f743a73746561647902"


@pytest.fixture
def ratings(connection: Connection) -> RedisRatings:
    return RedisRatings(connection)


def test_a_judgement_stays_readable_and_one_of_a_later_format_is_refused(
    ratings: RedisRatings, connection: Connection, game_id: str
) -> None:
    connection.call("HSET", keys.judgement_key(game_id), "judged", bytes.fromhex(RATED_STORED), "done", 1)
    assert ratings.judged(game_id, 600) == (RATED, True)
    connection.call("HSET", keys.judgement_key(game_id), "judged", b"\x02" + bytes.fromhex(RATED_STORED)[1:])
    with pytest.raises(UnreadableRecord, match="format 2"):
        ratings.judged(game_id, 600)


def test_a_rating_stays_readable_and_one_in_another_form_is_refused(
    ratings: RedisRatings, connection: Connection, game_id: str
) -> None:
    connection.call("HSET", keys.ratings_key(game_id), "survivor", "27.5 4.25 12")
    assert ratings.of(game_id) == {"survivor": Rating(27.5, 4.25, 12)}
    connection.call("HSET", keys.ratings_key(game_id), "survivor", "2 27.5 4.25 12")
    with pytest.raises(UnreadableRecord, match="in a form that this program does not know"):
        ratings.of(game_id)


def test_a_history_stays_readable_and_one_of_a_later_format_is_refused(
    ratings: RedisRatings, connection: Connection, game_id: str
) -> None:
    key = keys.rating_history_key(game_id, "survivor")
    entry = ("g", GAME, "b", "25.0 8.5 0", "a", "27.5 4.25 1", "d")
    connection.call("XADD", key, "1-0", *entry, bytes.fromhex(DETAILS))
    [once] = ratings.history(game_id, "survivor", None, 9)
    opponents = (Opponent("bot:steady", 2),)
    assert once == RatedOnce(1, GAME, AT_MS, True, 1, opponents, Rating(25.0, 8.5, 0), Rating(27.5, 4.25, 1))
    connection.call("XADD", key, "2-0", *entry, b"\x02" + bytes.fromhex(DETAILS)[1:])
    with pytest.raises(UnreadableRecord, match="format 2"):
        ratings.history(game_id, "survivor", None, 9)


def test_a_leaderboard_stays_readable_and_one_in_another_form_is_refused(
    ratings: RedisRatings, connection: Connection, game_id: str
) -> None:
    order, rated = keys.leaderboard_keys(game_id)
    connection.call("ZADD", order, 0, f"49998525-{ID}")
    connection.call("HSET", rated, ID, f"49998525-{ID} 12 27.5 4.25")
    assert ratings.leaderboard(game_id, None, 9) == [Ranked(ID, 1, Rating(27.5, 4.25, 12), f"49998525-{ID}")]
    connection.call("HSET", rated, ID, f"2 49998525-{ID} 12 27.5 4.25")
    with pytest.raises(UnreadableRecord, match="in a form that this program does not know"):
        ratings.leaderboard(game_id, None, 9)
