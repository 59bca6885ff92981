"""A match played by a fixed rule of thumb and told move by move, with what every seat sees."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.dealing import deal
from eights.rules.events import AnyEvent
from eights.rules.legality import legal_moves
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.play import apply
from eights.rules.shuffle import commitment
from eights.rules.state import Seat, State
from eights.rules.view import card_counts, event_as_seen_by, own_view, round_view, seats_owing
from rounds import begun


class Playthrough(NamedTuple):
    """What is played: a variant with options, by so many seats, from a seed, for so many rounds at most."""

    variant: str
    options: tuple[str, ...]
    seats: int
    seed: int
    rounds: int


def told(playthrough: Playthrough) -> str:
    """Return the whole story: a header, then one block for each deal and each move."""
    rules = resolve(variant(playthrough.variant), playthrough.options)
    state = begun(rules, playthrough.seats, playthrough.seed)
    header = [
        f"variant: {playthrough.variant}",
        f"options: {', '.join(playthrough.options) or 'none'}",
        f"seats: {playthrough.seats}",
        f"label: {state.chance.label}",
        f"seed: {state.chance.seed.hex()}",
        f"commitment: {commitment(state.chance)}",
        f"rounds: {playthrough.rounds} at most",
    ]
    return "\n".join([*header, *_blocks(state, playthrough.rounds)]) + "\n"


def _blocks(state: State, rounds: int) -> Iterator[str]:
    while state.status != "finished" and state.played < rounds:
        state, events = deal(state)
        yield _block(f"deal of round {state.played + 1}", state, events)
        number = 0
        while state.status == "playing":
            number += 1
            seat, move = _chosen(state, number)
            state, events = apply(state, seat, move)
            yield _block(f"move {number}: seat {seat} {_move(move)}", state, events)


def _chosen(state: State, number: int) -> tuple[Seat, AnyMove]:
    """Choose by the number of the move alone, so that every kind of move comes up: off turn too, now and then."""
    turn = state.round.turn if state.round else 0
    off_turn = [seat for seat in range(state.seats) if seat != turn and legal_moves(state, seat)]
    seat = off_turn[number % len(off_turn)] if off_turn and number % 3 == 0 else turn
    moves = legal_moves(state, seat)
    plays = [move for move in moves if isinstance(move, Play)]
    move = (plays or moves)[number % len(plays or moves)]
    return seat, replace(move, announce=False) if isinstance(move, Play) and number % 4 == 0 else move


def _block(title: str, state: State, events: Sequence[AnyEvent]) -> str:
    public = [event_as_seen_by(event, None) for event in events]
    lines = ["", f"== {title}", *(f"   {_event(event)}" for event in public), f"   {_table(state)}"]
    for seat in range(state.seats):
        own = own_view(state, seat)
        lines.append(f"   seat {seat} holds {_cards(own.hand)}{_drawn(own.drawn)}; may {_moves(own.legal_moves)}")
        seen = [event_as_seen_by(event, seat) for event in events]
        lines += (f"          sees {_event(one)}" for one, other in zip(seen, public, strict=True) if one != other)
    return "\n".join(lines)


def _table(state: State) -> str:
    view = round_view(state)
    assert view is not None
    named = f", {view.suit} named" if view.suit else ""
    owed = f", {view.penalty} owed" if view.penalty else ""
    owing = "".join(f", seat {seat} has not announced" for seat in seats_owing(state))
    counts = " ".join(map(str, card_counts(state)))
    turn = f"turn {view.turn} {'+' if view.direction > 0 else '-'}" if state.status == "playing" else state.status
    return f"top {view.top}{named}, pile {view.discard}, stock {view.stock}, hands {counts}, {turn}{owed}{owing}"


def _event(event: AnyEvent) -> str:
    facts = msgspec.to_builtins(event)
    return " ".join([facts.pop("type"), *(f"{name}={_fact(value)}" for name, value in facts.items())])


def _fact(value: object) -> str:
    match value:
        case dict():
            return "(" + " ".join(f"{name}={_fact(part)}" for name, part in value.items()) + ")"
        case list() | tuple():
            return "[" + " ".join(map(_fact, value)) + "]"
        case _:
            return str(value)


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards) or "nothing"


def _drawn(cards: Sequence[str]) -> str:
    return f" (drew {_cards(cards)})" if cards else ""


def _moves(moves: Sequence[AnyMove]) -> str:
    return ", ".join(map(_move, moves)) or "wait"


def _move(move: AnyMove) -> str:
    match move:
        case Play():
            suit = f"={move.suit}" if move.suit else ""
            power = f" {move.power}>{move.target}" if move.power else ""
            return f"{move.card}{suit}{power}{'!' if move.announce else ''}"
        case NameSuit(suit=suit):
            return f"name {suit}"
        case Challenge(target=target):
            return f"challenge {target}"
        case DrawCard():
            return "draw"
        case Pass():
            return "pass"
        case Announce():
            return "announce"
