"""Dealing: who gets what, what is told of it, and what cannot be dealt."""

import pytest
from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.dealing import deal, deal_from, new_game, with_entropy
from eights.rules.deck import full_deck
from eights.rules.events import DirectionTurned, PenaltyRaised, RoundDealt, TurnSkipped
from eights.rules.moves import Play
from eights.rules.play import apply
from eights.rules.ruleset import Rules
from eights.rules.shuffle import first_dealer, shuffled
from eights.rules.state import State
from rounds import begun, laid, on_the_table

TWO_EACH = {"hand_size": {"2": None, "default": 2}}


def rules(plays: str = "crazy-eights", **changes: object) -> Rules:
    return resolve(variant(plays), (), {**TWO_EACH, **changes})


def game(of: Rules, seats: int, dealer: int | None = None) -> State:
    return new_game(of, seats, bytes(32), "table", dealer)


def test_the_first_dealer_comes_from_the_seed() -> None:
    state = begun(rules(), 4, seed=5)
    dealt, _ = deal(state)
    assert on_the_table(dealt).dealer == dealt.dealer == first_dealer(state.chance)


def test_a_first_dealer_that_was_given_deals() -> None:
    dealt, _ = deal(game(rules(), 4, dealer=3))
    assert on_the_table(dealt).dealer == 3


def test_a_deal_is_the_shuffled_deck_from_the_dealers_left() -> None:
    state = game(rules(), 3, dealer=0)
    cards = shuffled(full_deck(state.rules, 3), state.chance, 1, 0)
    hands = on_the_table(deal(state)[0]).hands
    assert hands == ((cards[2], cards[5]), (cards[0], cards[3]), (cards[1], cards[4]))


def test_a_deal_tells_the_starter_the_counts_and_every_hand() -> None:
    dealt, events = deal_from(game(rules(), 2, dealer=1), ["3S", "4S", "5S", "6S", "9D", "TD"])
    assert events == [RoundDealt(1, 1, "9D", (2, 2), (("3S", "5S"), ("4S", "6S")))]
    assert on_the_table(dealt).stock == ("TD",)


def test_what_a_starter_does_is_told_after_the_deal() -> None:
    acting = rules(cards={"9": {"draw": 2, "reverse": True, "skip": 1}})
    _, events = deal_from(game(acting, 4, dealer=3), ["3S", "4S", "5S", "6S", "3D", "4D", "5D", "6D", "9D", "TD"])
    assert events[1:] == [DirectionTurned(-1), TurnSkipped(2), PenaltyRaised(1, 2)]


def test_where_every_card_would_be_buried_the_first_stays_without_effect() -> None:
    burying = rules(cards={"9": {"draw": 2}}, starter={"action": "bury"})
    dealt, events = deal_from(game(burying, 2, dealer=1), ["3S", "4S", "5S", "6S", "9D", "9C"])
    assert (on_the_table(dealt).top, on_the_table(dealt).penalty, len(events)) == ("9D", 0, 1)


def test_every_round_is_shuffled_anew() -> None:
    first, _ = deal(game(rules(), 2, dealer=1))
    over = replace(first, status="round_over", played=1)
    second, events = deal(over)
    assert on_the_table(second).number == 2
    assert on_the_table(second).hands != on_the_table(first).hands
    assert isinstance(events[0], RoundDealt)


def test_entropy_of_a_seat_changes_the_deal_and_can_be_taken_back() -> None:
    state = game(rules(), 2, dealer=1)
    mixed = with_entropy(state, 1, "heads")
    assert mixed.chance.entropy == ("", "heads")
    assert on_the_table(deal(mixed)[0]).hands != on_the_table(deal(state)[0]).hands
    assert with_entropy(mixed, 1, "") == state


def test_a_round_that_is_on_cannot_be_dealt_again() -> None:
    with pytest.raises(ValueError, match="a game that is playing cannot be dealt"):
        deal(laid("KC", "QD"))


def test_a_finished_match_cannot_be_dealt_again() -> None:
    finished, _ = apply(laid("9C", "QD", plays="draw-two"), 0, Play("9C"))
    with pytest.raises(ValueError, match="a game that is finished cannot be dealt"):
        deal(finished)


def test_cards_cannot_be_dealt_without_a_dealer() -> None:
    with pytest.raises(ValueError, match="no dealer"):
        deal_from(game(rules(), 2), ["3S", "4S", "5S", "6S", "9D"])
