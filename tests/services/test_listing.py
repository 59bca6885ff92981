"""The lobby shows games as they are, whatever the index says."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from builders import creation, game
from eights.rules.replay import Dealt, take
from eights.services import lobby, scanning
from eights.services.game import Game
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from own_store import own_store


@pytest.fixture(scope="module")
def own_url(memory_folder: Path) -> Iterator[str]:
    """The URL of a store that nobody else opens games in."""
    with own_store(memory_folder / "listing") as url:
        yield url


@pytest.fixture
def store(own_url: str) -> RedisGameStore:
    return emptied(own_url)


def emptied(url: str) -> RedisGameStore:
    connection = Connection(url)
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


def test_a_rare_variant_is_looked_for_in_large_steps(own_url: str, store: RedisGameStore) -> None:
    rare = listed(store, 0, "synthesis")
    for number in range(1, 40):
        listed(store, number)
    connection = Connection(own_url)
    connection.call("CONFIG", "RESETSTAT")
    page = lobby.Lobby(store).page("ready", "synthesis", None, 1)
    assert [item.id for item in page.items] == [rare.id]
    assert int(connection.call("INFO", "commandstats").split(b"cmdstat_zrange:calls=")[1].split(b",")[0]) <= 3


class Listing(NamedTuple):
    """What the index holds, oldest first, and how it is read."""

    entries: list[str]
    limit: int
    step: int
    at_most: int


listings = st.builds(
    Listing,
    st.lists(st.sampled_from(["synthesis", "survivor", "gone", "private"]), max_size=16),
    limit=st.integers(1, 5),
    step=st.integers(1, 6),
    at_most=st.integers(1, 12),
)


@given(listings)
def test_page_after_page_every_game_comes_once_newest_first(own_url: str, listing: Listing) -> None:
    store = emptied(own_url)
    expected = []
    for number, entry in enumerate(listing.entries):
        match entry:
            case "gone":
                store.relist(game(f"gone{number:012}", created_at_ms=1_750_000_000_000 + number), None)
            case "private":
                secret = game(f"hush{number:012}", created_at_ms=1_750_000_000_000 + number, visibility="private")
                assert store.commit(creation(secret))
                store.relist(replace(secret, visibility="public"), None)
            case variant_id:
                new = listed(store, number, variant_id)
                expected += [new.id] if variant_id == "synthesis" else []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(scanning, "STEP", listing.step)
        patched.setattr(scanning, "SCANNED_AT_MOST", listing.at_most)
        pages = [lobby.Lobby(store).page("ready", "synthesis", None, listing.limit)]
        while pages[-1].next_cursor is not None:
            pages.append(lobby.Lobby(store).page("ready", "synthesis", pages[-1].next_cursor, listing.limit))
    assert [item.id for page in pages for item in page.items] == expected[::-1]
    assert all(len(page.items) <= listing.limit for page in pages)


def test_a_rare_variant_is_found_further_down_in_bounded_steps(
    store: RedisGameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "SCANNED_AT_MOST", 6)
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
