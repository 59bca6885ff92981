"""What one viewer may see of a round, built by listing it: never by taking a state and removing what is hidden."""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from eights.rules.cards import Card, Suit
from eights.rules.events import AnyEvent, CardsDrawn, RoundDealt
from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove
from eights.rules.ruleset import Rules
from eights.rules.state import Seat, State

Count = Annotated[int, Meta(ge=0)]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""RFC 3339, UTC."""


class RoundView(msgspec.Struct, frozen=True):
    """The round as everybody at the table sees it."""

    number: Annotated[int, Meta(ge=1)]
    """The round, counted from 1."""
    dealer: Seat
    """The seat that dealt."""
    turn: Seat | None
    """Whose turn it is; null once the round is over."""
    direction: Annotated[int, Meta(extra_json_schema={"enum": [1, -1]})]
    """1 clockwise, -1 the other way."""
    top: Card
    """The card on top of the discard pile."""
    suit: Suit | None
    """The named suit, if one was named."""
    penalty: Count
    """Cards that the seat on turn owes."""
    stock: Count
    """How many cards are left to draw."""
    discard: Count
    """How many cards lie on the discard pile."""
    deadline: Moment | None = None
    """When the turn runs out; null without a clock."""


class OwnView(msgspec.Struct, frozen=True):
    """What a seat alone sees: its hand, the cards it drew this turn, what it may do."""

    seat: Seat
    """The caller's seat."""
    hand: tuple[Card, ...]
    """The cards that the seat holds."""
    drawn: tuple[Card, ...]
    """The cards that it drew in this turn."""
    legal_moves: list[AnyMove]
    """All that the seat may do now; empty where it has to wait."""


class SeatTable(msgspec.Struct, frozen=True):
    """The whole table as one seat sees it while a round is on: enough to choose a move by."""

    rules: Rules
    round: RoundView
    you: OwnView
    counts: tuple[int, ...]
    """Cards in hand by seat."""
    scores: tuple[int, ...]
    """Totals by seat before this round."""
    out: tuple[Seat, ...]
    """Seats that are out of the match."""
    owing: tuple[Seat, ...]
    """Seats that have not announced their last card."""


def seat_table(state: State, seat: Seat) -> SeatTable:
    """Return the table as a seat sees it; ValueError before the first deal."""
    laid = round_view(state)
    if laid is None:
        message = "no round was dealt"
        raise ValueError(message)
    you = own_view(state, seat)
    return SeatTable(state.rules, laid, you, card_counts(state), state.scores, state.out, seats_owing(state))


def round_view(state: State, deadline: str | None = None) -> RoundView | None:
    """Return the open part of the round that is on, or that was the last one; None before the first deal."""
    laid = state.round
    if laid is None:
        return None
    return RoundView(
        number=laid.number,
        dealer=laid.dealer,
        turn=laid.turn if state.status == "playing" else None,
        direction=laid.direction,
        top=laid.top,
        suit=laid.suit,
        penalty=laid.penalty,
        stock=len(laid.stock),
        discard=len(laid.discard),
        deadline=deadline,
    )


def own_view(state: State, seat: Seat) -> OwnView:
    """Return what this seat alone sees."""
    laid = state.round
    if laid is None:
        return OwnView(seat, (), (), [])
    drawn = laid.drawn if seat == laid.turn else ()
    return OwnView(seat, laid.hands[seat], drawn, legal_moves(state, seat))


def card_counts(state: State) -> tuple[int, ...]:
    """Return how many cards each seat holds; everybody sees that."""
    return tuple(map(len, state.round.hands)) if state.round else (0,) * state.seats


def seats_owing(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not announced their last card; public, as at a table."""
    return state.round.owing if state.round and state.status == "playing" else ()


def event_as_seen_by(event: AnyEvent, viewer: Seat | None) -> AnyEvent:
    """Return an event as a seat, or somebody without one, sees it."""
    if isinstance(event, RoundDealt):
        hand = () if viewer is None else event.hands[viewer]
        return RoundDealt(event.number, event.dealer, event.starter, event.counts, hand=hand)
    if isinstance(event, CardsDrawn) and event.seat != viewer:
        return replace(event, cards=())
    return event
