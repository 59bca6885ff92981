"""What can go wrong between a program and the server."""

import httpx
import msgspec

from eights.client.models import Move


class ServerUnreachable(Exception):  # noqa: N818 - a state of the world, named as such
    """The server gave no answer, after all retries; ``refused`` is its address where it refused the connection."""

    def __init__(self, sentence: str, refused: str | None = None) -> None:
        super().__init__(sentence, refused)
        self.refused = refused

    def __str__(self) -> str:
        return str(self.args[0])


class StreamClosed(Exception):  # noqa: N818 - what happened, named as such
    """The server ended a stream for good: ``reason`` is ``token_revoked`` or ``game_expired``."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the server closed the stream: {reason}")
        self.reason = reason


class ProblemError(Exception):
    """The server refused a request (RFC 9457); ``code`` is the stable slug to branch on."""

    def __init__(self, problem: "Problem", *, retry_after_s: float = 0.0) -> None:
        super().__init__(f"{problem.detail or problem.title} ({problem.code})")
        self.status = problem.status
        self.code = problem.code
        self.title = problem.title
        self.detail = problem.detail
        self.errors = problem.errors
        self.version = problem.version
        self.legal_moves = problem.legal_moves
        self.blockers = problem.blockers
        self.retry_after_s = retry_after_s


class FieldFault(msgspec.Struct, frozen=True):
    """One fault of a request's body: where, and what."""

    path: str
    message: str


class Blocker(msgspec.Struct, frozen=True):
    """One thing that stands in the way of a tournament's next step."""

    code: str
    message: str


class Problem(msgspec.Struct, frozen=True):
    """The body of a refusal."""

    status: int
    code: str
    title: str = ""
    detail: str = ""
    errors: tuple[FieldFault, ...] = ()
    version: int | None = None
    """The game's version, where a move was refused."""
    legal_moves: tuple[Move, ...] | None = None
    """The caller's legal moves, where a move was refused."""
    blockers: tuple[Blocker, ...] = ()
    """What stands in the way, where a tournament cannot go on now."""


def problem_in(response: httpx.Response) -> Problem:
    """Read the problem out of a refusal, also out of one that something between us and the server wrote.

    >>> problem_in(httpx.Response(502, text="<h1>Bad gateway</h1>")).code
    'http_502'
    """
    try:
        return msgspec.json.decode(response.content, type=Problem)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Problem(response.status_code, f"http_{response.status_code}", title=response.reason_phrase)
