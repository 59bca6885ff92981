"""The file format of rulings: a JSON list of scenarios, each a table, moves tried on it, and what comes of them.

Fields that a step leaves out are not compared, except that a list of legal moves is always complete.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from eights.rules.cards import JOKER, SUITS, Card, is_selector
from eights.rules.merge_patch import JsonObject
from eights.rules.moves import AnyMove, Play
from eights.rules.ruleset import FEWEST_SEATS, MOST_SEATS
from eights.rules.state import RoundEnding, Seat, Status
from eights.rules.violations import ViolationCode


class InvalidScenario(ValueError):  # noqa: N818 - says what the scenario is
    """A file that holds no scenarios, or a scenario that cannot be played; the message says why."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a scenario file: strict about its fields."""


class Table(Entry, frozen=True):
    """A table as it is laid out; or, with ``deck``, the exact order to deal from."""

    dealer: Seat
    turn: Seat = 0
    """With ``naming``: who plays once the dealer has named the starter's suit."""
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    """First = next drawn."""
    discard: tuple[Card, ...] = ()
    """Last = top."""
    deck: tuple[Card, ...] = ()
    direction: Literal[1, -1] = 1
    suit: str | None = None
    penalty: int = 0
    drawn: tuple[Card, ...] = ()
    """Cards of the hand on turn that it drew in this turn, the newest last."""
    owes_announcement: tuple[Seat, ...] = ()
    naming: bool = False
    round: int | None = None
    scores: tuple[int, ...] | None = None
    out: tuple[Seat, ...] | None = None


class Expectation(Entry, frozen=True):
    """What must hold of the game after a step; what is left out is not compared."""

    turn: Seat | UnsetType = UNSET
    direction: int | UnsetType = UNSET
    top: Card | UnsetType = UNSET
    suit: str | UnsetType | None = UNSET
    penalty: int | UnsetType = UNSET
    stock: int | UnsetType = UNSET
    discard: int | UnsetType = UNSET
    hands: dict[Seat, list[Card]] | UnsetType = UNSET
    counts: list[int] | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    ended_by: RoundEnding | UnsetType = UNSET
    winner: Seat | UnsetType | None = UNSET
    points: list[int] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    out: list[Seat] | UnsetType = UNSET
    winners: list[Seat] | UnsetType = UNSET
    ranking: list[int] | UnsetType = UNSET
    dealer: Seat | UnsetType = UNSET
    """Of the round that is on; between rounds, who deals next."""


class Step(Entry, frozen=True):
    """One step: complete lists of legal moves, a move or a seat that leaves, a check without a move, or a deal."""

    legal: dict[Seat, list[AnyMove]] | None = None
    seat: Seat | None = None
    move: AnyMove | None = None
    error: ViolationCode | None = None
    leave: Seat | None = None
    expect: Expectation | None = None
    check: Expectation | None = None
    deal: Table | None = None


class Scenario(Entry, frozen=True):
    """A ruling: the rules it is about, the table, and the steps."""

    id: str
    variant: str
    players: int
    table: Table
    steps: tuple[Step, ...]
    options: tuple[str, ...] = ()
    rules: JsonObject = {}
    source: str = ""
    """Where the ruling is from."""


def read(text: bytes) -> list[Scenario]:
    """Read a scenario file; raises :class:`InvalidScenario` if it does not hold scenarios that can be played."""
    try:
        scenarios = msgspec.json.decode(text, type=list[Scenario])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as unreadable:
        raise InvalidScenario(str(unreadable)) from None
    for scenario in scenarios:
        for fault in _faults(scenario):
            message = f"{scenario.id}: {fault}"
            raise InvalidScenario(message)
    return scenarios


def _faults(scenario: Scenario) -> Iterator[str]:
    seats = scenario.players
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        yield f"players is not from {FEWEST_SEATS} to {MOST_SEATS}"
    yield from _table_faults(scenario.table, seats)
    for number, step in enumerate(scenario.steps, 1):
        yield from (f"step {number}: {fault}" for fault in _step_faults(step, seats))


def _table_faults(table: Table, seats: int) -> Iterator[str]:
    laid = [card for hand in table.hands for card in hand] + [*table.stock, *table.discard]
    if bool(table.deck) == bool(laid):
        yield "a table has either hands, stock and discard, or a deck"
    if laid and (len(table.hands) != seats or not table.discard):
        yield f"a table has {seats} hands and a discard pile"
    if table.scores is not None and len(table.scores) != seats:
        yield f"a table has {seats} scores"
    if not {table.dealer, table.turn, *table.owes_announcement, *(table.out or ())} <= set(range(seats)):
        yield "the table names a seat that there is not"
    yield from _card_faults([*laid, *table.deck, *table.drawn])
    if table.suit is not None and table.suit not in tuple(SUITS):
        yield f"{table.suit} is no suit"


def _step_faults(step: Step, seats: int) -> Iterator[str]:
    moves = step.move is not None
    kinds = (step.legal is not None, moves, step.leave is not None, step.check is not None, step.deal is not None)
    if sum(kinds) != 1:
        yield "a step is one of legal, move, leave, check and deal"
    if moves != (step.seat is not None) or (step.error is not None and not moves):
        yield "a move has a seat, and only a move an error"
    if step.expect is not None and not (moves or step.leave is not None):
        yield "only a move and a leave have something to expect"
    named = {seat for seat in (step.seat, step.leave) if seat is not None} | set(step.legal or ())
    for expected in (step.expect, step.check):
        if expected is not None and expected.hands is not UNSET:
            named |= set(expected.hands)
    if not named <= set(range(seats)):
        yield "it names a seat that there is not"
    yield from _card_faults(_cards_named(step))
    if step.deal is not None:
        yield from _table_faults(step.deal, seats)


def _cards_named(step: Step) -> Iterator[Card]:
    for move in (step.move, *chain.from_iterable((step.legal or {}).values())):
        if isinstance(move, Play):
            yield move.card
    for expected in (step.expect, step.check):
        if expected is not None and expected.top is not UNSET:
            yield expected.top
        if expected is not None and expected.hands is not UNSET:
            yield from chain.from_iterable(expected.hands.values())


def _card_faults(cards: Iterable[Card]) -> Iterator[str]:
    return (f"{card} is no card" for card in cards if not _is_card(card))


def _is_card(text: str) -> bool:
    return text == JOKER or (len(text) == 2 and is_selector(text))
