import random

from client.demo.views import table
from eights.client.demo.choice import choose
from eights.client.models import Move, OwnView

MANY = range(200)


def chosen(seat: int, turn: int, *moves: Move) -> set[Move | None]:
    view = table((2, 2, 2), turn=turn, you=OwnView(seat, ("5S", "6S"), legal_moves=moves))
    return {choose(view, random.Random(seed)) for seed in MANY}


def test_on_turn_something_is_always_done() -> None:
    moves = (Move("play", card="5S"), Move("draw"), Move("challenge", target=2))
    assert chosen(0, 0, *moves) == set(moves)


def test_a_program_that_must_draw_draws() -> None:
    assert chosen(0, 0, Move("draw")) == {Move("draw")}


def test_a_last_card_is_announced_or_forgotten() -> None:
    due = Move("play", card="5S", announce=True)
    assert chosen(0, 0, due) == {due, Move("play", card="5S")}


def test_off_turn_a_jump_in_may_be_seen_or_missed() -> None:
    jump_in = Move("play", card="5H")
    assert chosen(1, 0, jump_in) == {jump_in, None}


def test_off_turn_a_challenge_may_be_made_or_missed() -> None:
    challenge = Move("challenge", target=2)
    assert chosen(1, 0, challenge) == {challenge, None}


def test_who_may_do_nothing_does_nothing() -> None:
    assert chosen(1, 0) == {None}


def test_a_stranger_does_nothing() -> None:
    assert choose(table((2, 2)), random.Random(1)) is None
