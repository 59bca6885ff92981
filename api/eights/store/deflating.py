"""What is kept for long and seldom read, in less: raw deflate (RFC 1951).

For rules, states and answers there are dictionaries of what is alike in them.
"""

import zlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final

WHOLE: Final = 0xFF
"""The first byte of entries that were deflated as one; four bytes with the length of what follows come next."""
APART: Final = 0xFE
"""The same of steps that were taken to pieces first."""
SHEET: Final = 0xFD
"""The same of the lines of a score sheet, which stand behind the steps that led to them."""
GROWING: Final = 0xFC
"""The same of steps in pieces to which others can be added, behind four bytes more."""
CODED: Final = 0xFB
"""The same of steps that were coded, of a game that is over: not deflated."""
SHEET_CODED: Final = 0xFA
"""The same of the lines of its score sheet."""
_HEAD: Final = 5


@lru_cache(maxsize=1)
def rules_dictionary() -> bytes:
    """Return the rules of every variant as they were when stored rules were first deflated: it must never change."""
    return files("eights.store").joinpath("rules_dictionary.bin").read_bytes()


@lru_cache(maxsize=1)
def state_dictionary() -> bytes:
    """Return what is alike in states of games that are over, as it was when they were first written in format 4.

    It must never change either.
    """
    return files("eights.store").joinpath("state_dictionary.bin").read_bytes()


@lru_cache(maxsize=1)
def answer_dictionary() -> bytes:
    """Return what is alike in answers, as it was when they were first deflated: it must never change."""
    return files("eights.store").joinpath("answer_dictionary.bin").read_bytes()


def deflated_at_once(data: bytes, dictionary: bytes) -> bytes:
    """Return data in less, at an eighth of the time that :func:`deflated` takes: there is a request that waits for it.

    All of the dictionary and of a short text is within the 4 KB that it looks back over.
    """
    compressor = zlib.compressobj(6, zlib.DEFLATED, -12, 5, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return compressor.compress(data) + compressor.flush()


def deflated(data: bytes, dictionary: bytes = b"") -> bytes:
    """Return data in less; the dictionary has what is likely to be in it."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return compressor.compress(data) + compressor.flush()


def inflated(data: bytes | memoryview, dictionary: bytes = b"") -> bytes:
    """Return what was deflated; raises ValueError if it is damaged."""
    decompressor = zlib.decompressobj(-zlib.MAX_WBITS, dictionary)
    try:
        inflated = decompressor.decompress(data)
    except zlib.error:
        raise ValueError("not deflated") from None
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("cut short, or too long")
    return inflated


def deflated_apart(*parts: bytes) -> bytes:
    """Return parts in less, each with a code of its own for its bytes: :func:`inflated` returns them joined."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_HUFFMAN_ONLY)
    return b"".join(compressor.compress(part) + compressor.flush(zlib.Z_BLOCK) for part in parts) + compressor.flush()


def block(mark: int, body: bytes) -> bytes:
    """Return what was deflated behind the byte that says how, and its length."""
    return bytes([mark]) + len(body).to_bytes(4, "big") + body


def blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the blocks at the head of some data with their bytes, and then what follows, with the mark 0.

    Raises ValueError if the last one is cut short.
    """
    at = 0
    while at < len(data) and data[at] >= SHEET_CODED:
        end = at + _HEAD + int.from_bytes(data[at + 1 : at + _HEAD], "big")
        if end > len(data):
            raise ValueError("cut short")
        yield data[at], data[at + _HEAD : end]
        at = end
    yield 0, data[at:]
