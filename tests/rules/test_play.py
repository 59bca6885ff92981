"""What the events of a move tell, and in which order."""

from typing import Any

import pytest

from eights.rules.events import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    Challenged,
    DirectionTurned,
    GameFinished,
    HandsSwapped,
    LastCardAnnounced,
    NextChosen,
    PenaltyRaised,
    RoundEnded,
    SeatEliminated,
    StockRenewed,
    SuitNamed,
    TurnPassed,
    TurnSkipped,
)
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.play import apply
from eights.rules.state import State
from eights.rules.violations import RuleViolation
from rounds import laid, newest_score, on_the_table


def happens(state: State, seat: int, move: AnyMove) -> list[AnyEvent]:
    _, events = apply(state, seat, move)
    return events


def effect(card: str, **does: Any) -> dict[str, Any]:
    return {"cards": {card: does}}


def test_an_eight_names_its_suit_once_it_lies() -> None:
    state = laid("8C KS", "2C 2D")
    assert happens(state, 0, Play("8C", "S")) == [CardPlayed(0, "8C"), SuitNamed(0, "S")]


def test_a_drawn_card_is_told_with_its_reason() -> None:
    state = laid("KC QC", "2C 2D", stock="3S 4S")
    assert happens(state, 0, DrawCard()) == [CardsDrawn(0, 1, "turn", ("3S",))]


def test_the_stock_is_renewed_before_the_draw_is_told() -> None:
    state = laid("KC QC", "2C 2D", top="5S 9H", stock="")
    assert happens(state, 0, DrawCard()) == [StockRenewed(1), CardsDrawn(0, 1, "turn", ("5S",))]


def test_drawing_until_a_card_fits_is_one_event() -> None:
    state = laid("KC QC", "2C 2D", stock="3S 4S 5H 6S", options=["draw_until_playable"])
    assert happens(state, 0, DrawCard()) == [CardsDrawn(0, 3, "turn", ("3S", "4S", "5H"))]


def test_a_penalty_is_raised_and_then_drawn() -> None:
    state = laid("2H KC QC", "KS 4D", plays="draw-two", stock="3S 4S 5H 6S")
    after, events = apply(state, 0, Play("2H"))
    assert events == [CardPlayed(0, "2H"), PenaltyRaised(1, 2)]
    assert happens(after, 1, DrawCard()) == [CardsDrawn(1, 2, "penalty", ("3S", "4S"))]


def test_an_answer_raises_the_whole_amount() -> None:
    state = laid("2H KC QC", "KS 4D", plays="draw-two", top="2D", penalty=4)
    assert happens(state, 0, Play("2H")) == [CardPlayed(0, "2H"), PenaltyRaised(1, 6)]


def test_skipped_seats_are_told_in_the_order_of_play() -> None:
    state = laid("5H KC", "2C 2D", "3S 3D", "4S 4D", rules=effect("5", skip=2, reverse=True))
    played = [CardPlayed(0, "5H"), DirectionTurned(-1), TurnSkipped(3), TurnSkipped(2)]
    assert happens(state, 0, Play("5H")) == played


def test_a_skip_between_two_skips_the_other() -> None:
    state = laid("5H KC", "2C 2D", rules=effect("5", skip=2))
    assert happens(state, 0, Play("5H")) == [CardPlayed(0, "5H"), TurnSkipped(1)]


def test_nobody_is_skipped_when_the_same_player_goes_on() -> None:
    state = laid("5H KC", "2C 2D", "3S 3D", rules=effect("5", skip=1, again=True))
    after, events = apply(state, 0, Play("5H"))
    assert (on_the_table(after).turn, events) == (0, [CardPlayed(0, "5H")])


def test_nobody_is_skipped_when_the_next_is_chosen() -> None:
    state = laid("5H KC", "2C 2D", "3S 3D", rules=effect("5", skip=1, powers=["choose_next"]))
    events = happens(state, 0, Play("5H", power="choose_next", target=1))
    assert events == [CardPlayed(0, "5H"), NextChosen(0, 1)]


def test_a_plain_reverse_between_two_is_not_told() -> None:
    state = laid("5H KC", "2C 2D", rules={**effect("5", reverse=True), "reverse_with_two": "plain"})
    assert happens(state, 0, Play("5H")) == [CardPlayed(0, "5H")]


def test_a_swap_names_both_seats_and_no_card() -> None:
    state = laid("XX KC 4D", "2C 2D", plays="huit-americain")
    assert happens(state, 0, Play("XX", None, "swap_hands", 1)) == [CardPlayed(0, "XX"), HandsSwapped(0, 1)]


def test_a_jump_in_says_so() -> None:
    state = laid("KC 4D", "9H 2C 2D", "3S 3D", plays="huit-americain", options=["a_la_volee"])
    assert happens(state, 1, Play("9H")) == [CardPlayed(1, "9H", jump_in=True)]


def test_the_announcement_comes_with_the_play_before_its_effects() -> None:
    state = laid("7H 4S", "2C 2D", "3S 3D", plays="huit-americain")
    events = happens(state, 0, Play("7H", announce=True))
    assert events == [CardPlayed(0, "7H"), LastCardAnnounced(0), TurnSkipped(1)]


def test_the_automatic_penalty_comes_before_the_effects() -> None:
    state = laid("AH 4S", "2C 2D", "3S 3D", plays="synthesis", stock="5S 6S")
    drawn = CardsDrawn(0, 2, "last_card", ("5S", "6S"))
    assert happens(state, 0, Play("AH")) == [CardPlayed(0, "AH"), drawn, TurnSkipped(1)]


def test_a_late_announcement_and_a_challenge() -> None:
    state = laid("4S", "2C 2D", plays="huit-americain", turn=1, owes_announcement=(0,), stock="5S 6S")
    assert happens(state, 0, Announce()) == [LastCardAnnounced(0)]
    assert happens(state, 1, Challenge(0)) == [Challenged(1, 0), CardsDrawn(0, 2, "last_card", ("5S", "6S"))]


def test_the_dealer_names_the_starters_suit() -> None:
    state = laid("KC 4D", "2C 2D", top="8H", naming=True)
    assert happens(state, 1, NameSuit("D")) == [SuitNamed(1, "D")]


def test_going_out_ends_the_round_and_tells_the_sheet() -> None:
    after, events = apply(laid("9C", "KC 2D"), 0, Play("9C"))
    assert events == [CardPlayed(0, "9C"), RoundEnded("emptied_hand", 0, newest_score(after))]


def test_going_out_may_make_the_next_player_draw_first() -> None:
    rules = {"finish": {"draw_applies": True}}
    state = laid("2H", "KC 2D", plays="draw-two", rules=rules, stock="5S 6S 7S")
    after, events = apply(state, 0, Play("2H"))
    assert events == [
        CardPlayed(0, "2H"),
        CardsDrawn(1, 2, "finish", ("5S", "6S")),
        RoundEnded("emptied_hand", 0, newest_score(after)),
        GameFinished((0,), (0, 23)),
    ]


def test_an_elimination_is_told_after_the_round() -> None:
    after, events = apply(laid("9C", "8C", "3D", plays="survivor", scores=(0, 60, 0)), 0, Play("9C"))
    assert events[1:] == [RoundEnded("emptied_hand", 0, newest_score(after)), SeatEliminated(1)]


def test_the_last_pass_blocks_the_round() -> None:
    state, events = apply(laid("KC", "QD", stock=""), 0, Pass())
    assert events == [TurnPassed(0)]
    after, events = apply(state, 1, Pass())
    assert events == [TurnPassed(1), RoundEnded("blocked", None, newest_score(after))]


def test_a_refused_move_raises_its_code() -> None:
    with pytest.raises(RuleViolation) as refused:
        apply(laid("KC 4D", "2C 2D"), 0, Play("KC"))
    assert refused.value.code == "card_does_not_match"
