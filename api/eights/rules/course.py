"""The hash of a game's course: each step is hashed behind all before it, so that none can be left out or exchanged.

Behind the last step comes how the game ended, so that none can be added. It is shown while the game goes on, and
afterwards; whoever noted it can tell a replay that was shortened.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from eights.rules.notation import StepText
from eights.rules.shuffle import Hex256

_DOMAIN: Final = b"eights/course/1"


def course_begun(seed_hash: Hex256, game_id: str) -> bytes:
    """Return the hash of a game's course before its first step; its commitment and its id make it the game's own."""
    return hashlib.sha256(_DOMAIN + bytes.fromhex(seed_hash) + game_id.encode()).digest()


def courses(course: bytes, steps: Iterable[StepText]) -> Iterator[bytes]:
    """Yield the hash after each step: the SHA-256 of the one before and the step's text.

    >>> [course.hex()[:8] for course in courses(course_begun("00" * 32, "demo"), ["deal", "0 draw"])]
    ['197c67f6', '68f3734e']
    """
    for step in steps:
        course = hashlib.sha256(course + step.encode()).digest()
        yield course


def last_course(course: bytes, steps: Iterable[StepText]) -> bytes:
    """Return the hash after all of some steps."""
    for later in courses(course, steps):
        course = later
    return course
