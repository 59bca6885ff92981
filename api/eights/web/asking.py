"""What comes with a request that changes a game, and how it is answered."""

from flask import Response

from eights.services.changes import Answer, Asked
from eights.web.answers import json_answer
from eights.web.attempts import attempt
from eights.web.callers import caller, holder
from eights.web.conditions import required_versions


def asked(*, token: bool = True) -> Asked:
    """Return who asks, as which attempt, on which versions.

    Raises ``Refused``: ``token_missing`` where a token is needed, ``token_invalid``, ``idempotency_key_invalid``,
    ``condition_invalid``.
    """
    who = holder() if token else caller()
    return Asked(who, attempt(who), required_versions())


def answered(answer: Answer, location: str | None = None) -> Response:
    """Send the answer to a change; ``location`` is where to find what it created."""
    headers = {} if location is None else {"Location": location}
    if answer.replayed:
        headers["Idempotent-Replayed"] = "true"
    response = json_answer(answer.body, answer.status, version=answer.version, headers=headers)
    # Tokens and hands are nobody else's to keep.
    response.headers["Cache-Control"] = "no-store"
    return response
