from eights.arena.duplicate import Contest, play_deals, play_round
from eights.arena.entrants import house_bot
from eights.rules.catalogue import variants
from eights.rules.dealing import new_game
from eights.rules.ruleset import Rules

RULES = variants()["crazy-eights"].rules


def contest(*entrants: str, rules: Rules = RULES, seed: str = "test") -> Contest:
    return Contest(rules, entrants, seed)


def test_equal_bots_win_each_rotation_from_the_same_seat() -> None:
    """Steady throws no dice: a deal goes the same way in each rotation, and each entrant wins once."""
    for result in play_deals(contest("steady", "steady", "steady"), range(5)):
        assert (result.rounds, result.undecided) == (3, 0)
        assert result.wins == (1, 1, 1)
        assert result.beaten == (3.0, 3.0, 3.0)
        assert len(set(result.points)) == 1


def test_a_deal_is_the_same_whichever_deals_are_played_before() -> None:
    some = play_deals(contest("steady", "random"), range(6))
    others = play_deals(contest("steady", "random"), range(3, 6))
    assert [result.points for result in some[3:]] == [result.points for result in others]


def test_another_seed_gives_other_deals() -> None:
    assert contest("steady", seed="a").seed_of(0) != contest("steady", seed="b").seed_of(0)
    assert contest("steady", seed="1").seed_of(11) != contest("steady", seed="11").seed_of(1)


def test_rounds_that_nobody_wins_are_counted() -> None:
    limited = Rules(hand_size={"default": 8}, points=dict.fromkeys("A23456789TJQK", 1), turn_limit=10)
    (result,) = play_deals(contest("random", "random", rules=limited), range(1))
    assert (result.rounds, result.undecided, result.wins) == (2, 2, (0, 0))


def test_where_the_winner_takes_all_the_losers_beat_nobody_outright() -> None:
    taking = Rules(points=dict.fromkeys("A23456789TJQK", 1), scoring="winner_takes_all")
    (result,) = play_deals(contest("steady", "steady", "steady", rules=taking), range(1))
    # Won once (2 beaten), lost twice (equal with the other loser: 1/2 each time).
    assert result.beaten == (3.0, 3.0, 3.0)


def test_a_round_ends_with_its_line_of_the_score_sheet() -> None:
    score = play_round(new_game(RULES, 2, bytes(32), "arena"), [house_bot("random"), house_bot("steady")])
    assert score.number == 1
    assert min(score.points) == 0
