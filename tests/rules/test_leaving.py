"""Leaving: what is told, and when nobody can."""

import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.events import GameFinished, RoundEnded, SeatLeft
from eights.rules.leaving import leave
from eights.rules.moves import Play
from eights.rules.play import apply
from rounds import begun, laid, newest_score, on_the_table


def test_a_seat_that_leaves_is_out_and_gone() -> None:
    after, events = leave(laid("KC QC", "2C 2D", "3C 3D"), 1)
    assert events == [SeatLeft(1)]
    assert (after.out, after.gone) == ((1,), (1,))


def test_the_hand_goes_under_the_pile_as_it_was_held() -> None:
    after, _ = leave(laid("KC QC", "2C 2D", "3C 3D", top="5D 9H"), 0)
    assert on_the_table(after).discard == ("KC", "QC", "5D", "9H")


def test_the_last_one_left_ends_the_round_and_the_match() -> None:
    after, events = leave(laid("KC QC", "2C 2D", scores=(7, 3)), 1)
    ended = RoundEnded("last_one_left", 0, newest_score(after))
    assert events == [SeatLeft(1), ended, GameFinished((0,), (7, 3))]


def test_between_rounds_the_last_one_left_ends_the_match() -> None:
    over, _ = apply(laid("9C", "KC"), 0, Play("9C"))
    after, events = leave(over, 0)
    assert events == [SeatLeft(0), GameFinished((1,), (0, 10))]
    assert after.last_score == over.last_score


def test_nobody_leaves_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match="seat 0 is not playing"):
        leave(begun(resolve(variant("crazy-eights")), 2), 0)


def test_nobody_leaves_twice_or_after_the_end() -> None:
    once, _ = leave(laid("KC QC", "2C 2D", "3C 3D"), 1)
    with pytest.raises(ValueError, match="seat 1 is not playing"):
        leave(once, 1)
    finished, _ = leave(once, 2)
    with pytest.raises(ValueError, match="seat 0 is not playing"):
        leave(finished, 0)
