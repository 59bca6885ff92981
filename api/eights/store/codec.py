"""How games are written: MessagePack without field names, behind a byte that says which format it is.

A state is its format, its version (four bytes, big-endian, for the commit script to compare), its rules behind their
length in a byte, and the fields of the game but these. Rules are written with field names, deflated: those of a variant
take a dozen bytes. Longer ones have a value of their own, since they never change. Equal bytes give the same ``Rules``
object again, and with it the tables that the engine keeps on it.

In format 1, which is still read, rules were neither deflated nor within a state, and the cards in an update were texts.
In a state they still are, as it is read and written with each move; once a game is over, its state is written in format
4, with cards as bytes, and deflated with a dictionary (in format 3 it was without). Lines of the score sheet are
written in format 3, and also read in 1 and 2. What is past of both move list and sheet: see :mod:`eights.store.past`.
"""

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from eights.rules import events
from eights.rules.replay import Step
from eights.rules.ruleset import Rules
from eights.rules.state import RoundScore
from eights.services.conduct import Thought
from eights.services.game import Game, Update
from eights.services.ports import Recorded, Unreadable
from eights.store.deflating import (
    answer_dictionary,
    deflated,
    deflated_at_once,
    inflated,
    rules_dictionary,
    state_dictionary,
)
from eights.store.move_list import packed_steps, unpacked_steps
from eights.store.past import folded_sheet, folded_steps, lines_in, sheet_as_it_is, sheet_in, steps_in
from eights.store.rows import Kinds
from eights.store.score_lines import line_of, packed_line, unpacked_line
from eights.store.state_rows import PackedGame, StoredGame, game_from, game_row, packed_row, unpacked
from eights.store.update_rows import event_rows, events_of, former_events_of

A = TypeVar("A")
T = TypeVar("T")

FORMAT: Final = 1
PACKED: Final = 2
"""The format of rules, updates, recorded answers, and states of games that are not over."""
ENDED: Final = 4
"""The format of states of games that are over."""
_WITHIN: Final = 64
"""How long rules may be, in bytes, to be written with each state."""
IN_ROWS: Final = 3
"""The format of score sheets."""
_THOUGHT: Final = struct.Struct(">BI")
_LONGEST_THOUGHT_MS: Final = 2**32 - 1
RULES_REMEMBERED: Final = 128
"""Rules kept with their tables, at up to 0.3 MB each: what strangers make up must not fill the memory."""


class UnreadableRecord(Unreadable):
    """What is stored cannot be read: it is of a format that this program does not know, or damaged."""


_encoder = msgspec.msgpack.Encoder()
_decode_game = msgspec.msgpack.Decoder(StoredGame).decode
_decode_packed_game = msgspec.msgpack.Decoder(PackedGame).decode
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
    """Write a game, its rules with it if they are short; in less if it is over."""
    rules = _written_once(game.state.rules)
    within = rules if len(rules) <= _WITHIN else b""
    over = game.status in ("finished", "aborted")
    body = deflated(_encoder.encode(packed_row(game)), state_dictionary()) if over else _encoder.encode(game_row(game))
    return b"%c%b%c%b%b" % (ENDED if over else PACKED, version_bytes(game.version), len(within), within, body)


def decode_game(state: bytes, rules: bytes) -> Game:
    """Read a game from its state, and from its rules where these are not within it.

    Raises UnreadableRecord.
    """
    start = 5
    if state[:1] > bytes([FORMAT]):
        start = 6 + int.from_bytes(state[5:6], "big")
        rules = state[6:start] or rules
    stored = _read(state, _decode_game, _decode_game, _former_game_that_is_over, _game_that_is_over, start=start)
    return game_from(stored, decode_rules(rules))


def _former_game_that_is_over(body: memoryview) -> Any:
    return unpacked(_decode_packed_game(inflated(body)))


def _game_that_is_over(body: memoryview) -> Any:
    return unpacked(_decode_packed_game(inflated(body, state_dictionary())))


def encode_rules(rules: Rules) -> bytes:
    """Write rules."""
    return _framed(deflated(_encoder.encode(rules), rules_dictionary()), of=PACKED)


def rules_apart(rules: Rules) -> bytes:
    """Write rules that are too long to be within a state; nothing for others."""
    written = _written_once(rules)
    return b"" if len(written) <= _WITHIN else written


def _written_once(rules: Rules) -> bytes:
    """Return rules as they are written, kept with them: they go with each state."""
    written: bytes | None = rules.__dict__.get("written")
    if written is None:
        written = rules.__dict__["written"] = encode_rules(rules)
    return written


@lru_cache(maxsize=RULES_REMEMBERED)
def decode_rules(data: bytes) -> Rules:
    """Read rules; the same bytes give the same object, as long as it is remembered.

    Raises UnreadableRecord.
    """
    return _read(data, _decode_rules, lambda body: _decode_rules(inflated(body, rules_dictionary())))


def encode_update(update: Update) -> bytes:
    """Write what happened; its version is left out, since the log has it."""
    return _framed(_encoder.encode(event_rows(update.events)), of=PACKED)


def decode_update(version: int, data: bytes, mark: int | None = None) -> Update:
    """Read what happened.

    Raises UnreadableRecord.
    """
    return Update(version, _read(data, former_events_of, events_of), mark)


def encode_steps(steps: Sequence[Step]) -> bytes:
    """Write steps, so that the next ones can be appended to them."""
    return packed_steps(steps)


def decode_steps(data: bytes) -> list[Step]:
    """Read all steps of a move list, past and newest.

    Raises UnreadableRecord.
    """
    return _undamaged(lambda written: list(unpacked_steps(steps_in(written))), data)


def encode_scores(update: Update) -> bytes:
    """Write the lines that what happened adds to the score sheet, each behind its length in two bytes."""
    if events.RoundEnded not in map(type, update.events):  # as it nearly always is
        return b""
    return b"".join(_line(event.score) for event in update.events if isinstance(event, events.RoundEnded))


def decode_scores(past: bytes, newest: bytes) -> list[RoundScore]:
    """Read all lines of a score sheet: those that stand behind past steps, and the newest.

    Raises UnreadableRecord.
    """
    scores = _undamaged(lambda written: list(sheet_in(written)), past)
    newest = _undamaged(lines_in, newest)
    start = 0
    while start < len(newest):
        end = start + 2 + int.from_bytes(newest[start : start + 2], "big")
        scores.append(_read(newest[start + 2 : end], _decode_former_score, line_of, unpacked_line))
        start = end
    return scores


def fold(past: bytes, steps: bytes, lines: bytes, *, over: bool) -> bytes:
    """Write all steps and lines in less, in as little as can be if the game is over: a new past, without newest ones.

    Raises UnreadableRecord.
    """
    changed = over or bool(lines)
    sheet = folded_sheet(decode_scores(past, lines), over=over) if changed else _undamaged(sheet_as_it_is, past)
    return _undamaged(lambda written: folded_steps(written, over=over), past + steps) + sheet


def _line(score: RoundScore) -> bytes:
    line = _framed(packed_line(score), of=IN_ROWS)
    return len(line).to_bytes(2, "big") + line


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
    """Write the answer to a keyed request, its body in less: there may be one for each move of a game."""
    body = deflated_at_once(recorded.body, answer_dictionary())
    return _framed(_encoder.encode(replace(recorded, body=body)), of=PACKED)


def decode_recorded(data: bytes) -> Recorded:
    """Read the answer to a keyed request.

    Raises UnreadableRecord.
    """
    return _read(data, _decode_recorded, _recorded_in_less)


def _recorded_in_less(body: memoryview) -> Recorded:
    recorded = _decode_recorded(body)
    return replace(recorded, body=inflated(recorded.body, answer_dictionary()))


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
    except (msgspec.MsgspecError, struct.error, LookupError, ValueError):
        # Said in our own words: the decoder's may quote what is stored.
        raise UnreadableRecord("a stored value is damaged") from None
