"""How ``steady`` plays, as rulings: a table, and what it does there."""

from typing import Any

import pytest

from eights.bots.dice import Dice
from eights.bots.steady.choice import choose
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Play
from eights.rules.view import seat_table
from rounds import laid


def chosen(*hands: str, seat: int = 0, **table: Any) -> AnyMove | None:
    """What steady does on a seat."""
    return choose(seat_table(laid(*hands, **table), seat), Dice.at(bytes(32), seat, 0))


def card(move: AnyMove | None) -> str | None:
    return move.card if isinstance(move, Play) else None


PLAIN = "KC QC JC TC"
"""Four cards of no interest, for another seat."""


def test_it_keeps_an_eight_while_another_card_fits() -> None:
    assert card(chosen("8S 3H KD KC", PLAIN, PLAIN, top="9H")) == "3H"


def test_it_keeps_a_joker_while_another_card_fits() -> None:
    assert card(chosen("XX 3H KD KC QC", PLAIN, PLAIN, top="9H", plays="huit-americain")) == "3H"


def test_with_nothing_else_it_plays_the_eight_and_names_its_longest_suit() -> None:
    assert chosen("8S 3D KD 4D KC QC", PLAIN, PLAIN, top="9H", plays="draw-two") == Play("8S", "D")


def test_it_would_rather_spend_an_eight_than_draw() -> None:
    assert chosen("8S 3D KD 4D", PLAIN, PLAIN, top="9H") == Play("8S", "D")


def test_as_dealer_it_names_its_longest_suit() -> None:
    assert chosen(PLAIN, "3D 4D KS QC", seat=1, top="8H", naming=True) == NameSuit("D")


def test_it_follows_its_long_suit() -> None:
    assert card(chosen("9C 4H 3C KC 5C 4S", PLAIN, PLAIN, top="9H", plays="draw-two")) == "9C"


def test_it_sheds_a_dear_card_when_somebody_is_about_to_go_out() -> None:
    assert card(chosen("3H KH 5C 6C", "4C", PLAIN, top="9H", plays="draw-two")) == "KH"


def test_it_makes_the_next_seat_draw_when_that_is_about_to_go_out() -> None:
    assert card(chosen("AH 3H KH KC KD", "4C", PLAIN, top="9H", plays="huit-americain")) == "AH"


def test_it_skips_the_seat_that_is_about_to_go_out() -> None:
    assert card(chosen("7H 3H KH QC 4D", "4C", PLAIN, top="9H", plays="huit-americain")) == "7H"


def test_it_turns_away_from_the_seat_that_is_about_to_go_out() -> None:
    assert card(chosen("JH 3H KH QC 4D", "4C", PLAIN, PLAIN, top="9H", plays="huit-americain")) == "JH"


def test_it_answers_a_two_with_a_two() -> None:
    assert card(chosen("2C 3H KH", PLAIN, PLAIN, top="2H", penalty=2, plays="draw-two")) == "2C"


def test_it_answers_with_any_draw_card_where_these_may_be_mixed() -> None:
    assert card(chosen("AC 3H KH", PLAIN, top="2H", penalty=2, plays="huit-americain", options=["cumul_mixte"])) == "AC"


def test_it_draws_when_that_is_all_it_can_do() -> None:
    assert chosen("3C KC", PLAIN, top="9H", plays="draw-two") == DrawCard()


def test_it_does_not_play_again_when_nothing_would_follow() -> None:
    assert card(chosen("TH 9C KC QC", PLAIN, PLAIN, top="9H", plays="huit-americain")) == "9C"


def test_it_plays_again_when_something_follows() -> None:
    assert card(chosen("TH 3H KH QC", PLAIN, PLAIN, top="9H", plays="huit-americain")) == "TH"


def test_it_swaps_many_cards_for_few() -> None:
    move = chosen("XX 3C KC QC 4S 5S", "4C", PLAIN, top="9H", plays="survivor")
    assert move == Play("XX", power="swap_hands", target=1)


def test_with_few_cards_it_lets_the_seat_after_the_leader_play_instead_of_swapping() -> None:
    move = chosen("XX 3C", "4C 6C", PLAIN, top="9H", plays="survivor")
    assert move == Play("XX", power="choose_next", target=2)


def test_it_saves_the_eight_that_doubles_for_the_end() -> None:
    assert card(chosen("8H 3H", PLAIN, PLAIN, top="9H", plays="synthesis")) == "3H"


def test_it_announces_its_last_card() -> None:
    assert chosen("3H KH", PLAIN, top="9H", plays="huit-americain") in (
        Play("3H", announce=True),
        Play("KH", announce=True),
    )


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_due_announcement_is_made_or_challenged_at_once(seat: int) -> None:
    move = chosen("3H 5C", "KH", PLAIN, seat=seat, plays="huit-americain", owes_announcement=(1,))
    assert move == (Announce() if seat == 1 else Challenge(1))


def test_it_jumps_in() -> None:
    assert (
        card(chosen(PLAIN, PLAIN, "9H 4S KS", seat=2, top="9H", plays="huit-americain", options=["a_la_volee"])) == "9H"
    )


def test_off_turn_it_does_not_spend_a_wild_card_on_a_jump_in() -> None:
    jump_in = {"plays": "huit-americain", "options": ["a_la_volee"]}
    assert chosen(PLAIN, PLAIN, "8H 4S KS 5C", seat=2, top="8H", suit="H", **jump_in) is None


def test_it_ends_the_round_when_it_can() -> None:
    assert chosen("8H", PLAIN, top="9H") == Play("8H")
