"""Tokens: made, and left out of what is kept.

A token has 256 random bits behind a prefix that says what it is for. The store keeps only its SHA-256. A keyed request
must be able to get its answer again, tokens included: so its tokens are derived from a random salt, which the record
keeps, and the caller's idempotency key, which only the caller has. Neither is enough alone.
"""

import base64
import hashlib
import hmac
from typing import Annotated, Final, Literal

from msgspec import Meta

SALT_BYTES: Final = 32

HostToken = Annotated[str, Meta(pattern="^eh_[A-Za-z0-9_-]{43}$")]
PlayerToken = Annotated[str, Meta(pattern="^ep_[A-Za-z0-9_-]{43}$")]
OrganiserToken = Annotated[str, Meta(pattern="^eo_[A-Za-z0-9_-]{43}$")]
SeatToken = Annotated[str, Meta(pattern="^es_[A-Za-z0-9_-]{43}$")]

Purpose = str
"""``host``, ``player``, ``organiser``, or a seat's number."""

_PREFIXES: Final[dict[str, Literal["eh_", "ep_", "eo_"]]] = {"host": "eh_", "player": "ep_", "organiser": "eo_"}


class Mint:
    """Makes the tokens of one answer, and seals them in the copy that is kept."""

    def __init__(self, salt: bytes, key: str = "") -> None:
        self.salt = salt
        self._key = key
        self._made: dict[Purpose, str] = {}

    def token(self, purpose: Purpose) -> str:
        """Return the token for the host or a seat; the same one for the same salt, key and purpose.

        >>> Mint(bytes(32), "one request").token("2")[:3], Mint(bytes(32), "one request").token("host")[:3]
        ('es_', 'eh_')
        """
        digest = hmac.digest(self.salt, f"{purpose}\0{self._key}".encode(), "sha256")
        token = _PREFIXES.get(purpose, "es_") + base64.urlsafe_b64encode(digest).decode().rstrip("=")
        self._made[purpose] = token
        return token

    @property
    def sealed(self) -> tuple[Purpose, ...]:
        """What tokens were made for."""
        return tuple(self._made)

    def seal(self, body: bytes) -> bytes:
        """Return a body with a mark in place of each token made."""
        for purpose, token in self._made.items():
            body = body.replace(token.encode(), self._mark(purpose))
        return body

    def unseal(self, body: bytes, sealed: tuple[Purpose, ...]) -> bytes:
        """Return a sealed body with its tokens in place again."""
        for purpose in sealed:
            body = body.replace(self._mark(purpose), self.token(purpose).encode())
        return body

    def _mark(self, purpose: Purpose) -> bytes:
        # Made from the secret salt: no name that a caller chooses can look like a mark.
        return hashlib.sha256(self.salt + purpose.encode()).hexdigest().encode()
