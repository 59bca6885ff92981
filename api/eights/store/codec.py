"""How games are written: MessagePack without field names, behind a byte that says which format it is.

A state is its format, its version (four bytes, big-endian, for the commit script to compare) and the fields of the game
but its rules. The rules never change, so they have a value of their own, with field names, deflated; equal bytes give
the same ``Rules`` object again, and with it the tables that the engine keeps on it.

Rules and lines of the score sheet are written in format 2: in format 1, which is still read, rules were not deflated,
and the cards in a line were texts.
"""

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import FieldInfo, astuple, fields

from eights.rules import events
from eights.rules.replay import Step
from eights.rules.ruleset import Rules
from eights.rules.state import RoundScore, State
from eights.services.conduct import Thought
from eights.services.game import Game, Update
from eights.services.ports import Recorded, StoreUnavailable
from eights.store.deflating import deflated, inflated, opened, rules_dictionary, whole
from eights.store.move_list import packed_steps, unpacked_steps
from eights.store.rows import Kinds
from eights.store.score_lines import line_of, line_row

A = TypeVar("A")
T = TypeVar("T")

FORMAT: Final = 1
PACKED: Final = 2
"""The format of rules and score sheets."""
_THOUGHT: Final = struct.Struct(">BI")
_LONGEST_THOUGHT_MS: Final = 2**32 - 1
RULES_REMEMBERED: Final = 128
"""Rules kept with their tables, at up to 0.3 MB each: what strangers make up must not fill the memory."""

_EVENTS: Final[Kinds[events.AnyEvent]] = Kinds(
    (
        events.RoundDealt,
        events.CardPlayed,
        events.SuitNamed,
        events.CardsDrawn,
        events.TurnPassed,
        events.TurnSkipped,
        events.DirectionTurned,
        events.PenaltyRaised,
        events.HandsSwapped,
        events.NextChosen,
        events.LastCardAnnounced,
        events.Challenged,
        events.StockRenewed,
        events.SeatLeft,
        events.RoundEnded,
        events.SeatEliminated,
        events.GameFinished,
        events.SeatTaken,
        events.GameAborted,
        events.ClockRanOut,
    )
)


class UnreadableRecord(StoreUnavailable):
    """What is stored cannot be read: it is of a format that this program does not know, or damaged."""


def _field(info: FieldInfo, kind: Any) -> tuple[str, Any] | tuple[str, Any, Any]:
    return (info.name, kind) if info.required else (info.name, kind, info.default)


# The structs as they are, but for the rules, which are the first field of a state.
_StoredState: Any = msgspec.defstruct(
    "StoredState", [_field(info, info.type) for info in fields(State)[1:]], array_like=True
)
_StoredGame: Any = msgspec.defstruct(
    "StoredGame",
    [_field(info, _StoredState if info.name == "state" else info.type) for info in fields(Game)],
    array_like=True,
)
_STATE: Final = Game.__struct_fields__.index("state")

_encoder = msgspec.msgpack.Encoder()
_decode_stored_game = msgspec.msgpack.Decoder(_StoredGame).decode
_decode_rules = msgspec.msgpack.Decoder(Rules).decode
_decode_recorded = msgspec.msgpack.Decoder(Recorded).decode
_decode_former_score = msgspec.msgpack.Decoder(RoundScore).decode
_decode_row = msgspec.msgpack.Decoder(list[Any]).decode


def version_bytes(version: int) -> bytes:
    r"""Return a version as it stands in a state; nothing for version 0, which is no game.

    >>> version_bytes(258), version_bytes(0)
    (b'\x00\x00\x01\x02', b'')
    """
    return version.to_bytes(4, "big") if version else b""


def encode_state(game: Game) -> bytes:
    """Write a game but its rules."""
    values = list(astuple(game))
    values[_STATE] = astuple(game.state)[1:]
    return _framed(_encoder.encode(values), version_bytes(game.version))


def decode_game(state: bytes, rules: bytes) -> Game:
    """Read a game from its state and its rules.

    Raises UnreadableRecord.
    """
    stored = _read(state, _decode_stored_game, start=5)
    values = list(astuple(stored))
    values[_STATE] = State(decode_rules(rules), *astuple(stored.state))
    return Game(*values)


def encode_rules(rules: Rules) -> bytes:
    """Write rules."""
    return _framed(deflated(_encoder.encode(rules), rules_dictionary()), of=PACKED)


@lru_cache(maxsize=RULES_REMEMBERED)
def decode_rules(data: bytes) -> Rules:
    """Read rules; the same bytes give the same object, as long as it is remembered.

    Raises UnreadableRecord.
    """
    return _read(data, _decode_rules, lambda body: _decode_rules(inflated(body, rules_dictionary())))


def encode_update(update: Update) -> bytes:
    """Write what happened; its version is left out, since the log has it."""
    return _framed(_encoder.encode([_EVENTS.row(event) for event in update.events]))


def decode_update(version: int, data: bytes) -> Update:
    """Read what happened.

    Raises UnreadableRecord.
    """
    return Update(version=version, events=_read(data, _events))


def encode_steps(steps: Sequence[Step]) -> bytes:
    """Write steps, so that the next ones can be appended to them."""
    return packed_steps(steps)


def decode_steps(data: bytes) -> list[Step]:
    """Read all steps of a move list, also of one that is complete.

    Raises UnreadableRecord.
    """
    return _undamaged(lambda written: list(unpacked_steps(opened(written))), data)


def encode_scores(update: Update) -> bytes:
    """Write the lines that what happened adds to the score sheet, each behind its length in two bytes."""
    ended = (event.score for event in update.events if isinstance(event, events.RoundEnded))
    rows = [_framed(_encoder.encode(line_row(score)), of=PACKED) for score in ended]
    return b"".join(len(row).to_bytes(2, "big") + row for row in rows)


def decode_scores(data: bytes) -> list[RoundScore]:
    """Read all lines of a score sheet, also of one that is complete.

    Raises UnreadableRecord.
    """
    data = _undamaged(opened, data)
    scores, start = [], 0
    while start < len(data):
        end = start + 2 + int.from_bytes(data[start : start + 2], "big")
        scores.append(_read(data[start + 2 : end], _decode_former_score, line_of))
        start = end
    return scores


def complete(entries: bytes) -> bytes:
    """Write a move list or a score sheet that nothing will be added to, in less."""
    return whole(_undamaged(opened, entries))


def encode_thought(thought: Sequence[Thought]) -> bytes:
    r"""Write thinking times, each as the seat in a byte and the milliseconds in four.

    >>> encode_thought([Thought(1, 258)])
    b'\x01\x00\x00\x01\x02'
    """
    return b"".join(_THOUGHT.pack(one.seat, min(one.milliseconds, _LONGEST_THOUGHT_MS)) for one in thought)


def decode_thought(data: bytes, seats: int) -> tuple[tuple[int, ...], ...]:
    """Read all thinking times of a game, by seat; raises UnreadableRecord."""
    by_seat: list[list[int]] = [[] for _ in range(seats)]
    try:
        for seat, milliseconds in _THOUGHT.iter_unpack(data):
            by_seat[seat].append(milliseconds)
    except (struct.error, LookupError):
        raise UnreadableRecord("a stored value is damaged") from None
    return tuple(map(tuple, by_seat))


def encode_recorded(recorded: Recorded) -> bytes:
    """Write the answer to a keyed request."""
    return _framed(_encoder.encode(recorded))


def decode_recorded(data: bytes) -> Recorded:
    """Read the answer to a keyed request.

    Raises UnreadableRecord.
    """
    return _read(data, _decode_recorded)


def encode_record(record: Any, version: int) -> bytes:
    """Write a record: a struct whose fields are written as a row."""
    return _framed(_encoder.encode(record), version_bytes(version))


def decode_record(data: bytes, decode: Callable[[memoryview], T]) -> T:
    """Read a record with the decoder of its kind.

    Raises UnreadableRecord.
    """
    return _read(data, decode, start=5)


def encode_kind(value: T, kinds: Kinds[T]) -> bytes:
    """Write a value of one of several kinds."""
    return _framed(_encoder.encode(kinds.row(value)))


def decode_kind(data: bytes, kinds: Kinds[T]) -> T:
    """Read a value of one of several kinds.

    Raises UnreadableRecord.
    """
    return _read(data, lambda body: kinds.value(_decode_row(body)))


def _events(body: memoryview) -> tuple[events.AnyEvent, ...]:
    return tuple(_EVENTS.value(row) for row in _decode_row(body))


def _framed(body: bytes, version: bytes = b"", of: int = FORMAT) -> bytes:
    return bytes([of]) + version + body


def _read(data: bytes, *decoders: Callable[[memoryview], T], start: int = 1) -> T:
    """Read a value with the decoder of its format: the first reads format 1."""
    if not data or not 0 < data[0] <= len(decoders):
        known = f"this program knows none above {len(decoders)}"
        raise UnreadableRecord(f"stored in format {data[0] if data else None}, but {known}")
    return _undamaged(decoders[data[0] - 1], memoryview(data)[start:])


def _undamaged(read: Callable[[A], T], data: A) -> T:
    try:
        return read(data)
    except (msgspec.MsgspecError, LookupError, ValueError):
        # Said in our own words: the decoder's may quote what is stored.
        raise UnreadableRecord("a stored value is damaged") from None
