"""Rulings as data: a table laid out, moves tried on it, and what must come of them.

The file format is a JSON list of scenarios; every field is described on the structures below. Fields that a step
leaves out are not compared, except that a list of legal moves is always complete.
"""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from eights.rules import catalogue
from eights.rules.cards import Card
from eights.rules.dealing import deal_from, new_game
from eights.rules.leaving import leave
from eights.rules.legality import legal_moves
from eights.rules.merge_patch import JsonObject
from eights.rules.moves import AnyMove, Play
from eights.rules.play import apply
from eights.rules.rulebook import rulebook
from eights.rules.ruleset import Rules
from eights.rules.scoring import ranking
from eights.rules.shuffle import SEED_BYTES
from eights.rules.state import Round, Seat, State
from eights.rules.view import card_counts
from eights.rules.violations import RuleViolation, ViolationCode


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
    direction: int = 1
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
    status: str | UnsetType = UNSET
    ended_by: str | UnsetType = UNSET
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
    source: str
    variant: str
    players: int
    table: Table
    steps: tuple[Step, ...]
    options: tuple[str, ...] = ()
    rules: JsonObject = {}


class Difference(msgspec.Struct, frozen=True):
    """The first thing in a scenario that is not as it says."""

    scenario: str
    step: int
    """Counted from 1; 0 is the table itself."""
    expected: str
    found: str

    def __str__(self) -> str:
        lines = difflib.unified_diff(
            self.expected.splitlines(), self.found.splitlines(), "expected", "found", lineterm="", n=1000
        )
        return "\n".join([f"{self.scenario}, step {self.step}:", *lines])


def read(text: bytes) -> list[Scenario]:
    """Read a scenario file; raises :class:`msgspec.DecodeError` or :class:`msgspec.ValidationError` with the path."""
    return msgspec.json.decode(text, type=list[Scenario])


def run(scenario: Scenario) -> Difference | None:
    """Play a scenario through; return the first difference, or None if all holds.

    Raises what :func:`eights.rules.catalogue.resolve` raises if the scenario's rules cannot be resolved.
    """
    rules = catalogue.resolve(catalogue.variant(scenario.variant), scenario.options, scenario.rules)
    state = lay(new_game(rules, scenario.players, bytes(SEED_BYTES), scenario.id), scenario.table)
    for number, step in enumerate(scenario.steps, 1):
        outcome = _take(state, step)
        if not isinstance(outcome, State):
            return Difference(scenario.id, number, *outcome)
        state = outcome
    return None


def lay(state: State, table: Table) -> State:
    """Lay a table out as the next round of a game."""
    number = state.played + 1 if table.round is None else table.round
    state = msgspec.structs.replace(
        state,
        dealer=table.dealer,
        played=number - 1,
        scores=state.scores if table.scores is None else table.scores,
        out=state.out if table.out is None else table.out,
    )
    if table.deck:
        return deal_from(state, table.deck)[0]
    laid = Round(
        number=number,
        dealer=table.dealer,
        turn=table.dealer if table.naming else table.turn,
        direction=table.direction,
        hands=table.hands,
        stock=table.stock,
        discard=table.discard,
        suit=table.suit,
        penalty=table.penalty,
        drawn=table.drawn,
        bound=_bound(state.rules, table),
        naming=table.turn if table.naming else None,
        owing=table.owes_announcement,
    )
    return msgspec.structs.replace(state, round=laid, status="playing")


def _bound(rules: Rules, table: Table) -> bool:
    if not (rules.draw.until_playable and table.drawn):
        return False
    return table.drawn[-1] in rulebook(rules).fitting(table.discard[-1], table.suit)


Mismatch = tuple[str, str]
"""What was expected and what was found, each as text."""


def _take(state: State, step: Step) -> State | Mismatch:
    """Take one step: return the state after it, or what is not as the step says."""
    if step.legal is not None:
        return _legal_mismatch(state, step.legal) or state
    if step.deal is not None:
        return lay(state, step.deal)
    if step.check is not None:
        return _mismatch(state, step.check) or state
    if step.leave is not None:
        state, _ = leave(state, step.leave)
    elif step.seat is not None and step.move is not None:
        after = _try(state, step.seat, step.move)
        if after != step.error if isinstance(after, str) else step.error is not None:
            return f"error: {step.error}", f"error: {after if isinstance(after, str) else None}"
        state = state if isinstance(after, str) else after
    if step.expect is not None:
        return _mismatch(state, step.expect) or state
    return state


def _try(state: State, seat: Seat, move: AnyMove) -> State | ViolationCode:
    try:
        return apply(state, seat, move)[0]
    except RuleViolation as violation:
        return violation.code


def _legal_mismatch(state: State, expected: Mapping[Seat, Sequence[AnyMove]]) -> Mismatch | None:
    for seat, wanted in expected.items():
        found = legal_moves(state, seat)
        if not any(isinstance(move, Play) and move.announce for move in wanted):
            found = [_without_announce(move) for move in found]
        expected_lines, found_lines = _move_lines(seat, wanted), _move_lines(seat, found)
        if expected_lines != found_lines:
            return expected_lines, found_lines
    return None


def _without_announce(move: AnyMove) -> AnyMove:
    return msgspec.structs.replace(move, announce=False) if isinstance(move, Play) else move


def _move_lines(seat: Seat, moves: Sequence[AnyMove]) -> str:
    return "\n".join([f"seat {seat} may:", *sorted(msgspec.json.encode(move).decode() for move in moves)])


def _mismatch(state: State, expected: Expectation) -> Mismatch | None:
    found = _facts(state)
    wanted: dict[str, Any] = {
        name: value for name in expected.__struct_fields__ if (value := getattr(expected, name)) is not UNSET
    }
    if "hands" in wanted:
        wanted["hands"] = {seat: sorted(hand) for seat, hand in wanted["hands"].items()}
        found["hands"] = {seat: sorted(found["hands"][seat]) for seat in wanted["hands"]}
    seen = {name: found[name] for name in wanted}
    return None if seen == wanted else (_lines(wanted), _lines(seen))


def _lines(facts: Mapping[str, Any]) -> str:
    return "\n".join(f"{name}: {msgspec.json.encode(value).decode()}" for name, value in facts.items())


def _facts(state: State) -> dict[str, Any]:
    laid = state.round
    if laid is None:
        message = "no table was laid"
        raise ValueError(message)
    last = state.sheet[-1] if state.sheet and state.status != "playing" else None
    return {
        "turn": laid.turn,
        "direction": laid.direction,
        "top": laid.top,
        "suit": laid.suit,
        "penalty": laid.penalty,
        "stock": len(laid.stock),
        "discard": len(laid.discard),
        "hands": laid.hands,
        "counts": list(card_counts(state)),
        "status": state.status,
        "ended_by": last and last.ended_by,
        "winner": last and last.winner,
        "points": last and list(last.points),
        "scores": list(state.scores),
        "out": sorted(state.out),
        "winners": list(state.winners),
        "ranking": list(ranking(state)),
        "dealer": state.dealer,
    }
