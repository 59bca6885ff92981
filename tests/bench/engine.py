"""Moves a second of the rules alone: ``legal_moves`` and ``apply`` in random play."""

import random
import time
from collections.abc import Iterator

from eights.rules.catalogue import resolve, variants
from eights.rules.dealing import deal, new_game
from eights.rules.legality import legal_moves
from eights.rules.play import apply
from eights.rules.ruleset import Rules

SEATS = 4
SECONDS = 3.0


def moves_per_second() -> Iterator[tuple[str, float]]:
    """Yield each variant with its moves a second of processor time; deals and the random choice are included."""
    for variant in variants().values():
        rules = resolve(variant)
        _play_for(rules, 0.3)
        yield variant.id, _play_for(rules, SECONDS)


def _play_for(rules: Rules, seconds: float) -> float:
    begun, moves, game = time.process_time(), 0, 0
    while (spent := time.process_time() - begun) < seconds:
        moves += _one_match(rules, game)
        game += 1
    return moves / spent


def _one_match(rules: Rules, number: int) -> int:
    state = new_game(rules, SEATS, number.to_bytes(32, "big"), "bench")
    choice = random.Random(number).choice
    moves = 0
    while state.status != "finished":
        if state.round is None or state.status == "round_over":
            state, _ = deal(state)
            continue
        turn = state.round.turn
        state, _ = apply(state, turn, choice(legal_moves(state, turn)))
        moves += 1
    return moves
