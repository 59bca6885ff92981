import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from serving.gunicorn_process import GunicornProcess, rest_of, status_of

TOKEN = b"es_" + b"a" * 43
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
LAST_HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
RULES = b"POST /v1/variants/survivor/rules HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
CHUNKED = RULES + b"Transfer-Encoding: chunked\r\n\r\n"


def last_health(request_id: str) -> bytes:
    return LAST_HEALTH.replace(b"\r\n\r\n", f"\r\nX-Request-ID: {request_id}\r\n\r\n".encode())


@pytest.fixture(scope="module")
def server() -> Iterator[GunicornProcess]:
    server = GunicornProcess(EIGHTS_LOG_LEVEL="debug")
    yield server
    server.stop()


@pytest.fixture
def impatient() -> Iterator[GunicornProcess]:
    server = GunicornProcess("serving.impatient_settings")
    yield server
    server.stop()


def assert_problem(answer: bytes, status: int, code: str) -> None:
    assert status_of(answer) == status
    head, _, body = answer.partition(b"\r\n\r\n")
    names = {line.partition(":")[0].lower() for line in head.decode().splitlines()[1:]}
    assert {"connection", "access-control-allow-origin", "x-request-id", "content-security-policy"} <= names
    assert b"Connection: close" in head
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == code


@pytest.mark.parametrize(
    "chunks",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"-1\r\n{}\r\n0\r\n\r\n",
        b"0x2\r\n{}\r\n0\r\n\r\n",
        b"+2\r\n{}\r\n0\r\n\r\n",
        b"\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}xx0\r\n\r\n",
        b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
    ],
)
def test_chunks_that_are_none_are_a_bad_request(server: GunicornProcess, chunks: bytes) -> None:
    assert_problem(server.ask(CHUNKED + chunks), 400, "bad_request")


@pytest.mark.parametrize("sent", [CHUNKED + b"2\r\n{}\r\n", RULES + b"Content-Length: 3\r\n\r\n{}"])
def test_a_body_that_breaks_off_is_not_acted_on(server: GunicornProcess, sent: bytes) -> None:
    assert_problem(server.ask(sent, half_close=True), 400, "bad_request")


def test_a_good_body_is_followed_by_the_next_request(server: GunicornProcess) -> None:
    answers = server.ask(CHUNKED + b"2\r\n{}\r\n0\r\n\r\n" + LAST_HEALTH)
    assert answers.count(b"HTTP/1.1 200 OK") == 2


def test_who_asks_without_a_pause_keeps_nobody_waiting() -> None:
    server = GunicornProcess(EIGHTS_LOG_LEVEL="info", EIGHTS_RATELIMIT_ENABLED="false")
    with server.connect() as early, server.connect() as hasty, server.connect() as late:
        for connection in (early, hasty, late):
            connection.sendall(HEALTH)
            connection.recv(65536)
        os.kill(server.worker, signal.SIGSTOP)  # so that it finds all of this at once
        early.sendall(last_health("early"))
        hasty.sendall(HEALTH * 50 + last_health("hasty"))
        late.sendall(last_health("late"))
        os.kill(server.worker, signal.SIGCONT)
        for connection in (early, hasty, late):
            assert b"Connection: close" in rest_of(connection)
    logged = server.stop()
    assert max(logged.index("early"), logged.index("late")) < logged.index("hasty")


def test_a_bad_body_that_nobody_reads_ends_the_connection_quietly(server: GunicornProcess) -> None:
    sent = HEALTH.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") + HEALTH
    assert status_of(server.ask(sent)) == 200


@pytest.mark.parametrize("name", [b"SCRIPT_NAME", b"PATH_INFO", b"script_name", b"REMOTE_USER"])
def test_no_header_moves_a_request_elsewhere(server: GunicornProcess, name: bytes) -> None:
    assert status_of(server.ask(LAST_HEALTH.replace(b"Host", name + b": /healthz\r\nHost"))) == 200


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET /healthz HTTP/1.1\r\nAuthorization Bearer " + TOKEN + b"\r\n\r\n", 400, "bad_request"),
        (b"GET /healthz?" + TOKEN + b" HTTX/1.1\r\n\r\n", 400, "bad_request"),
        (b"GET /" + TOKEN * 100 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long"),
        (b"GET /healthz HTTP/1.1\r\nCookie: " + TOKEN * 200 + b"\r\n\r\n", 431, "headers_too_large"),
        (RULES + b"Transfer-Encoding: gzip\r\n\r\n" + TOKEN, 400, "bad_request"),
        (RULES + b"Expect: " + TOKEN + b"\r\n\r\n", 400, "bad_request"),
    ],
)
def test_what_is_no_request_is_a_problem_like_any_other(
    server: GunicornProcess, sent: bytes, status: int, code: str
) -> None:
    answer = server.ask(sent)
    assert_problem(answer, status, code)
    assert TOKEN not in answer


def test_nothing_of_a_broken_request_is_logged() -> None:
    server = GunicornProcess(EIGHTS_LOG_LEVEL="debug")
    assert status_of(server.ask(LAST_HEALTH)) == 200
    head = b"GET /healthz?" + TOKEN + b" HTTP/1.1\r\nAuthorization Bearer " + TOKEN
    server.ask(head + b"\r\n\r\n")
    server.ask(head, half_close=True)
    server.ask(CHUNKED + TOKEN + b"\r\n")
    logged = server.stop()
    assert "Booting worker" in logged
    assert TOKEN.decode() not in logged
    assert "Traceback" not in logged


def test_heads_that_never_end_make_room_for_others(impatient: GunicornProcess) -> None:
    stuck = [impatient.connect() for _ in range(4)]
    for connection in stuck:
        connection.sendall(HEALTH[:20])
    assert status_of(impatient.ask(LAST_HEALTH)) == 200
    for connection in stuck:
        assert rest_of(connection) == b""
        connection.close()


def test_who_takes_no_answers_makes_room_for_others() -> None:
    impatient = GunicornProcess("serving.impatient_settings")
    stuck = [impatient.connect() for _ in range(4)]
    for connection in stuck:
        connection.setblocking(False)
        with suppress(BlockingIOError):
            # More than fits between here and there.
            connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 200)
    with impatient.connect() as connection:
        connection.settimeout(60)
        connection.sendall(LAST_HEALTH)
        assert status_of(rest_of(connection)) == 200
    for connection in stuck:
        connection.close()
    assert "Traceback" not in impatient.stop()


@pytest.mark.parametrize("begun", [RULES + b"Content-Length: 9\r\n\r\n{", CHUNKED + b"5\r\n{"])
def test_a_body_that_never_ends_is_given_up(impatient: GunicornProcess, begun: bytes) -> None:
    assert_problem(impatient.ask(begun), 400, "bad_request")


def test_who_has_asked_may_wait_before_asking_again(impatient: GunicornProcess) -> None:
    with impatient.connect() as patient, impatient.connect() as stuck:
        patient.sendall(HEALTH)
        assert patient.recv(65536)
        assert rest_of(stuck) == b""  # by then the time for a head is over
        patient.sendall(LAST_HEALTH)
        assert status_of(rest_of(patient)) == 200
