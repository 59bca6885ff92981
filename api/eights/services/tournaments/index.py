"""Where public tournaments are found."""

from collections.abc import Sequence
from typing import Protocol

from eights.services.tournaments.tournament import Status


class TournamentIndex(Protocol):
    """Public tournaments by status. Every method may raise :class:`~eights.services.ports.StoreUnavailable`."""

    def enter(self, tournament_id: str, created_at_ms: int, status: Status) -> None:
        """List a tournament under a status, and under no other; may be repeated."""

    def listed(self, status: Status, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Return ids listed under a status, newest first, as ``(id, cursor)``; check each.

        ``before`` is the cursor to go on after.
        """

    def strike(self, cursors: Sequence[str], status: Status) -> None:
        """Strike tournaments out that are no longer kept."""
