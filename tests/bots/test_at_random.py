from collections import Counter

from eights.bots.at_random import choose
from eights.bots.dice import Dice
from eights.rules.state import State
from eights.rules.view import seat_table
from rounds import laid


def choices(state: State, seat: int, count: int = 400) -> Counter[object]:
    table = seat_table(state, seat)
    return Counter(choose(table, Dice.at(bytes(32), seat, version)) for version in range(count))


def test_every_legal_move_is_made_about_as_often() -> None:
    state = laid("8H 9S", "KC", top="9H", plays="draw-two")
    chosen = choices(state, 0)
    assert set(chosen) == set(seat_table(state, 0).you.legal_moves)
    assert min(chosen.values()) > 50


def test_off_turn_it_jumps_in_half_of_the_time() -> None:
    state = laid("KC 3D", "9H 4S", top="9H", plays="huit-americain", options=["a_la_volee"])
    chosen = choices(state, 1)
    assert len(chosen) == 2
    assert 150 < chosen[None] < 250


def test_who_can_do_nothing_does_nothing() -> None:
    assert choices(laid("KC 3D", "9H 4S", top="9H"), 1, 10) == {None: 10}
