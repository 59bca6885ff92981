"""A request that comes again with its key does nothing again, and gets its first answer."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import httpx
import pytest
from flask import Flask

from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from tables import Table, arranged, assert_refused, named_by, tag_of

KEY: Final = "0123456789abcdef"
AT_ONCE: Final = 8
TWO_SEATS: Final = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {}]}
DRAW: Final = {"action": "draw"}


@pytest.fixture
def key(request: pytest.FixtureRequest) -> str:
    """A key that no other test uses: callers without a token share their address."""
    return f"{request.node.name}-{KEY}"


def create(http: httpx.Client, key: str, wish: dict[str, Any] = TWO_SEATS, token: str | None = None) -> httpx.Response:
    authorization = {"Authorization": f"Bearer {token}"} if token else {}
    return http.post("/v1/games", json=wish, headers={"Idempotency-Key": key, **authorization})


def at_once(request: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Send one request from several threads at the same time."""
    ready = threading.Barrier(AT_ONCE)

    def send() -> httpx.Response:
        ready.wait()
        return request()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [sent.result() for sent in [threads.submit(send) for _ in range(AT_ONCE)]]


def assert_same_answer(again: httpx.Response, first: httpx.Response) -> None:
    assert again.content == first.content
    assert again.status_code == first.status_code
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Cache-Control"] == "no-store"
    kept = ("ETag", "Location", "Content-Type")
    assert [again.headers.get(name) for name in kept] == [first.headers.get(name) for name in kept]


def test_a_game_is_created_once_and_its_tokens_are_told_again(http: httpx.Client, key: str) -> None:
    first = create(http, key)
    assert first.status_code == 201
    assert "Idempotent-Replayed" not in first.headers
    assert_same_answer(create(http, key), first)
    table = Table(http, create(http, key).json())
    assert table.post("/seats", None, {"name": "Ben"}).is_success
    assert table.post("/deals", "host").is_success
    assert_same_answer(create(http, key), first)


def test_a_seat_is_taken_once_and_its_token_told_again(http: httpx.Client, key: str) -> None:
    table = Table(http, http.post("/v1/games", json=TWO_SEATS).json())
    first = table.post("/seats", None, {"name": "Ben"}, Idempotency_Key=key)
    assert first.status_code == 201
    assert_same_answer(table.post("/seats", None, {"name": "Ben"}, Idempotency_Key=key), first)
    assert table.get("/moves", first.json()["token"]).status_code == 200
    assert table.view()["version"] == 2


def test_a_round_is_dealt_once(http: httpx.Client, key: str) -> None:
    table = Table.laid(http)
    first = table.post("/deals", 0, Idempotency_Key=key)
    assert_same_answer(table.post("/deals", 0, Idempotency_Key=key), first)
    assert table.view()["version"] == 2


def test_a_move_is_made_once_and_answered_the_same_also_when_the_game_has_moved_on(
    http: httpx.Client, kept: RedisGameStore
) -> None:
    table = arranged(http, kept, "9C 4S", "9D 3C", top="9H")
    move = {"action": "play", "card": "9C"}
    first = table.post("/moves", 0, move, Idempotency_Key="1")
    assert table.post("/moves", 1, {"action": "play", "card": "9D"}).is_success
    again = table.post("/moves", 0, move, Idempotency_Key="1")
    assert_same_answer(again, first)
    assert named_by(again) == named_by(first) == tag_of(first.json())
    assert table.view()["version"] == 5


def test_a_repeat_is_answered_whatever_version_it_was_meant_for(http: httpx.Client) -> None:
    table = Table.ready_to_draw(http)
    first = table.post("/moves", 0, DRAW, Idempotency_Key="1", If_Match='"2"')
    assert first.status_code == 200
    assert_same_answer(table.post("/moves", 0, DRAW, Idempotency_Key="1", If_Match='"2"'), first)


def test_a_key_that_comes_with_another_request_is_refused(http: httpx.Client, key: str) -> None:
    table = Table.ready_to_draw(http)
    assert table.post("/moves", 0, DRAW, Idempotency_Key="1").is_success
    before = table.view(0)
    for what, body in (("/moves", {"action": "pass"}), ("/deals", None), ("/seats", {"name": "Zoé"})):
        assert_refused(table.post(what, 0, body, Idempotency_Key="1"), 422, "idempotency_key_reused")
    assert create(http, key).is_success
    assert_refused(create(http, key, {"variant": "survivor"}), 422, "idempotency_key_reused")
    assert table.view(0) == before


def test_a_key_belongs_to_its_caller(http: httpx.Client, key: str) -> None:
    table = Table.laid(http)
    assert table.post("/deals", 0, Idempotency_Key="1").is_success
    assert_refused(table.post("/deals", 1, Idempotency_Key="1"), 409, "round_on")
    first, second = (create(http, key, token=table.tokens[seat]) for seat in (0, 1))
    assert first.json()["game"]["id"] != second.json()["game"]["id"]
    assert "Idempotent-Replayed" not in second.headers


def test_callers_without_a_token_are_told_apart_by_their_address(http: httpx.Client, app: Flask, key: str) -> None:
    first = create(http, key)
    transport = httpx.WSGITransport(app, remote_addr="192.0.2.9")
    with httpx.Client(transport=transport, base_url="http://eights.example") as neighbour:
        other = create(neighbour, key)
    assert other.status_code == 201
    assert "Idempotent-Replayed" not in other.headers
    assert other.json()["host_token"] != first.json()["host_token"]
    assert first.json()["game"]["id"] != other.json()["game"]["id"]


def test_the_same_key_at_another_table_is_another_request(http: httpx.Client, key: str) -> None:
    tables = [Table(http, http.post("/v1/games", json=TWO_SEATS).json()) for _ in range(2)]
    taken = [table.post("/seats", None, {"name": "Ben"}, Idempotency_Key=key) for table in tables]
    assert [answer.status_code for answer in taken] == [201, 201]
    assert taken[0].json()["token"] != taken[1].json()["token"]


def test_a_refusal_is_not_kept_and_the_repeat_is_judged_anew(http: httpx.Client, kept: RedisGameStore) -> None:
    table = arranged(http, kept, "9C 4S", "9D 3C", top="9H")
    move = {"action": "play", "card": "9D"}
    assert_refused(table.post("/moves", 1, move, Idempotency_Key="1"), 409, "not_your_turn")
    assert table.post("/moves", 0, {"action": "play", "card": "9C"}).is_success
    assert table.post("/moves", 1, move, Idempotency_Key="1").status_code == 200


def test_identical_moves_sent_at_once_play_once(http: httpx.Client, kept: RedisGameStore) -> None:
    table = Table.ready_to_draw(http)
    answers = at_once(lambda: table.post("/moves", 0, DRAW, Idempotency_Key="1"))
    assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
    assert ["Idempotent-Replayed" in answer.headers for answer in answers].count(False) == 1
    assert table.view()["version"] == 3
    assert len(kept.steps(table.id)) == 2


def test_identical_creations_sent_at_once_create_one_game(http: httpx.Client, key: str) -> None:
    answers = at_once(lambda: create(http, key))
    assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
    assert ["Idempotent-Replayed" in answer.headers for answer in answers].count(False) == 1


def test_identical_joins_sent_at_once_take_one_seat(http: httpx.Client, key: str) -> None:
    table = Table(http, http.post("/v1/games", json={"variant": "crazy-eights", "seats": [{}, {}, {}]}).json())
    answers = at_once(lambda: table.post("/seats", None, {"name": "Ben"}, Idempotency_Key=key))
    assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
    assert [seat["name"] for seat in table.view()["seats"]] == ["Ben", None, None]


def test_without_keys_strangers_who_come_at_once_get_a_seat_each(http: httpx.Client) -> None:
    wish = {"variant": "huit-americain", "seats": [{}] * AT_ONCE}
    table = Table(http, http.post("/v1/games", json=wish).json())
    answers = at_once(lambda: table.post("/seats", None, {"name": "Ben"}))
    assert sorted(answer.json()["seat"] for answer in answers) == list(range(AT_ONCE))
    assert len({answer.json()["token"] for answer in answers}) == AT_ONCE
    assert table.view()["version"] == AT_ONCE + 1


def test_of_a_jump_in_and_a_play_at_once_one_is_made_and_the_other_judged_on_what_came_of_it(
    http: httpx.Client, kept: RedisGameStore
) -> None:
    hands = ("9C 4S 5S", "2C 3C", "9H 6S KD", "2D 3D")
    table = arranged(http, kept, *hands, top="9H", plays="huit-americain", options=["a_la_volee"])
    ready = threading.Barrier(2)

    def send(seat: int, card: str) -> httpx.Response:
        ready.wait()
        return table.post("/moves", seat, {"action": "play", "card": card})

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(send, (0, 2), ("9C", "9H")))
    winner, loser = sorted(answers, key=lambda answer: answer.status_code)
    assert winner.status_code == 200
    behind = (0, 2)[answers.index(loser)]
    assert_refused(loser, 409, "cannot_jump_in", version=4, legal_moves=table.legal(behind))
    assert table.view()["version"] == winner.json()["version"] == 4


def test_no_token_and_no_key_lies_in_the_store(http: httpx.Client, embedded_url: str, key: str) -> None:
    table = Table(http, create(http, key).json())
    keys = [key, f"{key}-joining", f"{key}-dealing"]
    table.tokens[1] = table.post("/seats", None, {"name": "Ben"}, Idempotency_Key=keys[1]).json()["token"]
    assert table.post("/deals", 1, Idempotency_Key=keys[2]).is_success
    held = everything_in(Connection(embedded_url))
    assert b"Ben" in held
    assert held.count(f"{{g:{table.id}}}:answer:".encode()) == len(keys)
    secrets = [token.partition("_")[2] for token in table.tokens.values()]
    assert len(secrets) == 3
    assert not [secret for secret in (*secrets, *keys) if secret.encode() in held]


READ_WHOLE: Final[dict[bytes, tuple[str | int, ...]]] = {
    b"string": ("GET",),
    b"hash": ("HGETALL",),
    b"list": ("LRANGE", 0, -1),
    b"set": ("SMEMBERS",),
    b"stream": ("XRANGE", "-", "+"),
    b"zset": ("ZRANGE", 0, -1),
}


def everything_in(store: Connection) -> bytes:
    """Return all names in the store and all that lies under them."""
    pieces: list[bytes] = []
    for name in store.call("KEYS", "*"):
        kind = store.call("TYPE", name)
        command, *whole = READ_WHOLE[kind]
        pieces += [name, joined(store.call(command, name, *whole))]
    return b"\n".join(pieces)


def joined(value: Any) -> bytes:
    """Return the bytes in a value, and in lists in it, one after the other."""
    return value if isinstance(value, bytes) else b"\n".join(map(joined, value))
