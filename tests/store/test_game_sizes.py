"""What games take in the store, all their keys together, as the server counts it."""

import secrets
from itertools import islice

import pytest
from msgspec.structs import replace

from builders import creation, game, played_at_random
from eights.services.game import Game
from eights.store.connection import Connection
from eights.store.games import RedisGameStore


def bytes_of(connection: Connection, game_id: str) -> dict[bytes, int]:
    names = connection.call("KEYS", f"{{g:{game_id}}}:*")
    return {name: connection.call("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names}


@pytest.mark.parametrize("variant", ["crazy-eights", "huit-americain", "survivor", "synthesis"])
def test_a_live_game_of_four_takes_less_than_4_kb(server_url: str, variant: str) -> None:
    connection, new = Connection(server_url), game(secrets.token_hex(8), variant_id=variant)
    store = RedisGameStore(connection, answers_expire_in_s=600)
    for commit in (creation(new), *islice(played_at_random(new), 100)):
        assert store.commit(commit)
        if commit.game.status != "finished":
            assert sum(bytes_of(connection, new.id).values()) < 4096


LONG_GAMES = pytest.mark.parametrize(
    ("variant", "seed"),
    [
        ("crazy-eights", 1),
        ("draw-two", 15),
        ("huit-americain", 1),
        ("huit-americain", 4),
        ("huit-americain", 12),
        ("survivor", 1),
        ("synthesis", 13),
    ],
)
"""Matches among the longest that chance plays: in huit américain, 972 to 1182 moves."""


def among_people(variant: str) -> Game:
    """Return a game whose players have tokens of their own, which are what takes most of a short one."""
    new = game(secrets.token_hex(8), variant_id=variant, label="k3qa7mzxw6ytboi4")
    seats = tuple(replace(holder, token_hash=secrets.token_bytes(32)) for holder in new.seats)
    return replace(new, host_hash=secrets.token_bytes(32), seats=seats)


@LONG_GAMES
def test_a_long_game_takes_less_than_4_kb_while_it_is_on_and_2_once_it_is_over_on_valkey(
    embedded_url: str, variant: str, seed: int
) -> None:
    connection, new = Connection(embedded_url), among_people(variant)
    store = RedisGameStore(connection, answers_expire_in_s=600)
    assert store.commit(creation(new))
    for number, commit in enumerate(played_at_random(new, seed)):
        assert store.commit(commit)
        if number % 8 == 0 or commit.game.status == "round_over":
            assert sum(bytes_of(connection, new.id).values()) < 4096
    assert commit.game.status == "finished"
    assert sum(bytes_of(connection, new.id).values()) < 2048
