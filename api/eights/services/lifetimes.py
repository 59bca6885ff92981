"""How long a game is kept after its last change."""

import msgspec

from eights.services.game import GameStatus


class Lifetimes(msgspec.Struct, frozen=True):
    """Seconds until a game expires."""

    undealt_s: int = 24 * 3600
    """A game that was never dealt."""
    live_s: int = 30 * 24 * 3600
    """A game that was dealt and is not over."""
    over_s: int = 7 * 24 * 3600
    """A game that was finished or aborted."""

    def of(self, status: GameStatus) -> int:
        """Return how long a game of this status is kept.

        >>> Lifetimes().of("open")
        86400
        """
        if status in ("open", "ready"):
            return self.undealt_s
        return self.over_s if status in ("finished", "aborted") else self.live_s
