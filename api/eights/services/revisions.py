"""Revisions: a version, with a mark of 16 bits drawn by chance, which another change to that version hardly shares.

A store that lost its last moments, in a failover or to an older backup, has a game at an earlier version than somebody
saw, and counts on from there. The numbers come again; the marks do so once in 65,536 times.
"""

import re
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

MARK_BYTES: Final = 2
RevisionText = Annotated[
    str,
    Meta(
        pattern="^[1-9][0-9]{0,8}(-[0-9a-f]{4})?$",
        description="The version, and a mark by chance: what `ETag` and the `id` of events say, too.",
        examples=["8-3f2a"],
    ),
]
PATTERN: Final = "^(0|[1-9][0-9]{0,8}(-[0-9a-f]{4})?)$"
"""How somebody says which revision it has: version 0 is before all others, and has no mark."""

_FORM: Final = re.compile("(0)|([1-9][0-9]{0,8})(?:-([0-9a-f]{4}))?")


class Revision(NamedTuple):
    """One state of a thing among all that it was in or might have come to."""

    version: int
    mark: int | None = None
    """None where none was drawn, or where any will do."""

    def __str__(self) -> str:
        """Return it as it is written.

        >>> str(Revision(8, 0x3f2a)), str(Revision(8))
        ('8-3f2a', '8')
        """
        version, mark = self
        return str(version) if mark is None else f"{version}-{mark:04x}"

    def may_be(self, other: "Revision") -> bool:
        """Tell whether this, as somebody has it, is what ``other`` is: without a mark, the version alone counts.

        >>> Revision(8).may_be(Revision(8, 1)), Revision(8, 2).may_be(Revision(8, 1))
        (True, False)
        """
        return self == other or (self.mark is None and self.version == other.version)


def mark_in(data: bytes) -> int:
    """Return the mark that some bytes begin with."""
    return int.from_bytes(data[:MARK_BYTES], "big")


def mark_bytes(revision: Revision) -> bytes:
    """Return the mark of a revision in bytes; none where it has none."""
    return b"" if revision.mark is None else revision.mark.to_bytes(MARK_BYTES, "big")


def revision_in(text: str) -> Revision | None:
    """Return the revision that a text names; version 0, before anything, has a name, too.

    >>> revision_in("8-3f2a"), revision_in("0"), revision_in("08")
    (Revision(version=8, mark=16170), Revision(version=0, mark=None), None)
    """
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    _, version, mark = found.groups()
    return Revision(int(version or 0), None if mark is None else int(mark, 16))
