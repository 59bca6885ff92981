"""How much of the store a game takes."""

import secrets
from itertools import islice

import pytest

from builders import commit_all, creation, game, played_at_random
from eights.store.connection import Connection
from eights.store.games import RedisGameStore


def bytes_of(url: str, game_id: str) -> dict[bytes, int]:
    connection = Connection(url)
    names = connection.call("KEYS", f"{{g:{game_id}}}:*")
    return {name: connection.call("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names}


@pytest.mark.parametrize("variant", ["crazy-eights", "huit-americain", "survivor", "synthesis"])
def test_a_live_game_of_four_takes_less_than_4_kb(behind: RedisGameStore, server_url: str, variant: str) -> None:
    new = game(secrets.token_hex(8), variant_id=variant)
    for commit in (creation(new), *islice(played_at_random(new), 100)):
        assert behind.commit(commit)
        if commit.game.status != "finished":
            assert sum(bytes_of(server_url, new.id).values()) < 4096


@pytest.mark.parametrize("variant", ["crazy-eights", "huit-americain", "survivor", "synthesis"])
def test_a_game_of_a_thousand_moves_takes_less_than_4_kb_on_valkey(embedded_url: str, variant: str) -> None:
    store, new = (
        RedisGameStore(Connection(embedded_url), answers_expire_in_s=600),
        game(secrets.token_hex(8), variant_id=variant),
    )
    assert store.commit(creation(new))
    for number, commit in enumerate(islice(played_at_random(new), 1000)):
        assert store.commit(commit)
        if number % 16 == 0 and commit.game.status != "finished":
            assert sum(bytes_of(embedded_url, new.id).values()) < 4096


@pytest.mark.parametrize("variant", ["crazy-eights", "draw-two", "survivor", "synthesis"])
def test_a_game_that_is_over_takes_less_than_2_kb_on_valkey(embedded_url: str, variant: str) -> None:
    store, new = (
        RedisGameStore(Connection(embedded_url), answers_expire_in_s=600),
        game(secrets.token_hex(8), variant_id=variant),
    )
    commits = commit_all(store, new, 2000)
    assert commits[-1].game.status == "finished"
    assert sum(bytes_of(embedded_url, new.id).values()) < 2048
