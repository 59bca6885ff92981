"""Ids: of what is created on request, and of what follows from other things and is therefore created once."""

import base64
import hashlib
from typing import Annotated, Final

from msgspec import Meta

from eights.services.changes import Asked
from eights.services.ports import Secrets

ID_BYTES: Final = 10

RecordId = Annotated[str, Meta(extra_json_schema={"pattern": "^[a-z2-7]{16}$"})]
"""The id of a player, a match or a tournament."""


def id_for(kind: str, asked: Asked, secrets: Secrets) -> str:
    """Return the id of what a request creates; a keyed request names it by its key, so that a repeat finds it."""
    if asked.scope:
        return derived_id(kind, asked.scope)
    return fresh_id(secrets)


def fresh_id(secrets: Secrets) -> str:
    """Return an id that nobody had before."""
    return _text(secrets.token_bytes(ID_BYTES))


def derived_id(kind: str, *parts: str | int) -> str:
    """Return the id that follows from some parts: the same ones give the same id, others another one.

    >>> derived_id("rematch", "mzxw6ytboi4dqmjt")
    'lgi4whwvzcky4hqe'
    """
    material = "\0".join([kind, *map(str, parts)])
    return _text(hashlib.sha256(material.encode()).digest()[:ID_BYTES])


def _text(material: bytes) -> str:
    return base64.b32encode(material).decode().lower()
