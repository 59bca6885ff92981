"""The move list of a game that is over: its pieces, range-coded.

What follows a step depends on what the step was: after an ace somebody draws, after a ten the same seat plays again. No
rule of a game is asked for that, and none that changes makes a list unreadable: how often what followed is counted as
the list goes on (see :mod:`eights.store.range_coding`). A form is coded in the context of what came before, which is
the rank of the last card, or the draw or the pass after it; the turn in that of both; and the rank of a card of another
suit in that of the rank before it, which it mostly matches.

The whole is a check value of four bytes, the number of seats in a byte, the number of steps in two, and the code.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Final

from eights.store.move_list import STEP, length_of_step
from eights.store.range_coding import Code, RangeReader, RangeWriter, code_byte
from eights.store.step_pieces import AS_IT_STANDS, DEALT, DRAWN, JOKER, MORE, PASSED, leads_and_left

LONGEST: Final = 3_000
"""The longest list, in steps, that is coded, at some milliseconds: others wait meanwhile."""

_HEAD: Final = struct.Struct(">IBH")
_NO_RANK: Final = 13
_PLAY: Final = -1
_BEFORE: Final = {DRAWN: 14, PASSED: 15, DEALT: 16, AS_IT_STANDS: 17}
"""What came before, where it was no play; else it is the rank of the card."""
_TOLD_BY: Final = 3
"""The bytes by which the length of a step is known."""
_PLAY_WITH_MORE: Final = bytes([STEP | 1 << 4, 0x80])


def coded_steps(pieces: bytes) -> bytes:
    """Return coded what :meth:`eights.store.step_pieces.Pieces.whole` returned."""
    leads, left = leads_and_left(pieces)
    writer = RangeWriter()
    _code(writer.code, leads, iter(left))
    return _HEAD.pack(zlib.crc32(pieces), pieces[0], len(leads)) + writer.written()


def decoded_steps(data: bytes) -> bytes:
    """Return the pieces that were coded; raises LookupError or ValueError if they are damaged."""
    check, seats, count = _HEAD.unpack(data[: _HEAD.size])
    reader = RangeReader(data[_HEAD.size :])
    leads, left = _code(reader.code, repeat(0, count), repeat(0))
    reader.end()
    pieces: bytes = bytes([seats]) + count.to_bytes(4, "big") + leads + left
    if zlib.crc32(pieces) != check:
        raise ValueError("not what was written")
    return pieces


def _code(code: Code, leads: Iterable[int], left: Iterator[int]) -> tuple[bytes, bytes]:
    """Code leads and what was left, and return both; a reader does not look at those given."""
    coded_leads, coded_left = bytearray(), bytearray()
    before, rank = _BEFORE[DEALT], _NO_RANK
    for lead in leads:
        form = code(before, lead & 15)
        kind = _BEFORE.get(form, _PLAY)
        coded_leads.append(code((before, kind), lead >> 4) << 4 | form)
        if kind == _PLAY:
            rank = _code_play(code, form, left, rank, coded_left)
            kind = rank
        elif form == AS_IT_STANDS:
            coded_left += _code_bytes(code, b"", left)
        before = kind
    return bytes(coded_leads), bytes(coded_left)


def _code_play(code: Code, form: int, left: Iterator[int], before: int, coded: bytearray) -> int:
    """Code what is left of a play, and return its rank."""
    rank, suit = _NO_RANK, form & (MORE - 1)
    if suit != JOKER:
        rank = code(("other suit", before) if suit else ("same suit", form), next(left))
        coded.append(rank)
    if form & MORE:
        coded += _code_bytes(code, _PLAY_WITH_MORE, left, rank)
    return rank


def _code_bytes(code: Code, known: bytes, left: Iterator[int], rank: int = _NO_RANK) -> bytes:
    """Code the bytes that a step has behind those that are known."""
    step = bytearray(known)
    while _goes_on(step):
        step.append(code_byte(code, ("byte", len(step), len(known) and rank), next(left)))
    return bytes(step[len(known) :])


def _goes_on(step: bytearray) -> bool:
    try:
        return len(step) < length_of_step(step, 0)
    except IndexError:
        if len(step) > _TOLD_BY:
            raise
        return True
