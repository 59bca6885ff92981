"""How a service refuses: a stable code, and what a reader needs to understand it."""

from collections.abc import Sequence
from typing import Protocol

from eights.rules.text import Language


class Fault(Protocol):
    """One thing that is wrong with a request."""

    @property
    def path(self) -> str:
        """Where, by dots from the top: ``seats.0.name``; empty for the whole."""

    @property
    def code(self) -> str:
        """What, as a stable slug."""

    def message(self, language: Language) -> str:
        """Say what is wrong in one sentence."""


class Refused(Exception):  # noqa: N818 - an answer, not an error of the program
    """A request that is refused.

    ``code`` is stable. ``details`` fill the sentence that explains it and go out with it, so they hold nothing that
    the caller may not see; ``faults`` list what is wrong with the request's own data.

    >>> Refused("seat_taken", seat=2).details
    {'seat': 2}
    """

    def __init__(self, code: str, *, faults: Sequence[Fault] = (), **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.faults = faults
        self.details = details
