import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from eights.serving.gunicorn_settings import LAST_REQUESTS_WITHIN_S
from serving.gunicorn_process import GunicornProcess

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
RULES = (
    b"POST /v1/variants/survivor/rules HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\n\r\n"
)


def ask_again(connection: socket.socket) -> bytes:
    """Ask on a connection that is kept; return the answer, or what there is of it."""
    connection.sendall(HEALTH)
    return answer_on(connection)


def answer_on(connection: socket.socket) -> bytes:
    """Return the answer that comes on a connection, or what there is of it."""
    answer = b""
    while not answer.endswith(b"}") and (data := connection.recv(65536)):
        answer += data
    return answer


def test_who_goes_on_asking_while_it_ends_is_answered_each_time_and_told_which_is_the_last() -> None:
    server = GunicornProcess()
    with server.connect() as connection:
        answers = [ask_again(connection)]
        server.terminate()
        while b"Connection: close" not in answers[-1]:
            answers.append(ask_again(connection))
            assert answers[-1].startswith(b"HTTP/1.1 200 OK"), answers
        assert connection.recv(65536) == b""
    assert "Traceback" not in server.stop()


def test_who_was_being_answered_when_it_began_to_end_may_ask_once_more() -> None:
    server = GunicornProcess("serving.patient_settings")
    with server.connect() as slow, server.connect() as other:
        slow.sendall(b"POST /v1/variants/survivor/rules HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n")
        slow.sendall(b"Content-Type: application/json\r\n\r\n{")
        ask_again(other)
        server.terminate()
        while b"Connection: close" not in ask_again(other):
            pass
        slow.sendall(b"}")
        assert b"Connection: keep-alive" in answer_on(slow)
        assert b"Connection: close" in ask_again(slow)
    server.stop()


def ask_in_pieces(connection: socket.socket, at_s: float) -> bytes:
    """Send a head when it is time, and its body a moment later; return the answer, or what there is of it."""
    time.sleep(max(at_s - time.monotonic(), 0))
    with suppress(OSError):
        connection.sendall(RULES)
        time.sleep(0.004)
        connection.sendall(b"{}")
        return answer_on(connection)
    return b""


def test_who_asks_while_its_connection_is_closed_is_answered_or_left_without_an_answer() -> None:
    server = GunicornProcess()
    connections = [server.connect() for _ in range(60)]
    for connection in connections:
        ask_again(connection)
    server.terminate()
    ends_s = time.monotonic() + LAST_REQUESTS_WITHIN_S
    moments = [ends_s - 0.15 + 0.005 * number for number in range(len(connections))]
    with ThreadPoolExecutor(len(connections)) as clients:
        answers = list(clients.map(ask_in_pieces, connections, moments))
    for connection in connections:
        connection.close()
    server.stop()
    assert {answer.partition(b"\r\n")[0] for answer in answers} <= {b"", b"HTTP/1.1 200 OK"}
