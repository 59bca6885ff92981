"""Lines of the score sheet as they are stored: rows of their fields, with the cards left over as bytes."""

from typing import Any, Final

import msgspec
from msgspec.structs import astuple, fields

from eights.rules.state import RoundScore
from eights.store.packed_cards import packed, unpacked

_HANDS: Final = RoundScore.__struct_fields__.index("hands")
_StoredLine: Final[Any] = msgspec.defstruct(
    "StoredLine",
    [(info.name, tuple[bytes, ...] if info.name == "hands" else info.type) for info in fields(RoundScore)],
    array_like=True,
)
_decode_line: Final = msgspec.msgpack.Decoder(_StoredLine).decode


def line_row(score: RoundScore) -> list[Any]:
    """Return a line as it is stored."""
    row = list(astuple(score))
    row[_HANDS] = [packed(hand) for hand in score.hands]
    return row


def line_of(body: memoryview) -> RoundScore:
    """Return the line that was stored; raises MsgspecError, or IndexError where a byte stands for no card."""
    values = list(astuple(_decode_line(body)))
    values[_HANDS] = tuple(map(unpacked, values[_HANDS]))
    return RoundScore(*values)
