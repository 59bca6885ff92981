"""Lists of legal moves: their order, and what they say beyond the rulings kept as data."""

import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.legality import legal_moves, refusal
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from rounds import begun, laid


def test_plays_come_in_the_order_of_the_hand_then_drawing() -> None:
    state = laid("KH 4S 3H", "2C 2D")
    assert legal_moves(state, 0) == [Play("KH"), Play("3H"), DrawCard()]


def test_cards_held_twice_are_listed_once() -> None:
    state = laid("KH KH 4S", "2C 2D", rules={"deck": {"packs": 2}})
    assert legal_moves(state, 0) == [Play("KH"), DrawCard()]


def test_a_play_that_leaves_one_card_is_listed_with_its_announcement() -> None:
    state = laid("8H KC", "2C 2D", plays="huit-americain")
    assert legal_moves(state, 0) == [Play("8H", suit, announce=True) for suit in "SHDC"]


def test_every_power_is_listed_with_every_seat_still_in() -> None:
    state = laid("XX KC 4D", "2C 2D", "", "3C 3D", plays="huit-americain", out=(2,))
    assert legal_moves(state, 0) == [
        Play("XX", None, power, target) for power in ("swap_hands", "choose_next") for target in (1, 3)
    ]


def test_challenges_and_announcements_come_last() -> None:
    state = laid("9C", "9D", "9S 3C", plays="huit-americain", owes_announcement=(1, 0))
    assert legal_moves(state, 0) == [Play("9C"), Challenge(1), Announce()]
    assert legal_moves(state, 2) == [Challenge(1), Challenge(0)]


@pytest.mark.parametrize("move", [Play("9C"), DrawCard(), Pass(), NameSuit("S"), Announce(), Challenge(1)])
def test_before_the_first_deal_nothing_is_legal(move: AnyMove) -> None:
    state = begun(resolve(variant("crazy-eights")), 2)
    assert legal_moves(state, 0) == []
    assert refusal(state, 0, move) == "round_over"


def test_a_legal_move_is_not_refused() -> None:
    state = laid("KH 4S 3H", "2C 2D")
    assert [refusal(state, 0, move) for move in legal_moves(state, 0)] == [None] * 3
