"""Range coding: nibbles in the less room the more often they came before in the same context.

After G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised message" (1979). Nibbles
name a number, step by step: what is left of a range is divided among all nibbles by their counts, and the part of the
nibble that comes is what is left of it next. ``low`` is where it begins and ``span`` how long it is. Where it gets too
short to be divided, the upper bits of ``low`` are put away, and the rest of the number has as many bits more.

A nibble counts 1 before it ever came in a context. The counts follow from the nibbles before, for the reader as well,
and are not written.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Final

Code = Callable[[Hashable, int], int]
"""Takes a context and a nibble, and returns the nibble: a writer the one it was given, a reader the one it reads."""

_NIBBLES: Final = 16
_TOTAL: Final = _NIBBLES
"""Where counts have their sum."""
_SEEN: Final = 16
"""What is added to the count of a nibble each time that it comes."""
_WORD: Final = 16
_LEAST: Final = 1 << 32
_WHOLE: Final = _LEAST << _WORD


def _counts() -> defaultdict[Hashable, list[int]]:
    return defaultdict(lambda: [*[1] * _NIBBLES, _NIBBLES])


class RangeWriter:
    """Takes nibbles one after the other."""

    def __init__(self) -> None:
        self._counts = _counts()
        self._words: list[int] = []
        self._low, self._span = 0, _WHOLE

    def code(self, context: Hashable, nibble: int) -> int:
        """Take a nibble and return it."""
        counts = self._counts[context]
        count = counts[nibble]
        unit = self._span // counts[_TOTAL]
        if nibble:
            self._low += unit * sum(counts[:nibble])
        counts[nibble] = count + _SEEN
        counts[_TOTAL] += _SEEN
        span = unit * count
        while span < _LEAST:
            # It may be a bit too long, which is carried when all words are put together.
            self._words.append(self._low >> 32)
            self._low = (self._low & _LEAST - 1) << _WORD
            span <<= _WORD
        self._span = span
        return nibble

    def written(self) -> bytes:
        """Return what names all nibbles: the first number of whole words in the range that is left."""
        number = 0
        for word in (*self._words, -(-self._low >> 32)):
            number = (number << _WORD) + word
        return number.to_bytes(2 * len(self._words) + 2, "big")


class RangeReader:
    """Gives the nibbles that were written, asked for in the same contexts."""

    def __init__(self, data: bytes) -> None:
        self._counts = _counts()
        # What was left out at the end is nothing but zeros.
        self._data, self._at = data + bytes(4), 6
        self._above_low, self._span = int.from_bytes(self._data[:6], "big"), _WHOLE

    def code(self, context: Hashable, _: int) -> int:
        """Return the next nibble; raises ValueError or LookupError where there is none."""
        counts = self._counts[context]
        unit = self._span // counts[_TOTAL]
        within, above = divmod(self._above_low, unit)
        nibble = start = 0
        while within >= (end := start + counts[nibble]):
            nibble, start = nibble + 1, end
        if nibble == _TOTAL:
            raise ValueError("no nibble")
        count = counts[nibble]
        counts[nibble] = count + _SEEN
        counts[_TOTAL] += _SEEN
        self._above_low = (within - start) * unit + above
        span = unit * count
        while span < _LEAST:
            self._above_low = self._above_low << _WORD | self._word()
            span <<= _WORD
        self._span = span
        return nibble

    def _word(self) -> int:
        word = self._data[self._at : self._at + 2]
        self._at += 2
        if len(word) < 2:
            raise ValueError("cut short")
        return word[0] << 8 | word[1]

    def end(self) -> None:
        """Raise ValueError unless everything was read."""
        if self._at != len(self._data):
            raise ValueError("too long")


def code_byte(code: Code, context: Hashable, byte: int) -> int:
    """Code a byte as two nibbles, the lower one in the context of the higher."""
    high = code(context, byte >> 4)
    return high << 4 | code((context, high), byte & 15)


def code_whole(code: Code, context: Hashable, number: int) -> int:
    """Code a whole number that is not negative, three bits to a nibble, the lowest first."""
    coded = place = 0
    while True:
        digit = code((context, place), number & 7 | (8 if number > 7 else 0))
        coded |= (digit & 7) << place
        if digit < 8:
            return coded
        number, place = number >> 3, place + 3
