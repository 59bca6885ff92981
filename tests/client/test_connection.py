import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from client.scripted_server import NO_ANSWER, Answer, answering
from eights.client.connection import BACK_OFF_S, Connection
from eights.client.problems import ProblemError, ServerUnreachable

BUSY = Answer(503, b'{"status":503,"code":"store_unavailable"}', {"Retry-After": "1"})
WELL = Answer(200, b'{"id":"abc"}')


@contextmanager
def connected(url: str, token: str | None = None) -> Iterator[tuple[Connection, list[float]]]:
    pauses: list[float] = []
    with closing(Connection(url, token, pause=pauses.append)) as connection:
        yield connection, pauses


def test_a_busy_server_is_asked_again_after_the_pause_it_asks_for() -> None:
    with answering(BUSY, WELL) as server, connected(server.url) as (connection, pauses):
        assert connection.get("/v1/games/abc").content == WELL.body
        assert len(server.asked) == 2
        assert [1.0 <= pause_s <= 1.25 for pause_s in pauses] == [True]


def test_a_repeated_post_carries_the_same_key_and_body() -> None:
    with answering(NO_ANSWER, BUSY, WELL) as server, connected(server.url) as (connection, _):
        connection.post("/v1/games", b'{"variant":"survivor"}')
        first, second, third = server.asked
        assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"] == third.headers["Idempotency-Key"]
        assert first.body == second.body == third.body


def test_two_posts_carry_two_keys() -> None:
    with answering(WELL) as server, connected(server.url) as (connection, _):
        connection.post("/v1/games", b"{}")
        connection.post("/v1/games", b"{}")
        first, second = server.asked
        assert first.headers["Idempotency-Key"] != second.headers["Idempotency-Key"]


def test_a_server_that_stays_busy_is_a_problem_in_the_end() -> None:
    with answering(BUSY) as server, connected(server.url) as (connection, pauses):
        with pytest.raises(ProblemError) as caught:
            connection.get("/v1/games/abc")
        assert caught.value.code == "store_unavailable"
        assert len(server.asked) == len(pauses) + 1 == len(BACK_OFF_S) + 1


def test_a_pause_of_an_hour_is_a_refusal() -> None:
    limited = Answer(429, b'{"status":429,"code":"rate_limited_creations"}', {"Retry-After": "3600"})
    with answering(limited) as server, connected(server.url) as (connection, pauses):
        with pytest.raises(ProblemError, match="rate_limited_creations"):
            connection.post("/v1/games", b"{}")
        assert len(server.asked) == 1
        assert pauses == []


def test_a_refused_move_is_not_repeated_and_says_what_is_legal() -> None:
    body = (
        b'{"type":"/problems/not_your_turn","title":"Not your turn","status":409,"detail":"Wait.","new_field":1,'
        b'"code":"not_your_turn","version":7,"legal_moves":[{"action":"challenge","target":2}]}'
    )
    with answering(Answer(409, body)) as server, connected(server.url) as (connection, _):
        with pytest.raises(ProblemError) as caught:
            connection.post("/v1/games/abc/moves", b'{"action":"draw"}')
        problem = caught.value
        assert (problem.status, problem.code, problem.version) == (409, "not_your_turn", 7)
        assert [(move.action, move.target) for move in problem.legal_moves or ()] == [("challenge", 2)]
        assert len(server.asked) == 1


def test_nobody_listening_is_told_as_such() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with connected(f"http://127.0.0.1:{port}") as (connection, pauses):
        with pytest.raises(ServerUnreachable, match=str(port)):
            connection.get("/v1/variants")
        assert len(pauses) == len(BACK_OFF_S)


def test_the_token_travels_in_its_header_and_nowhere_else() -> None:
    with answering(WELL) as server, connected(server.url, "es_secret") as (connection, _):
        connection.get("/v1/games/abc", etag='"3"')
        (asked,) = server.asked
        assert asked.headers["Authorization"] == "Bearer es_secret"
        assert asked.headers["If-None-Match"] == '"3"'
        assert "secret" not in asked.path
