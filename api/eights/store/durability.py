"""How surely a store keeps what it was given, before a request is answered: what ``EIGHTS_DURABILITY`` says.

``default`` leaves that to the store. ``always`` asks it to have written to its disk, ``wait:N`` to have N replicas
hear, each with a command behind the write, in the same exchange. Both look at what the same connection last wrote, so
that a write goes before them that is never without effect: a repeated script may find that nothing is left to write.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from eights.store.keys import waited_key

WITHIN_MS: Final = 1500
"""How long is waited for disk or replicas: longer than from one ``appendfsync everysec`` to the next, and less than is
waited for an answer."""


class Assurance(msgspec.Struct, frozen=True):
    """What is asked for behind a write."""

    command: tuple[str | int, ...]
    wanted: int
    probe: tuple[str | int, ...] = ()
    """What a store refuses that cannot give this at all."""

    def behind(self, key: str | bytes | int) -> list[Sequence[str | bytes | int]]:
        """Return the commands to send behind a write to a key, in one exchange with it."""
        return [("SET", waited_key(key), "", "PX", 1), self.command]

    def given(self, answer: Any) -> bool:
        """Tell from the last one's answer whether there is as much assurance as was wanted."""
        if isinstance(answer, Exception):
            return False
        reached: int = answer[0] if isinstance(answer, list) else answer
        return reached >= self.wanted


def assurance_of(setting: str) -> Assurance | None:
    """Return what a setting asks for; None if nothing.

    >>> assurance_of("wait:2").command
    ('WAIT', 2, 1500)
    """
    if setting == "default":
        return None
    if setting == "always":
        return Assurance(("WAITAOF", 1, 0, WITHIN_MS), 1, probe=("WAITAOF", 1, 0, 1))
    replicas = int(setting.removeprefix("wait:"))
    return Assurance(("WAIT", replicas, WITHIN_MS), replicas)
