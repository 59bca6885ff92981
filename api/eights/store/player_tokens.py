"""Players by their tokens."""

from typing import Final

from eights.services.ports import PlayerTokens
from eights.store import keys
from eights.store.codec import UnreadableRecord
from eights.store.connection import Connection

REMEMBERED: Final = 10_000
"""Tokens whose players a process knows without asking: a token never is another player's."""


class RedisPlayerTokens(PlayerTokens):
    """Tokens as :class:`eights.services.ports.PlayerTokens` describes them."""

    def __init__(self, connection: Connection, answers_expire_in_s: int = 3600) -> None:
        self._connection = connection
        self._answers_expire_in_s = answers_expire_in_s
        self._known: dict[bytes, str] = {}

    def remember(self, token_hash: bytes, player_id: str) -> None:
        """Note whose token it is."""
        self._connection.keep("SET", keys.token_key(token_hash), player_id)

    def player_of(self, token_hash: bytes) -> str | None:
        """Return whose token it is, or was; without asking the store where that was asked before."""
        known = self._known.get(token_hash)
        if known is not None:
            return known
        found = self._connection.call("GET", keys.token_key(token_hash))
        if found is None:
            return None
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        player_id = _id_in(found)
        self._known[token_hash] = player_id
        return player_id

    def retire(self, token_hash: bytes) -> None:
        """Note that it has ended: it is known for a while yet."""
        self._connection.call("EXPIRE", keys.token_key(token_hash), self._answers_expire_in_s)

    def forget(self, token_hash: bytes) -> None:
        """Note that it is nobody's any more."""
        self._known.pop(token_hash, None)
        self._connection.call("DEL", keys.token_key(token_hash))


def _id_in(written: bytes) -> str:
    try:
        return written.decode("ascii")
    except ValueError:
        raise UnreadableRecord("whose a token is, is stored in a form that this program does not know") from None
