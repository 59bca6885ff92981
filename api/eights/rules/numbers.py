"""Numbers from a key: the same key gives the same numbers to everybody, and nothing about them without it.

The layout is told in :mod:`eights.rules.shuffle`.
"""

import hmac
import struct
from collections.abc import Iterator
from typing import Final

_WORDS: Final = struct.Struct(">8I")


def words(key: bytes) -> Iterator[int]:
    """Yield the key's numbers of 32 bits, without end."""
    counter = 0
    while True:
        yield from _WORDS.unpack(hmac.digest(key, struct.pack(">Q", counter), "sha256"))
        counter += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    """Return the next number from 0 to ``bound`` - 1, each as likely as the others.

    >>> drawn = words(bytes(32))
    >>> [below(6, drawn) for _ in range(8)]
    [4, 0, 5, 2, 1, 3, 3, 2]
    """
    limit = 2**32 - 2**32 % bound
    word = next(numbers)
    while word >= limit:
        word = next(numbers)
    return word % bound
