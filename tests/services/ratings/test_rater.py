"""Ratings are changed exactly once per game, whoever dies in between."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from eights.services.game import Game
from eights.services.lifetimes import Lifetimes
from eights.services.ratings.finishes import finishes
from eights.services.ratings.rater import Rater, judged
from eights.services.ratings.rating import Rating, RatingChange
from eights.services.ratings.ratings import Ranked, RatedGame
from eights.store.connection import Connection
from eights.store.ratings import RedisRatings
from finished_games import finished, somebody
from services.ratings.interleaving import Counted, Paused, interleaved
from timed import HandClock, Killed

KEPT_S = 3600
VARIANT = "crazy-eights"


def rater(connection: Connection) -> Rater:
    return Rater(RedisRatings(connection), Lifetimes(), HandClock())


def uninterrupted(games: Sequence[Game]) -> dict[str, Rating]:
    """What one run gives that rates game after game."""
    ratings: dict[str, Rating] = {}
    met: Counter[tuple[str, str]] = Counter()
    for game in games:
        finished_by = finishes(game)
        before = {finish.entrant: ratings.get(finish.entrant, Rating()) for finish in finished_by}
        known = {one: {other: float(met[one, other]) for other in before} for one in before}
        ratings |= {one.id: one.before.shifted(one.shift) for one in judged(finished_by, before, known)}
        met.update(permutations(before, 2))
    return ratings


def assert_close(found: Rating, expected: Rating) -> None:
    assert found.games == expected.games
    assert (found.mu, found.sigma) == pytest.approx((expected.mu, expected.sigma), abs=1e-9)


def everybody(ratings: RedisRatings, variant: str) -> Iterator[Ranked]:
    """Yield the whole leaderboard, on which players of other tests are, too."""
    after: str | None = None
    while page := ratings.leaderboard(variant, after, 100):
        yield from page
        after = page[-1].cursor


def assert_whole(ratings: RedisRatings, variant: str, ids: Sequence[str]) -> None:
    """Ratings, histories and the leaderboard say the same."""
    leaders = {leader.id: leader.rating for leader in everybody(ratings, variant)}
    for id_, rating in zip(ids, ratings.at(variant, ids), strict=True):
        history = ratings.history(id_, variant, None, 100)[::-1]
        assert [once.number for once in history] == list(range(1, rating.games + 1))
        chain = [Rating(), *(once.after for once in history)]
        assert [once.before for once in history] == chain[:-1]
        assert chain[-1] == rating
        assert leaders.get(id_, Rating()) == rating


def test_a_game_is_rated_once_however_often_it_is_seen(connection: Connection) -> None:
    players, variant, ratings = [somebody() for _ in range(3)], VARIANT, RedisRatings(connection)
    game = finished(players, [40, 12, 3], variant=variant)
    for _ in range(3):
        rater(connection).rate(None, game)
    for player, expected in uninterrupted([game]).items():
        assert_close(ratings.of(player)[variant], expected)
    assert_whole(ratings, variant, players)


def test_game_after_game_adds_up(connection: Connection) -> None:
    ana, ben, chloe = players = [somebody() for _ in range(3)]
    variant, ratings = VARIANT, RedisRatings(connection)
    seatings = ([ana, ben], [ben, chloe], [chloe, ana, ben], [ana, ben])
    games = [finished(seating, range(len(seating)), variant=variant) for seating in seatings]
    for game in games:
        rater(connection).rate(None, game)
    for player, expected in uninterrupted(games).items():
        assert_close(ratings.of(player)[variant], expected)
    assert_whole(ratings, variant, players)


def test_a_game_that_is_not_rated_leaves_nothing(connection: Connection) -> None:
    players, variant = [somebody(), somebody()], VARIANT
    rater(connection).rate(None, replace(finished(players, [40, 12], variant=variant), aborted=True))
    ratings = RedisRatings(connection)
    assert [ratings.of(player) for player in players] == [{}, {}]
    assert not {*players} & {leader.id for leader in everybody(ratings, variant)}


def test_the_same_two_move_each_other_less_and_less(connection: Connection) -> None:
    players, ratings = [somebody(), somebody()], RedisRatings(connection)
    for _ in range(4):
        rater(connection).rate(None, finished(players, [12, 40], variant=VARIANT))
    history = ratings.history(players[0], VARIANT, None, 10)[::-1]
    gains = [once.after.mu - once.before.mu for once in history]
    assert gains == sorted(gains, reverse=True)
    assert gains[1] < gains[0] / 3
    assert gains[3] > 0


def test_whoever_is_killed_after_any_command_leaves_a_game_that_the_next_one_rates_once(
    connection: Connection, store_url: str
) -> None:
    commands = 1
    while _survived(connection, store_url, commands):
        commands += 1
    assert commands > 3 * 2 + 4  # two for each of three players, and four for the game


def _survived(connection: Connection, store_url: str, commands: int) -> bool:
    """Kill the one who rates a second game after so many commands, and check what another makes of it."""
    players, variant, ratings = [somebody() for _ in range(3)], VARIANT, RedisRatings(connection)
    games = [finished(players, totals, variant=variant) for totals in ([40, 12, 3], [5, 40, 5], [40, 39, 38])]
    rater(connection).rate(None, games[0])
    dying, killed = Counted(store_url, commands), False
    try:
        rater(dying).rate(None, games[1])
    except Killed:
        killed = True
    dying.close()
    for game in (games[1], games[1], games[2]):  # the clock looks, and looks again; then another game
        rater(connection).rate(None, game)
    for player, expected in uninterrupted(games).items():
        assert_close(ratings.of(player)[variant], expected)
    assert_whole(ratings, variant, players)
    return killed


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans() | st.just(False)), max_size=60))
def test_of_games_that_are_rated_at_once_none_is_lost_and_none_counts_twice(
    embedded_url: str, turns: list[tuple[int, bool]]
) -> None:
    connection, paused = Connection(embedded_url), Paused(embedded_url)
    ana, ben, chloe = players = [somebody() for _ in range(3)]
    variant, ratings = VARIANT, RedisRatings(connection)
    games = [finished([ana, ben], [40, 12], variant=variant), finished([chloe, ben, ana], [40, 12, 3], variant=variant)]
    works = [lambda game=game: rater(paused).rate(None, game) for game in (*games, *games)]
    interleaved(works, turns)
    for game in games:  # the clock comes by
        rater(connection).rate(None, game)
    judgements = [_judgement(ratings, game) for game in games]
    for player in players:
        moved = [one.shift for rated in judgements for one in rated.entrants if one.id == player]
        expected = Rating(
            25 + sum(shift.mu for shift in moved), 25 / 3 * prod(shift.sigma_factor for shift in moved), len(moved)
        )
        assert_close(ratings.of(player)[variant], expected)
    assert_whole(ratings, variant, players)
    connection.close()
    paused.close()


def _judgement(ratings: RedisRatings, game: Game) -> RatedGame:
    rated, done = ratings.judged(game.id, KEPT_S)
    assert rated is not None
    assert done
    return rated


def test_a_game_is_judged_by_the_ratings_as_they_were_when_it_was_first_rated(
    connection: Connection, store_url: str
) -> None:
    players, variant, ratings = [somebody(), somebody()], VARIANT, RedisRatings(connection)
    first, second = (finished(players, [40, 12], variant=variant) for _ in range(2))
    dying = Counted(store_url, 4)  # judged, and nothing done
    with pytest.raises(Killed):
        rater(dying).rate(None, first)
    dying.close()
    rater(connection).rate(None, second)
    rater(connection).rate(None, first)
    for game in (first, second):
        assert [one.before for one in _judgement(ratings, game).entrants] == [Rating(), Rating()]
    assert [rating.games for rating in ratings.at(variant, players)] == [2, 2]


def test_what_a_game_did_to_ratings_can_be_told_once_it_was_rated(connection: Connection) -> None:
    ana, ben = players = [somebody(), somebody()]
    game = finished(players, [12, 40], variant=VARIANT)
    assert rater(connection).changes(game) == {}
    rater(connection).rate(None, game)
    after = [rating.cautious for rating in RedisRatings(connection).at(game.variant, players)]
    assert rater(connection).changes(game) == {
        ana: RatingChange(game.variant, 0.0, after[0]),
        ben: RatingChange(game.variant, 0.0, after[1]),
    }
    assert rater(connection).changes(replace(game, aborted=True)) == {}
