"""The sheet and the ranking, beyond what the rulings kept as data compare."""

from eights.rules.leaving import leave
from eights.rules.moves import Play
from eights.rules.play import apply
from eights.rules.scoring import hand_points, ranking
from eights.rules.state import RoundScore
from rounds import laid, newest_score


def test_the_sheet_keeps_everything_of_a_round() -> None:
    state = laid("8H", "AH 9D 2C", "XX QD", plays="synthesis", scores=(1, 2, 3), round=2, dealer=1)
    after, _ = apply(state, 0, Play("8H"))
    hands = ((), ("AH", "9D", "2C"), ("XX", "QD"))
    assert after.last_score == RoundScore(2, 1, 0, "emptied_hand", "8H", 2, hands, (0, 78, 60), (1, 80, 63))
    assert after.played == 2


def test_the_sheet_of_the_last_one_left_has_no_points() -> None:
    after, _ = leave(laid("9C KC", "8D 8S", scores=(7, 3)), 0)
    entry = newest_score(after)
    assert (entry.ended_by, entry.winner, entry.finishing_card, entry.points) == ("last_one_left", 1, None, (0, 0))
    assert entry.totals == after.scores == (7, 3)


def test_a_card_of_its_own_value_beats_its_rank() -> None:
    rules = laid("9C", "KC", plays="huit-americain").rules
    assert hand_points(rules, ("2S", "2H", "8D", "XX", "T" + "C", "KD", "AD")) == 25 + 15 + 25 + 50 + 5 + 10 + 15


def test_while_a_match_is_on_the_lowest_total_leads() -> None:
    assert ranking(laid("9C", "KC", "QC", "JC", scores=(20, 10, 20, 30))) == (2, 1, 2, 4)


def test_under_winner_takes_all_the_highest_total_leads() -> None:
    state = laid("9C", "KC", "QC", scores=(20, 10, 20), rules={"scoring": "winner_takes_all"})
    assert ranking(state) == (1, 3, 1)


def test_those_still_in_come_before_those_out_and_these_before_those_who_left() -> None:
    state = laid("9C 9S", "KC KS", "", "JC JS", plays="survivor", scores=(99, 0, 105, 50), out=(2,))
    after, _ = leave(state, 1)
    assert ranking(after) == (2, 4, 3, 1)
