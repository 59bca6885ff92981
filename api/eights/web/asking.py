"""What comes with a request that changes a game, and how it is answered."""

from typing import Any

from flask import Response

from eights.services.access import Caller
from eights.services.changes import Answer, Asked
from eights.services.refusals import Refused
from eights.web.answers import json_answer
from eights.web.attempts import attempt
from eights.web.callers import caller, holder
from eights.web.conditions import required_revisions
from eights.web.faults import FieldFault


def asked(*, token: bool = True) -> Asked:
    """Return who asks, as which attempt, on which revisions.

    Raises ``Refused``: ``token_missing`` where a token is needed, ``token_invalid``, ``idempotency_key_invalid``,
    ``condition_invalid``.
    """
    who = holder() if token else caller()
    return Asked(who, attempt(who), required_revisions())


def name_of(who: Caller, body: dict[str, Any]) -> str:
    """Return the name that somebody who sits down gives; a registered player needs none, and none is heeded.

    Raises ``Refused("invalid_request")`` where it is missing.
    """
    if who.player is not None:
        return ""
    if "name" not in body:
        raise Refused("invalid_request", faults=[FieldFault("name", "missing_field")])
    return str(body["name"])


def answered(answer: Answer, location: str | None = None) -> Response:
    """Send the answer to a change; ``location`` is where to find what it created."""
    headers = {} if location is None else {"Location": location}
    if answer.replayed:
        headers["Idempotent-Replayed"] = "true"
    response = json_answer(answer.body, answer.status, revision=answer.revision, headers=headers)
    # Tokens and hands are nobody else's to keep.
    response.headers["Cache-Control"] = "no-store"
    return response
