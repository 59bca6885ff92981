import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.faults import InvalidRules
from eights.rules.feasibility import check, faults_in
from eights.rules.merge_patch import JsonObject, merge_patch
from eights.rules.ruleset import Rules
from eights.rules.shape import read_rules, rules_as_data


def patched(variant_id: str, patch: JsonObject) -> Rules:
    """Return a variant's rules with a patch, whether they can work or not."""
    return read_rules(merge_patch(rules_as_data(variant(variant_id).rules), patch))


def faults(variant_id: str, patch: JsonObject) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in faults_in(patched(variant_id, patch))]


def test_rules_that_work_have_no_faults() -> None:
    check(resolve(variant("synthesis")))


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(InvalidRules) as refused:
        check(patched("synthesis", {"players": {"min": 7}, "cards": {"joker": None}, "points": {"K": None}}))
    assert [fault.path for fault in refused.value.faults] == ["players.min", "cards.joker.wild", "points.K"]


# Cards for the seats


def test_the_table_needs_no_more_seats_than_it_has() -> None:
    assert faults("synthesis", {"players": {"min": 6}}) == []
    assert faults("synthesis", {"players": {"min": 6, "max": 5}}) == [("players.min", "min_above_max")]


def test_hands_and_starter_must_come_from_the_deck() -> None:
    three_seats = {"players": {"max": 3}}
    assert faults("crazy-eights", three_seats | {"hand_size": {"3": 17}}) == []
    assert faults("crazy-eights", three_seats | {"hand_size": {"3": 18}}) == [("hand_size.3", "too_few_cards")]


def test_a_hand_size_is_blamed_once_for_the_first_table_it_is_too_large_for() -> None:
    (fault,) = faults_in(patched("synthesis", {"hand_size": {"default": 14}}))
    assert (fault.path, fault.params) == ("hand_size.default", {"seats": 4, "needed": 57, "cards": 54})


def test_a_round_of_those_still_in_needs_cards_too() -> None:
    assert faults("survivor", {"players": {"min": 4}, "hand_size": {"2": 27}}) == [("hand_size.2", "too_few_cards")]


def test_packs_that_grow_with_the_table_are_counted_for_each_table() -> None:
    assert faults("huit-americain", {"hand_size": {"default": 35}}) == []
    assert faults("huit-americain", {"hand_size": {"default": 36}}) == [("hand_size.default", "too_few_cards")]


def test_more_than_eight_packs_are_too_many() -> None:
    assert faults("huit-americain", {"deck": {"cards_per_player": 38}}) == []
    assert faults("huit-americain", {"deck": {"cards_per_player": 39}}) == [("deck.cards_per_player", "too_many_packs")]


def test_jumping_in_needs_twins() -> None:
    assert faults("synthesis", {"jump_in": True}) == [("deck.packs", "jump_in_needs_two_packs")]
    assert faults("synthesis", {"jump_in": True, "deck": {"packs": 2}}) == []
    assert faults("synthesis", {"jump_in": True, "deck": {"packs": "auto"}}) == []


def test_there_must_be_a_hand_size_for_every_table() -> None:
    assert faults("huit-americain", {"hand_size": {"default": None, "2": 7}}) == [
        ("hand_size.default", "default_hand_size_missing")
    ]


@pytest.mark.parametrize("key", ["1", "13", "02", "two", ""])
def test_a_hand_size_is_for_two_to_twelve_seats(key: str) -> None:
    assert faults("synthesis", {"hand_size": {key: 5}}) == [(f"hand_size.{key}", "not_a_seat_count")]


# Cards and their effects


@pytest.mark.parametrize("selector", ["1", "10", "S", "XX", "Joker", "8s", "8SS", ""])
def test_effects_points_and_multipliers_belong_to_a_rank_a_card_or_the_joker(selector: str) -> None:
    assert faults("synthesis", {"cards": {selector: {"skip": 1}, "9": {"not_on": ["8", selector]}}}) == [
        (f"cards.{selector}", "not_a_selector"),
        ("cards.9.not_on.1", "not_a_selector"),
    ]
    assert faults("synthesis", {"points": {selector: 5}, "finish": {"multiplier": {selector: 2}}}) == [
        (f"finish.multiplier.{selector}", "not_a_selector"),
        (f"points.{selector}", "not_a_selector"),
    ]


def test_a_joker_that_is_not_wild_could_never_be_played() -> None:
    assert faults("synthesis", {"cards": {"joker": {"wild": False}}}) == [("cards.joker.wild", "joker_not_wild")]
    assert faults("synthesis", {"cards": {"joker": {"wild": False}}, "deck": {"jokers": 0}}) == []


def test_a_joker_may_name_a_suit() -> None:
    assert faults("synthesis", {"cards": {"joker": {"names_suit": True}}}) == []


def test_who_plays_on_leaves_no_debt_to_the_next() -> None:
    assert faults("synthesis", {"cards": {"T": {"draw": 1}}}) == [("cards.T.again", "again_with_draw")]


def test_a_power_is_listed_once() -> None:
    powers = ["swap_hands", "choose_next", "swap_hands"]
    assert faults("survivor", {"cards": {"joker": {"powers": powers}}}) == [("cards.joker.powers", "duplicate_power")]


def test_what_a_card_may_not_be_played_on_is_listed_once() -> None:
    assert faults("synthesis", {"cards": {"8": {"not_on": ["8", "8S", "joker"]}}}) == []
    assert faults("synthesis", {"cards": {"8": {"not_on": ["8", "8S", "8"]}}}) == [
        ("cards.8.not_on", "duplicate_selector")
    ]


# Penalties


def test_a_penalty_leaves_the_top_card_and_one_card_to_each_seat() -> None:
    assert faults("synthesis", {"cards": {"2": {"draw": 47}}}) == []
    assert faults("synthesis", {"cards": {"2": {"draw": 48}}}) == [("cards.2.draw", "penalty_too_large")]
    assert faults("synthesis", {"players": {"max": 5}, "cards": {"2": {"draw": 48}}}) == []


def test_forgetting_the_last_card_costs_no_more_than_can_be_drawn() -> None:
    assert faults("synthesis", {"last_card": {"penalty": 48}}) == [("last_card.penalty", "penalty_too_large")]
    assert faults("synthesis", {"last_card": {"penalty": 48, "announce": "off"}}) == []


# Points and matches


def test_every_rank_in_the_deck_has_a_value() -> None:
    assert faults("huit-americain", {"points": {"Q": None, "joker": None}}) == [
        ("points.Q", "points_missing"),
        ("points.joker", "points_missing"),
    ]


def test_cards_that_are_not_in_the_deck_need_no_value() -> None:
    no_low_cards = dict.fromkeys([*"23456", "2S", "joker"])
    assert faults("huit-americain", {"deck": {"ranks": "7-A", "jokers": 0}, "points": no_low_cards}) == []


def test_four_cards_with_values_of_their_own_make_a_rank() -> None:
    assert faults("huit-americain", {"points": {"Q": None, "QS": 13, "QH": 0, "QD": 0, "QC": 0}}) == []
    assert faults("huit-americain", {"points": {"Q": None, "QS": 13}}) == [("points.Q", "points_missing")]


@pytest.mark.parametrize("match_type", ["points", "elimination"])
def test_a_match_for_points_needs_cards_that_are_worth_some(match_type: str) -> None:
    worthless = dict.fromkeys(variant("synthesis").rules.points, 0)
    patch = {"match": {"type": match_type}, "points": worthless}
    assert faults("synthesis", patch) == [("points", "match_never_ends")]
    assert faults("synthesis", patch | {"points": worthless | {"3": 1}}) == []
    assert faults("synthesis", {"points": worthless}) == []


def test_elimination_counts_what_each_loser_keeps() -> None:
    assert faults("survivor", {"scoring": "winner_takes_all"}) == [("scoring", "elimination_needs_own_points")]
