"""Numbers from a key: the same key gives the same numbers to everybody, and nothing about them without it.

The layout is told in :mod:`eights.rules.shuffle`.
"""

import hashlib
import struct
from collections.abc import Iterator
from typing import Final

_WORDS: Final = struct.Struct(">8I")
_ALL_WORDS: Final = 2**32
_BLOCK_BYTES: Final = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def words(key: bytes) -> Iterator[int]:
    """Yield the numbers of 32 bits of a key of 32 bytes, without end."""
    # What hmac.digest(key, ..., "sha256") is of one message after another, with the key hashed once for them all.
    padded = key.ljust(_BLOCK_BYTES, b"\0")
    inner, outer = hashlib.sha256(padded.translate(_INNER)), hashlib.sha256(padded.translate(_OUTER))
    counter = 0
    while True:
        within, block = inner.copy(), outer.copy()
        within.update(counter.to_bytes(8, "big"))
        block.update(within.digest())
        yield from _WORDS.unpack(block.digest())
        counter += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    """Return the next number from 0 to ``bound`` - 1, each as likely as the others.

    >>> drawn = words(bytes(32))
    >>> [below(6, drawn) for _ in range(8)]
    [4, 0, 5, 2, 1, 3, 3, 2]
    """
    word = next(numbers)
    if word > _ALL_WORDS - bound:  # below that no limit lies, and to work it out takes longer than all the rest
        limit = _ALL_WORDS - _ALL_WORDS % bound
        while word >= limit:
            word = next(numbers)
    return word % bound
