"""What is kept for long and seldom read, in less: raw deflate (RFC 1951), for rules with a dictionary of their own."""

import zlib
from functools import lru_cache
from importlib.resources import files
from typing import Final

WHOLE: Final = 0xFF
"""The first byte of a list that was deflated as one; four bytes with the length of what follows come next."""
_HEAD: Final = 5


@lru_cache(maxsize=1)
def rules_dictionary() -> bytes:
    """Return the rules of every variant as they were when stored rules were first deflated: it must never change."""
    return files("eights.store").joinpath("rules_dictionary.bin").read_bytes()


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


def whole(entries: bytes) -> bytes:
    """Write a list of entries that is complete as one; should more be appended after all, :func:`opened` reads it."""
    body = deflated(entries)
    return bytes([WHOLE]) + len(body).to_bytes(4, "big") + body if body else b""


def opened(data: bytes) -> bytes:
    """Return a list's entries as they were before :func:`whole`; raises ValueError if they are damaged."""
    if not data or data[0] != WHOLE:
        return data
    end = _HEAD + int.from_bytes(data[1:_HEAD], "big")
    return opened(inflated(data[_HEAD:end])) + data[end:]
