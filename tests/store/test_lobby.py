import secrets

import pytest

from builders import after_step, creation, game
from eights.rules.replay import Dealt
from eights.services.game import Game, GameStatus, Visibility
from eights.store.connection import Connection
from eights.store.games import RedisGameStore


@pytest.fixture
def now_ms() -> int:
    """A moment that no other test's games are near: the index is one for all."""
    return 10**12 + secrets.randbelow(8 * 10**12)


def opened(store: RedisGameStore, created_at_ms: int, visibility: Visibility = "public") -> Game:
    new = game(secrets.token_hex(8), created_at_ms=created_at_ms, visibility=visibility)
    assert store.commit(creation(new))
    store.relist(new, None)
    return new


def listed(store: RedisGameStore, status: GameStatus, now_ms: int, limit: int = 2) -> list[str]:
    """The ids of the games of this moment and the second before it, gathered page by page."""
    ids: list[str] = []
    before = f"{now_ms + 1:013}-"
    while page := store.list_public(status, before, limit):
        before = page[-1][1]
        ids += [id_ for id_, cursor in page if cursor > f"{now_ms - 1000:013}-"]
        if before <= f"{now_ms - 1000:013}-":
            break
    return ids


def test_games_come_newest_first_page_by_page(store: RedisGameStore, now_ms: int) -> None:
    games = [opened(store, now_ms - age) for age in range(5)]
    assert listed(store, "ready", now_ms) == [one.id for one in games]


def test_games_of_one_moment_are_all_listed_once(store: RedisGameStore, now_ms: int) -> None:
    games = [opened(store, now_ms) for _ in range(5)]
    assert sorted(listed(store, "ready", now_ms)) == sorted(one.id for one in games)


def test_without_a_cursor_the_newest_comes_first(store: RedisGameStore) -> None:
    newest = opened(store, 9_999_999_999_999)
    assert newest.id in {id_ for id_, _ in store.list_public("ready", None, 100)}


def test_a_game_moves_to_its_new_status(store: RedisGameStore, now_ms: int) -> None:
    new = opened(store, now_ms)
    commit = after_step(new, Dealt())
    assert store.commit(commit)
    store.relist(commit.game, "ready")
    assert listed(store, "ready", now_ms) == []
    assert listed(store, "playing", now_ms) == [new.id]


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_game_that_is_not_public_is_not_listed(store: RedisGameStore, now_ms: int, visibility: Visibility) -> None:
    opened(store, now_ms, visibility)
    assert listed(store, "ready", now_ms) == []


def test_games_that_are_gone_leave_the_list_and_do_not_shorten_a_page(
    store: RedisGameStore, connection: Connection, now_ms: int
) -> None:
    gone = [opened(store, now_ms - age) for age in range(3)]
    kept = [opened(store, now_ms - 10 - age) for age in range(2)]
    for one in gone:
        connection.call("DEL", f"{{g:{one.id}}}:state")
    page = store.list_public("ready", f"{now_ms + 1:013}-", 2)
    assert [id_ for id_, _ in page] == [one.id for one in kept]
    for one in gone:
        assert connection.call("ZSCORE", "{lobby}:ready", f"{one.created_at_ms:013}-{one.id}") is None
