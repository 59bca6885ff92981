"""What the services tell whoever counts and logs: facts in the past tense, without a card, a token or a seed."""

from typing import Protocol

from eights.rules.state import Seat
from eights.services.game import GameStatus
from eights.services.ports import Lane


class Witness(Protocol):
    """Is told of what happened; must neither wait nor raise."""

    def admitted(self, seat: Seat | None) -> None:
        """A caller was let in, who holds that seat, or none."""

    def moved(self, variant: str, code: str) -> None:
        """A move was asked for in a game of that variant: ``ok`` if it was made, else the refusal's code."""

    def game_became(self, variant: str, status: GameStatus) -> None:
        """A game of that variant was written with a status that it did not have before."""

    def clock_acted(self, lane: Lane, late_ms: int) -> None:
        """A deadline that had passed was acted on, so long after it; in which lane tells who waited."""

    def competition_advanced(self, kind: str) -> None:
        """A match (``m``) or a tournament (``t``) was looked at, and went on if it could."""


class Unseen(Witness):
    """A witness who makes nothing of it."""

    def admitted(self, seat: Seat | None) -> None:
        """Nothing."""

    def moved(self, variant: str, code: str) -> None:
        """Nothing."""

    def game_became(self, variant: str, status: GameStatus) -> None:
        """Nothing."""

    def clock_acted(self, lane: Lane, late_ms: int) -> None:
        """Nothing."""

    def competition_advanced(self, kind: str) -> None:
        """Nothing."""


UNSEEN = Unseen()
