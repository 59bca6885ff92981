import socket

from serving.gunicorn_process import GunicornProcess

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"


def ask_again(connection: socket.socket) -> bytes:
    """Ask on a connection that is kept; return the answer, or what there is of it."""
    connection.sendall(HEALTH)
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
