"""Reading the server's answers."""

from typing import TypeVar

import httpx
import msgspec

from eights.client.problems import Problem, ProblemError

T = TypeVar("T")


def read(response: httpx.Response, kind: type[T]) -> T:
    """Return what an answer says; raises :class:`ProblemError` (``unexpected_answer``) if it is none of this API.

    >>> read(httpx.Response(200, json={"seat": 1}), dict[str, int])
    {'seat': 1}
    """
    try:
        return msgspec.json.decode(response.content, type=kind)
    except msgspec.MsgspecError as error:
        problem = Problem(response.status_code, "unexpected_answer", detail=f"Not an answer of this API: {error}")
        raise ProblemError(problem) from error
