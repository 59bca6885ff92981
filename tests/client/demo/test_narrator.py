import io

from rich.console import Console

from client.demo.views import table
from eights.client.demo.narrator import Narrator
from eights.client.demo.phrases import ENGLISH, FRENCH, Phrases
from eights.client.demo.program import Change
from eights.client.models import GameView, Move, RoundScore


def told(*changes: Change, phrases: Phrases = ENGLISH) -> list[str]:
    paper = io.StringIO()
    narrator = Narrator(Console(file=paper, width=80, color_system=None), phrases, version=1)
    for change in changes:
        narrator.hear(change)
    return [" ".join(line.split()) for line in paper.getvalue().splitlines() if line.strip()]


def line(seat: int, move: Move, before: GameView, after: GameView, phrases: Phrases = ENGLISH) -> str:
    (only,) = told(Change(seat, move, before, after), phrases=phrases)
    return only


def test_a_card_played_is_told_with_the_cards_left() -> None:
    before, after = table((4, 5)), table((3, 5), turn=1, version=2)
    assert line(0, Move("play", card="TH"), before, after) == "Ana 3 plays 10♥"


def test_french_is_french() -> None:
    before, after = table((4, 5)), table((3, 5), turn=1, version=2)
    move = Move("play", card="8S", suit="H")
    assert line(0, move, before, after, FRENCH) == "Ana 3 joue 8♠, demande ♥ cœur"


def test_the_seat_passed_over_is_named() -> None:
    before, after = table((4, 5, 6)), table((3, 5, 6), turn=2, version=2)
    assert line(0, Move("play", card="AH"), before, after) == "Ana 3 plays A♥, Ben is skipped"


def test_seats_that_are_out_are_not_skipped() -> None:
    before, after = table((4, 0, 6), out=(1,)), table((3, 0, 6), out=(1,), turn=2, version=2)
    assert line(0, Move("play", card="9H"), before, after) == "Ana 3 plays 9♥"


def test_after_a_reverse_the_neighbour_on_the_other_side_is_not_skipped() -> None:
    before, after = table((4, 5, 6)), table((3, 5, 6), turn=2, direction=-1, version=2)
    assert line(0, Move("play", card="JH"), before, after) == "Ana 3 plays J♥, turns the direction"


def test_a_penalty_is_told_with_its_whole_amount() -> None:
    before, after = table((4, 5), penalty=2), table((3, 5), turn=1, penalty=4, version=2)
    assert line(0, Move("play", card="2S"), before, after) == "Ana 3 plays 2♠, Ben owes 4"


def test_paying_a_penalty_is_not_just_drawing() -> None:
    before, after = table((4, 5), penalty=2), table((6, 5), turn=1, stock=18, version=2)
    assert line(0, Move("draw"), before, after) == "Ana 6 draws the 2 owed"


def test_a_jump_in_is_told_as_such() -> None:
    before, after = table((4, 5, 6), turn=1), table((4, 5, 5), turn=0, version=2)
    assert line(2, Move("play", card="5H"), before, after) == "Chloé 5 jumps in with 5♥"


def test_a_forgotten_announcement_that_costs_at_once_is_told() -> None:
    before, after = table((2, 5)), table((3, 5), turn=1, stock=18, version=2)
    assert line(0, Move("play", card="5S"), before, after) == "Ana 3 plays 5♠, forgot to announce and draws 2"


def test_a_swap_of_hands_is_not_taken_for_a_penalty() -> None:
    before, after = table((2, 5)), table((5, 1), turn=1, version=2)
    move = Move("play", card="XX", power="swap_hands", target=1)
    assert line(0, move, before, after) == "Ana 5 plays Joker, swaps hands with Ben"


def test_a_challenge_tells_who_pays_and_how_much() -> None:
    before, after = table((4, 1)), table((4, 3), stock=18, version=2)
    assert line(0, Move("challenge", target=1), before, after) == (
        "Ana 4 catches Ben, who did not announce and draws 2"
    )


def test_a_renewed_stock_is_noticed() -> None:
    before, after = table((4, 5), stock=0), table((5, 5), turn=1, stock=19, version=2)
    assert line(0, Move("draw"), before, after) == "Ana 5 draws a card, the stock is renewed"


def test_a_draw_and_what_follows_in_the_same_turn_are_one_line() -> None:
    first, second = table((4, 5)), table((5, 5), stock=19, version=2)
    third = table((4, 5), turn=1, stock=19, version=3)
    changes = Change(0, Move("draw"), first, second), Change(0, Move("play", card="5C"), second, third)
    assert told(*changes) == ["Ana 4 draws a card, plays 5♣"]


def test_a_jump_in_breaks_the_line_of_the_turn_that_it_ends() -> None:
    first, second = table((4, 5, 6)), table((5, 5, 6), stock=19, version=2)
    third = table((5, 5, 5), stock=19, version=3)
    changes = Change(0, Move("draw"), first, second), Change(2, Move("play", card="5H"), second, third)
    assert told(*changes) == ["Ana 5 draws a card", "Chloé 5 jumps in with 5♥"]


def test_changes_that_arrive_in_disorder_are_told_in_order() -> None:
    first, second, third = table((4, 5)), table((3, 5), turn=1, version=2), table((3, 4), version=3)
    ana, ben = Change(0, Move("play", card="9H"), first, second), Change(1, Move("play", card="9S"), second, third)
    assert told(ben, ana) == ["Ana 3 plays 9♥", "Ben 4 plays 9♠"]


def test_a_deal_says_who_begins_and_what_is_owed() -> None:
    before = table((0, 0, 0), status="ready")
    after = table((8, 8, 8), turn=0, penalty=2, version=2)
    assert told(Change(0, None, before, after)) == [
        "Round 1: Chloé deals and turns up 5♥, Ana begins, Ana owes 2",
    ]


def test_the_end_of_a_round_is_told_with_its_sheet_and_who_is_out() -> None:
    score = RoundScore(1, 1, 0, "emptied_hand", "8H", 2, ((), ("KS", "XX")), (0, 120), (3, 130))
    before = table((1, 2), turn=0)
    after = table((0, 2), status="round_over", version=2, out=(1,), last_round=score)
    lines = told(Change(0, Move("play", card="8H"), before, after))
    assert lines[:2] == ["Ana 0 plays 8♥, goes out", "Ana wins round 1, points ×2 for going out with 8♥"]
    assert "Ben K♠ Joker 120 130" in lines
    assert lines[-1] == "Ben is out"


def test_a_blocked_round_has_no_winner() -> None:
    score = RoundScore(1, 1, None, "blocked", None, 1, (("2S",), ("KS",)), (2, 10), (2, 10))
    before, after = table((1, 1)), table((1, 1), status="round_over", version=2, last_round=score)
    lines = told(Change(0, Move("pass"), before, after))
    assert lines[:2] == ["Ana 1 passes", "Round 1 is blocked: nobody can play or draw"]
