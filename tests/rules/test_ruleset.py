import msgspec
import pytest

from eights.rules.ruleset import Draw, Effect, Rules
from eights.rules.shape import rules_as_data


def test_the_plainest_rules_are_shown_whole() -> None:
    assert rules_as_data(Rules()) == {
        "players": {"min": 2, "max": 12},
        "deck": {"ranks": "2-A", "jokers": 0, "packs": 1, "cards_per_player": 12},
        "hand_size": {"default": 5},
        "first_player": "left_of_dealer",
        "starter": {"wild": "plain", "action": "plain", "joker": "bury"},
        "cards": {},
        "draw": {"when": "stuck", "limit": None, "until_playable": False, "then": "nothing"},
        "penalty": {"stack": "none", "ends_turn": True},
        "reverse_with_two": "again",
        "jump_in": False,
        "turn_limit": 1000,
        "last_card": {"announce": "off", "penalty": 2},
        "finish": {"multiplier": {}, "draw_applies": False},
        "points": {},
        "scoring": "losers_keep_own",
        "match": {"type": "single", "points": 100, "rounds": 1},
    }


def test_an_effect_shows_only_what_it_does() -> None:
    rules = Rules(cards={"joker": Effect(wild=True, powers=("swap_hands",)), "8": Effect(not_on=("8",)), "3": Effect()})
    assert rules_as_data(rules)["cards"] == {
        "joker": {"wild": True, "powers": ["swap_hands"]},
        "8": {"not_on": ["8"]},
        "3": {},
    }


def test_rules_cannot_be_changed_once_made() -> None:
    draw = Draw(limit=1)
    with pytest.raises(AttributeError):
        draw.limit = 2  # type: ignore[misc]  # the very thing that must fail


def test_two_rules_do_not_share_their_defaults() -> None:
    assert Rules().hand_size is not Rules().hand_size
    assert Rules().cards is not Rules().cards


def test_no_effect_is_the_default_of_every_field() -> None:
    assert all(not getattr(Effect(), field.name) for field in msgspec.structs.fields(Effect))
