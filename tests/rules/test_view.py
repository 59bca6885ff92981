"""What each viewer is shown."""

from eights.rules.catalogue import resolve, variant
from eights.rules.events import CardPlayed, CardsDrawn, RoundDealt
from eights.rules.legality import legal_moves
from eights.rules.moves import DrawCard, Play
from eights.rules.play import apply
from eights.rules.view import RoundView, card_counts, event_as_seen_by, own_view, round_view, seats_owing
from rounds import begun, laid

DEALT = RoundDealt(1, 1, "9D", (1, 1), (("3S",), ("4S",)))


def test_the_round_as_everybody_sees_it() -> None:
    state = laid("KC QC", "2C 2D", top="5D 8H", suit="S", direction=-1, penalty=3, round=2)
    assert round_view(state) == RoundView(2, 1, 0, -1, "8H", "S", 3, 6, 2)


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    state = begun(resolve(variant("crazy-eights")), 2)
    assert round_view(state) is None
    assert own_view(state, 0).hand == ()
    assert (card_counts(state), seats_owing(state)) == ((0, 0), ())


def test_a_seat_sees_its_hand_what_it_drew_and_what_it_may_do() -> None:
    state, _ = apply(laid("KC QC", "2C 2D", stock="3H 4H"), 0, DrawCard())
    own = own_view(state, 0)
    assert (own.seat, own.hand, own.drawn) == (0, ("KC", "QC", "3H"), ("3H",))
    assert own.legal_moves == legal_moves(state, 0)


def test_what_the_player_on_turn_drew_is_not_shown_to_others() -> None:
    state, _ = apply(laid("KC QC", "2C 2D", stock="3H 4H"), 0, DrawCard())
    assert own_view(state, 1).drawn == ()


def test_who_owes_an_announcement_is_public_while_the_round_is_on() -> None:
    state = laid("9C", "4S", plays="huit-americain", owes_announcement=(1,))
    assert seats_owing(state) == (1,)
    over, _ = apply(state, 0, Play("9C"))
    assert seats_owing(over) == ()


def test_of_a_deal_each_seat_sees_its_own_hand_and_a_stranger_none() -> None:
    assert event_as_seen_by(DEALT, 0) == RoundDealt(1, 1, "9D", (1, 1), hand=("3S",))
    assert event_as_seen_by(DEALT, 1) == RoundDealt(1, 1, "9D", (1, 1), hand=("4S",))
    assert event_as_seen_by(DEALT, None) == RoundDealt(1, 1, "9D", (1, 1))


def test_drawn_cards_are_for_the_one_who_drew_them() -> None:
    drawn = CardsDrawn(0, 1, "turn", ("3H",))
    assert event_as_seen_by(drawn, 0) == drawn
    assert event_as_seen_by(drawn, 1) == event_as_seen_by(drawn, None) == CardsDrawn(0, 1, "turn")


def test_a_played_card_is_for_all() -> None:
    assert event_as_seen_by(CardPlayed(0, "9C"), None) == CardPlayed(0, "9C")
