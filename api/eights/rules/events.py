"""What happened, in the past tense: one kind per thing that can be seen at a table.

Events in the log hold everything, hidden cards included; :func:`eights.rules.view.event_as_seen_by` lists what one
viewer sees of them.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from eights.rules.cards import Card
from eights.rules.state import RoundEnding, RoundScore, Seat

By = Literal["bot", "clock"]
"""Who acted for a seat: a house bot, or the server because the turn ran out."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """One of the events below."""


class RoundDealt(Event, frozen=True, tag="round_dealt"):
    """A round was dealt; ``hands`` reaches each seat with its own hand alone."""

    number: int
    dealer: Seat
    starter: Card
    counts: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...] = ()
    hand: tuple[Card, ...] = ()


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was played."""

    seat: Seat
    card: Card
    jump_in: bool = False
    by: By | None = None


class SuitNamed(Event, frozen=True, tag="suit_named"):
    """A suit to follow was named."""

    seat: Seat
    suit: str
    by: By | None = None


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """Cards were drawn; ``cards`` is for their owner alone. ``reason`` tells why."""

    seat: Seat
    count: int
    reason: str
    """``turn``, ``penalty``, ``last_card`` (not announced) or ``finish`` (a draw card went out)."""
    cards: tuple[Card, ...] = ()
    by: By | None = None


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """A seat passed."""

    seat: Seat
    by: By | None = None


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """A seat lost its turn."""

    seat: Seat


class DirectionTurned(Event, frozen=True, tag="direction_turned"):
    """The direction of play turned round."""

    direction: int


class PenaltyRaised(Event, frozen=True, tag="penalty_raised"):
    """A penalty is pending, or grew; ``penalty`` is its whole amount in cards, owed by ``seat``."""

    seat: Seat
    penalty: int


class HandsSwapped(Event, frozen=True, tag="hands_swapped"):
    """Two seats exchanged their hands."""

    seat: Seat
    target: Seat


class NextChosen(Event, frozen=True, tag="next_chosen"):
    """A power chose who plays next."""

    seat: Seat
    target: Seat


class LastCardAnnounced(Event, frozen=True, tag="last_card_announced"):
    """A seat said "carte"."""

    seat: Seat
    by: By | None = None


class Challenged(Event, frozen=True, tag="challenged"):
    """A seat pointed out that another forgot to announce."""

    seat: Seat
    target: Seat
    by: By | None = None


class StockRenewed(Event, frozen=True, tag="stock_renewed"):
    """The discard pile under its top card was shuffled into a new stock of ``count`` cards."""

    count: int


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat left the table."""

    seat: Seat
    bot: str | None = None
    """The house bot that took it over, by its name."""
    by: By | None = None


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """A round ended; hands are open now."""

    ended_by: RoundEnding
    winner: Seat | None
    score: RoundScore


class SeatEliminated(Event, frozen=True, tag="seat_eliminated"):
    """A seat reached the limit and is out."""

    seat: Seat


class GameFinished(Event, frozen=True, tag="game_finished"):
    """The match is over."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody sat down."""

    seat: Seat
    name: str


class GameAborted(Event, frozen=True, tag="game_aborted"):
    """The host called the game off."""


class ClockRanOut(Event, frozen=True, tag="clock_ran_out"):
    """A seat's turn ran out; ``away`` tells whether the server plays the seat from now on."""

    seat: Seat
    away: bool = False


OpenEvent = (
    CardPlayed
    | SuitNamed
    | CardsDrawn
    | TurnPassed
    | TurnSkipped
    | DirectionTurned
    | PenaltyRaised
    | HandsSwapped
    | NextChosen
    | LastCardAnnounced
    | Challenged
    | StockRenewed
    | SeatLeft
    | SeatEliminated
    | GameFinished
    | SeatTaken
    | GameAborted
    | ClockRanOut
)
"""Events of one form for every viewer; which cards were drawn is left out for all but their owner."""

AnyEvent = OpenEvent | RoundDealt | RoundEnded

_ACTIONS = (CardPlayed, SuitNamed, CardsDrawn, TurnPassed, LastCardAnnounced, Challenged, SeatLeft)


def acted_by(events: Iterable[AnyEvent], seat: Seat, by: By) -> list[AnyEvent]:
    """Return events with those marked that the server brought about for a seat."""
    return [replace(event, by=by) if isinstance(event, _ACTIONS) and event.seat == seat else event for event in events]
