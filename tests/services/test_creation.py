from collections.abc import Callable

import msgspec
import pytest

from eights.app import SystemClock, SystemSecrets
from eights.services.access import Caller
from eights.services.changes import Answer, Asked, Attempt, Changes
from eights.services.creation import Creation, NewGame, SeatWish
from eights.services.lifetimes import Lifetimes
from eights.services.outcomes import Outcomes
from eights.services.players.player import Player
from eights.services.players.seating import Seating
from eights.services.refusals import Refused
from eights.services.writing import Writing
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from eights.store.records import RedisRecords

WISH = NewGame("draw-two", seats=(SeatWish("Ana"), SeatWish()))
Create = Callable[..., Answer]


@pytest.fixture
def create(store: RedisGameStore, connection: Connection) -> Create:
    players = RedisRecords(connection, "p", Player, answers_expire_in_s=600)
    clock, secrets = SystemClock(), SystemSecrets()
    writing = Writing(store, store.timetable, Lifetimes(), Outcomes(store.timetable, clock, ()))
    creation = Creation(store, Seating(players), clock, secrets, Changes(store, writing, clock, secrets))

    def made(key: str | None = None, address: str = "192.0.2.7") -> Answer:
        attempt = Attempt(key, b"f" * 32) if key else None
        return creation.create(WISH, Asked(Caller(None, address), attempt))

    return made


def id_of(answer: Answer) -> str:
    game_id: str = msgspec.json.decode(answer.body)["game"]["id"]
    return game_id


def test_games_without_a_key_are_games_of_their_own(create: Create) -> None:
    assert id_of(create()) != id_of(create())


def test_a_key_names_its_game_among_those_of_its_caller(create: Create, game_id: str) -> None:
    assert id_of(create(game_id)) == id_of(create(game_id))
    assert id_of(create(game_id)) != id_of(create(game_id, address="192.0.2.8"))


def test_the_id_of_a_game_says_nothing_of_the_key(create: Create, game_id: str) -> None:
    assert game_id not in id_of(create(game_id))


def test_a_key_that_is_no_longer_remembered_makes_no_second_game(
    create: Create, connection: Connection, game_id: str
) -> None:
    created = id_of(create(game_id))
    [record] = connection.call("KEYS", f"{{g:{created}}}:answer:*")
    connection.call("DEL", record)
    with pytest.raises(Refused, match="idempotency_key_reused"):
        create(game_id)
