"""How games are written: MessagePack without field names, behind a byte that says which format it is.

A state is its format, its version (four bytes, big-endian, for the commit script to compare) and the fields of the game
but its rules. The rules never change, so they have a value of their own, with field names; equal bytes give the same
``Rules`` object again, and with it the tables that the engine keeps on it.
"""

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import FieldInfo, astuple, fields

from eights.rules import events, moves
from eights.rules.replay import Dealt, Left, Moved, Step
from eights.rules.ruleset import Rules
from eights.rules.state import RoundScore, State
from eights.services.conduct import Thought
from eights.services.game import Game, Update
from eights.services.ports import Recorded, StoreUnavailable
from eights.store.rows import Kinds

T = TypeVar("T")

FORMAT: Final = 1
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
_MOVES: Final[Kinds[moves.AnyMove]] = Kinds(
    (moves.Play, moves.DrawCard, moves.Pass, moves.NameSuit, moves.Announce, moves.Challenge)
)
_ACTIONS: Final[tuple[tuple[type[Step], events.By | None], ...]] = (
    (Dealt, None),
    (Moved, None),
    (Left, None),
    (Moved, "bot"),
    (Moved, "clock"),
    (Left, "clock"),
)
"""What a step can be and who brought it about, numbered by place: new ones go to the end."""


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
_decode_score = msgspec.msgpack.Decoder(RoundScore).decode
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
    return _framed(_encoder.encode(rules))


@lru_cache(maxsize=RULES_REMEMBERED)
def decode_rules(data: bytes) -> Rules:
    """Read rules; the same bytes give the same object, as long as it is remembered.

    Raises UnreadableRecord.
    """
    return _read(data, _decode_rules)


def encode_update(update: Update) -> bytes:
    """Write what happened; its version is left out, since that is the entry's id."""
    return _framed(_encoder.encode([_EVENTS.row(event) for event in update.events]))


def decode_update(version: int, data: bytes) -> Update:
    """Read what happened.

    Raises UnreadableRecord.
    """
    return Update(version=version, events=_read(data, _events))


def encode_steps(steps: Sequence[Step]) -> bytes:
    """Write steps, each behind its length, so that the next ones can be appended to them."""
    rows = [_framed(_encoder.encode(_step_row(step))) for step in steps]
    return b"".join(bytes([len(row)]) + row for row in rows)


def decode_steps(data: bytes) -> list[Step]:
    """Read all steps of a move list.

    Raises UnreadableRecord.
    """
    steps, start = [], 0
    while start < len(data):
        end = start + 1 + data[start]
        steps.append(_read(data[start + 1 : end], _step))
        start = end
    return steps


def encode_scores(update: Update) -> bytes:
    """Write the lines that what happened adds to the score sheet, each behind its length in two bytes."""
    ended = (event.score for event in update.events if isinstance(event, events.RoundEnded))
    rows = [_framed(_encoder.encode(score)) for score in ended]
    return b"".join(len(row).to_bytes(2, "big") + row for row in rows)


def decode_scores(data: bytes) -> list[RoundScore]:
    """Read all lines of a score sheet.

    Raises UnreadableRecord.
    """
    scores, start = [], 0
    while start < len(data):
        end = start + 2 + int.from_bytes(data[start : start + 2], "big")
        scores.append(_read(data[start + 2 : end], _decode_score))
        start = end
    return scores


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


def _step_row(step: Step) -> list[Any]:
    if isinstance(step, Dealt):
        return [_ACTIONS.index((Dealt, None))]
    row = [_ACTIONS.index((type(step), step.by)), step.seat]
    return [*row, *_MOVES.row(step.move)] if isinstance(step, Moved) else row


def _step(body: memoryview) -> Step:
    number, *rest = _decode_row(body)
    kind, by = _ACTIONS[number]
    if kind is Moved:
        return Moved(seat=rest[0], move=_MOVES.value(rest[1:]), by=by)
    return Left(seat=rest[0], by=by) if kind is Left else Dealt()


def _events(body: memoryview) -> tuple[events.AnyEvent, ...]:
    return tuple(_EVENTS.value(row) for row in _decode_row(body))


def _framed(body: bytes, version: bytes = b"") -> bytes:
    return bytes([FORMAT]) + version + body


def _read(data: bytes, decode: Callable[[memoryview], T], start: int = 1) -> T:
    if data[:1] != bytes([FORMAT]):
        raise UnreadableRecord(f"stored in format {data[0] if data else None}, but this program reads format {FORMAT}")
    try:
        return decode(memoryview(data)[start:])
    except (msgspec.MsgspecError, LookupError, ValueError):
        # Said in our own words: the decoder's may quote what is stored.
        raise UnreadableRecord("a stored value is damaged") from None
