"""A real HTTP server that gives prepared answers, one after the other, and remembers what it was asked."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)


NO_ANSWER = Answer(0)
"""The connection is closed instead."""


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: Message
    body: bytes


@dataclass
class Script:
    url: str
    asked: list[Asked]


class _Server(ThreadingHTTPServer):
    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[Asked] = []

    def answer_to(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        answer = self.server.answer_to(Asked(self.command, self.path, self.headers, body))
        if answer is NO_ANSWER:
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in {**answer.headers, "Content-Length": str(len(answer.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    do_GET = do_POST = do_DELETE = answer  # noqa: N815 - the names are the standard library's

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the standard library's
        """Say nothing."""


@contextmanager
def answering(*answers: Answer) -> Iterator[Script]:
    """Serve these answers in order; the last one is given again and again."""
    server = _Server(answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Script(f"http://127.0.0.1:{server.server_port}", server.asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
