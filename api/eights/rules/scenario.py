"""Rulings as data, played through: a table laid out, moves tried on it, and what must come of them."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from eights.rules import catalogue
from eights.rules.dealing import deal_from, new_game
from eights.rules.deck import hand_size_for
from eights.rules.faults import InvalidRules
from eights.rules.leaving import leave
from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove, Play
from eights.rules.play import apply
from eights.rules.rulebook import rulebook
from eights.rules.ruleset import Rules
from eights.rules.scenario_file import Expectation, InvalidScenario, Scenario, Step, Table
from eights.rules.scoring import ranking
from eights.rules.shuffle import SEED_BYTES
from eights.rules.state import Round, Seat, State
from eights.rules.unfolding import players_in
from eights.rules.view import card_counts
from eights.rules.violations import RuleViolation, ViolationCode


class Difference(msgspec.Struct, frozen=True):
    """The first thing in a scenario that is not as it says."""

    scenario: str
    step: int
    """Counted from 1."""
    expected: str
    found: str

    def __str__(self) -> str:
        lines = difflib.unified_diff(
            self.expected.splitlines(), self.found.splitlines(), "expected", "found", lineterm="", n=1000
        )
        return "\n".join([f"{self.scenario}, step {self.step}:", *lines])


def run(scenario: Scenario) -> Difference | None:
    """Play a scenario through; return the first difference, or None if all holds.

    Raises :class:`~eights.rules.scenario_file.InvalidScenario` if it cannot be played.
    """
    try:
        return _run(scenario, new_game(_rules(scenario), scenario.players, bytes(SEED_BYTES), scenario.id))
    except ValueError as impossible:
        message = f"{scenario.id}: {impossible}"
        raise InvalidScenario(message) from None


def _rules(scenario: Scenario) -> Rules:
    try:
        return catalogue.resolve(catalogue.variant(scenario.variant), scenario.options, scenario.rules)
    except (
        catalogue.UnknownVariant,
        catalogue.UnknownOption,
        catalogue.DuplicateOption,
        catalogue.OptionsExcludeEachOther,
    ) as fault:
        message = f"{fault.code}: {fault}"
    except InvalidRules as refused:
        message = " ".join(f"{fault.path}: {fault.message('en')}" for fault in refused.faults)
    raise ValueError(message)


def _run(scenario: Scenario, state: State) -> Difference | None:
    state = lay(state, scenario.table)
    for number, step in enumerate(scenario.steps, 1):
        outcome = _take(state, step)
        if not isinstance(outcome, State):
            return Difference(scenario.id, number, *outcome)
        state = outcome
    return None


def lay(state: State, table: Table) -> State:
    """Lay a table out as the next round of a game; raises ValueError if its deck is too small to deal from."""
    number = state.played + 1 if table.round is None else table.round
    state = msgspec.structs.replace(
        state,
        dealer=table.dealer,
        played=number - 1,
        scores=state.scores if table.scores is None else table.scores,
        out=state.out if table.out is None else table.out,
    )
    if table.deck:
        return _dealt(state, table)
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


def _dealt(state: State, table: Table) -> State:
    players = len(players_in(state))
    needed = players * hand_size_for(state.rules, players) + 1
    if len(table.deck) < needed:
        message = f"a deal takes {needed} cards, the deck has {len(table.deck)}"
        raise ValueError(message)
    return deal_from(state, table.deck)[0]


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
    last = state.last_score if state.status != "playing" else None
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
