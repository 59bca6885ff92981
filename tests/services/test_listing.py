"""The lobby shows games as they are, whatever the index says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import creation, game
from eights.rules.replay import Dealt, take
from eights.services import lobby
from eights.services.game import Game
from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore
from eights.store.games import RedisGameStore


@pytest.fixture(scope="module")
def own_url(memory_folder: Path) -> Iterator[str]:
    """The URL of a store that nobody else opens games in."""
    server = EmbeddedStore(memory_folder / "listing")
    server.start()
    server.wait_until_ready()
    yield server.url
    server.stop()


@pytest.fixture
def store(own_url: str) -> RedisGameStore:
    connection = Connection(own_url)
    connection.call("FLUSHALL")
    return RedisGameStore(connection, answers_expire_in_s=600)


def listed(store: RedisGameStore, number: int, variant_id: str = "survivor") -> Game:
    new = game(f"game{number:012}", variant_id=variant_id, created_at_ms=1_750_000_000_000 + number)
    store.relist(new, None)
    assert store.commit(creation(new))
    return new


def test_a_game_that_the_index_has_and_the_store_has_not_is_left_out(store: RedisGameStore) -> None:
    store.relist(game("never-committed0"), None)
    kept = listed(store, 1)
    page = lobby.Lobby(store).page("ready", None, None, 10)
    assert ([item.id for item in page.items], page.next_cursor) == ([kept.id], None)


def test_a_game_is_listed_by_its_own_status_not_by_that_of_the_index(store: RedisGameStore) -> None:
    dealt = listed(store, 1)
    state = take(dealt.state, Dealt())[0]
    assert store.commit(creation(replace(dealt, id="b" * 16, state=state)))
    store.relist(replace(dealt, id="b" * 16), None)
    page = lobby.Lobby(store).page("ready", None, None, 10)
    assert [item.id for item in page.items] == [dealt.id]


def test_a_private_game_is_not_shown_even_if_the_index_has_it(store: RedisGameStore) -> None:
    public = listed(store, 1)
    secret = replace(public, id="c" * 16, visibility="private")
    assert store.commit(creation(secret))
    store.relist(replace(secret, visibility="public"), None)
    page = lobby.Lobby(store).page("ready", None, None, 10)
    assert [item.id for item in page.items] == [public.id]


def test_a_rare_variant_is_found_further_down_in_bounded_steps(
    store: RedisGameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "SCANNED_AT_MOST", 6)
    rare = listed(store, 0, "synthesis")
    for number in range(1, 12):
        listed(store, number)
    found, cursor, pages = [], None, 0
    while pages == 0 or cursor is not None:
        page = lobby.Lobby(store).page("ready", "synthesis", cursor, 3)
        found += [item.id for item in page.items]
        cursor = page.next_cursor
        pages += 1
    assert found == [rare.id]
    assert 2 <= pages <= 3
