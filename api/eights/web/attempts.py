"""Requests that may come again: ``Idempotency-Key``, and what it was used for."""

import hashlib
import re
from typing import Final

from flask import request

from eights.services.access import Caller
from eights.services.changes import Attempt
from eights.services.refusals import Refused
from eights.web.arguments import body

_KEY: Final = re.compile(r"[!-~]{1,255}")
SHORTEST_ALONE: Final = 16
"""Characters of a key that alone tells its caller from others."""


def attempt(caller: Caller) -> Attempt | None:
    """Return the request as an attempt if it has an ``Idempotency-Key``.

    A caller without a token is known by the key alone, which therefore must not be easy to guess. Raises
    ``Refused("idempotency_key_invalid")``, and as :func:`~eights.web.arguments.body`.
    """
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if _KEY.fullmatch(key) is None or (caller.token_hash is None and len(key) < SHORTEST_ALONE):
        raise Refused("idempotency_key_invalid")
    head = f"{request.method}\0{request.path}\0".encode("utf-8", "surrogatepass")
    return Attempt(key, hashlib.sha256(head + body()).digest())
