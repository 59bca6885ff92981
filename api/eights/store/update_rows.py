"""Updates as they are stored: events as short rows, with whole hands of cards as bytes."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from eights.rules import events
from eights.rules.state import RoundScore
from eights.store.packed_cards import packed, unpacked
from eights.store.rows import Kinds
from eights.store.score_lines import line_row

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


def _place(kind: type[msgspec.Struct], field: str) -> int:
    return 1 + kind.__struct_fields__.index(field)


_DEALT, _ENDED = 0, 14
_DEALT_HANDS: Final = _place(events.RoundDealt, "hands")
_SCORE: Final = _place(events.RoundEnded, "score")
_LINE_HANDS: Final = RoundScore.__struct_fields__.index("hands")

_decode: Final = msgspec.msgpack.Decoder(list[list[Any]]).decode


def event_rows(happened: Iterable[events.AnyEvent]) -> list[list[Any]]:
    """Return the rows of events."""
    return [_row(event) for event in happened]


def _row(event: events.AnyEvent) -> list[Any]:
    row = _EVENTS.row(event)
    if row[0] == _DEALT and len(row) > _DEALT_HANDS:
        row[_DEALT_HANDS] = [packed(hand) for hand in row[_DEALT_HANDS]]
    elif row[0] == _ENDED:
        row[_SCORE] = line_row(row[_SCORE])
    return row


def events_of(body: memoryview) -> tuple[events.AnyEvent, ...]:
    """Read events; raises MsgspecError or LookupError if they are damaged."""
    return tuple(_EVENTS.value(_with_cards(row)) for row in _decode(body))


def former_events_of(body: memoryview) -> tuple[events.AnyEvent, ...]:
    """Read events of format 1, whose cards are texts."""
    return tuple(_EVENTS.value(row) for row in _decode(body))


def _with_cards(row: list[Any]) -> Sequence[Any]:
    """Return a row with the cards in it as texts."""
    if row[0] == _DEALT and len(row) > _DEALT_HANDS:
        row[_DEALT_HANDS] = [unpacked(hand) for hand in row[_DEALT_HANDS]]
    elif row[0] == _ENDED:
        row[_SCORE][_LINE_HANDS] = [unpacked(hand) for hand in row[_SCORE][_LINE_HANDS]]
    return row
