import io
from typing import Any

from client.demo.views import table
from eights.client.demo.narrator import Narrator
from eights.client.demo.phrases import ENGLISH, FRENCH, Phrases
from eights.client.models import Event, RoundScore, Update
from eights.client.screen import Screen

SCORE = RoundScore(1, 1, 0, "emptied_hand", "8H", 2, ((), ("KS", "XX")), (0, 120), (3, 130))
END = Event("round_ended", score=SCORE)


def told(*updates: list[Event], cards: tuple[int, ...] = (4, 5, 6), phrases: Phrases = ENGLISH) -> list[str]:
    """Tell updates, and what ends the last line; return the lines before the round's end."""
    paper = io.StringIO()
    narrator = Narrator(Screen(file=paper, width=80, color_system=None), phrases, table(cards))
    for number, events in enumerate(updates):
        narrator.tell(Update(2 + number, tuple(events)))
    narrator.tell(Update(99, (Event("turn_passed", seat=0), Event("turn_passed", seat=1))))
    lines = [" ".join(line.split()) for line in paper.getvalue().splitlines() if line.strip()]
    return lines[:-1]


def plays(seat: int, card: str, **how: Any) -> Event:
    return Event("card_played", seat=seat, card=card, **how)


def draws(seat: int, count: int = 1, reason: str = "turn") -> Event:
    return Event("cards_drawn", seat=seat, count=count, reason=reason)


def test_a_card_played_is_told_with_the_cards_left() -> None:
    assert told([plays(2, "TH")]) == ["Chloé 5 plays 10♥"]


def test_french_is_french() -> None:
    named = Event("suit_named", seat=2, suit="H")
    assert told([plays(2, "8S"), named], phrases=FRENCH) == ["Chloé 5 joue 8♠, demande ♥ cœur"]


def test_a_seat_that_is_skipped_and_a_turned_direction_are_told_with_the_card() -> None:
    assert told([plays(2, "AH"), Event("turn_skipped", seat=0)]) == ["Chloé 5 plays A♥, Ana is skipped"]
    assert told([plays(2, "JH"), Event("direction_turned")]) == ["Chloé 5 plays J♥, turns the direction"]


def test_a_penalty_is_told_with_its_whole_amount() -> None:
    assert told([plays(2, "2S"), Event("penalty_raised", seat=0, penalty=4)]) == ["Chloé 5 plays 2♠, Ana owes 4"]


def test_what_is_drawn_is_told_by_why() -> None:
    assert told([draws(2)]) == ["Chloé 7 draws a card"]
    assert told([draws(2, 3)]) == ["Chloé 9 draws 3 cards"]
    assert told([draws(2, 0)]) == ["Chloé 6 finds nothing to draw"]
    assert told([draws(2, 2, "penalty")]) == ["Chloé 8 draws the 2 owed"]
    assert told([draws(2, 0, "penalty")]) == ["Chloé 6 finds nothing to draw"]


def test_a_jump_in_is_told_as_such() -> None:
    assert told([plays(2, "5H", jump_in=True)]) == ["Chloé 5 jumps in with 5♥"]


def test_an_announcement_in_time_late_and_forgotten() -> None:
    announced = Event("last_card_announced", seat=2)
    assert told([plays(2, "5H"), announced]) == ["Chloé 5 plays 5♥, announces the last card"]
    assert told([plays(2, "5H")], [announced]) == ["Chloé 5 plays 5♥, announces the last card just in time"]
    assert told([plays(2, "5H"), draws(2, 2, "last_card")]) == [
        "Chloé 7 plays 5♥, forgot to announce and draws 2",
    ]


def test_a_challenge_tells_who_pays_and_how_much() -> None:
    challenged = [Event("challenged", seat=2, target=1), draws(1, 2, "last_card")]
    assert told(challenged) == ["Chloé 6 catches Ben, who did not announce and draws 2"]


def test_powers_are_told_and_hands_change_their_owner() -> None:
    swap = [plays(2, "XX"), Event("hands_swapped", seat=2, target=0)]
    assert told(swap) == ["Chloé 4 plays Joker, swaps hands with Ana"]
    assert told(swap, [plays(0, "9H")])[-1] == "Ana 4 plays 9♥"
    assert (
        told([plays(2, "XX"), Event("next_chosen", seat=2, target=1)])[0] == "Chloé 5 plays Joker, lets Ben play next"
    )


def test_a_renewed_stock_is_told_after_what_it_was_renewed_for() -> None:
    assert told([Event("stock_renewed"), draws(2)]) == ["Chloé 7 draws a card, the stock is renewed"]


def test_a_draw_and_what_follows_in_the_same_turn_are_one_line() -> None:
    assert told([draws(2)], [plays(2, "5C")]) == ["Chloé 6 draws a card, plays 5♣"]
    assert told([draws(2)], [Event("turn_passed", seat=2)]) == ["Chloé 7 draws a card, passes"]


def test_another_turn_of_the_same_seat_is_another_line() -> None:
    assert told([plays(2, "TC")], [draws(2)]) == ["Chloé 5 plays 10♣", "Chloé 6 draws a card"]


def test_several_seats_in_one_update_have_a_line_each() -> None:
    assert told([plays(2, "5C"), draws(1), plays(2, "5D")]) == [
        "Chloé 5 plays 5♣",
        "Ben 6 draws a card",
        "Chloé 4 plays 5♦",
    ]


def test_a_jump_in_breaks_the_line_of_the_turn_that_it_ends() -> None:
    assert told([draws(1)], [plays(2, "5H", jump_in=True)]) == ["Ben 6 draws a card", "Chloé 5 jumps in with 5♥"]


def test_a_deal_tells_the_starter_and_what_it_does() -> None:
    dealt = Event("round_dealt", number=2, dealer=2, starter="2H", counts=(8, 8, 8))
    assert told([dealt, Event("penalty_raised", seat=0, penalty=2)]) == [
        "Round 2: Chloé deals and turns up 2♥",
        "Chloé 8 Ana owes 2",
    ]


def test_the_end_of_a_round_is_told_with_its_sheet_and_who_is_out() -> None:
    lines = told([plays(0, "8H"), END, Event("seat_eliminated", seat=1)], cards=(1, 2))
    assert lines[:2] == ["Ana 0 plays 8♥, goes out", "Ana wins round 1, points ×2 for going out with 8♥"]
    assert "Ben K♠ Joker 120 130" in lines
    assert lines[-1] == "Ben is out"


def test_what_is_drawn_before_the_scoring_is_told() -> None:
    lines = told([plays(0, "2H"), draws(1, 2, "finish"), END], cards=(1, 2))
    assert lines[0] == "Ana 0 plays 2♥, Ben still draws 2, goes out"


def test_a_blocked_round_has_no_winner() -> None:
    score = RoundScore(1, 1, None, "blocked", None, 1, (("2S",), ("KS",)), (2, 10), (2, 10))
    lines = told([Event("turn_passed", seat=0), Event("round_ended", score=score)], cards=(1, 1))
    assert lines[:2] == ["Ana 1 passes", "Round 1 is blocked: nobody can play or draw"]


def test_what_it_does_not_know_it_does_not_tell() -> None:
    assert told([Event("a_comet_passed", seat=1), plays(2, "5C")]) == ["Chloé 5 plays 5♣"]
