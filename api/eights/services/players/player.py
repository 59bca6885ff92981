"""A registered player."""

from typing import Final, Literal

import msgspec

from eights.services.identity import RecordId

PlayerKind = Literal["human", "bot"]

HOUSE: Final = "bot:"
"""What stands before a house bot's name where a player's id may stand, too: ``bot:steady``."""
DEFAULT_PARALLEL_GAMES: Final = {"human": 2, "bot": 8}
MOST_PARALLEL_GAMES: Final = 64


class Player(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who registered: a name, and a token that acts for every seat the player holds."""

    id: RecordId
    version: int
    name: str
    kind: PlayerKind
    created_at_ms: int
    token_hash: bytes
    """SHA-256 of the token that is valid now."""
    parallel_games: int
    """How many games of one match the player will play at once."""
    mark: int | None = None
    """Drawn by chance for the change that made it this version."""


def house_bot_of(entrant: str) -> str | None:
    """Return the name of the house bot that an entrant's id stands for; None for a player's.

    >>> house_bot_of("bot:steady"), house_bot_of("k3qlgi4whwvzcky4")
    ('steady', None)
    """
    return entrant.removeprefix(HOUSE) if entrant.startswith(HOUSE) else None
