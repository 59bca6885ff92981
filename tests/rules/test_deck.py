from collections import Counter

import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.deck import cards_in_deck, full_deck, hand_size_for, packs_for
from eights.rules.merge_patch import JsonObject
from eights.rules.ruleset import Rules


def huit_americain(*options: str, patch: JsonObject | None = None) -> Rules:
    return resolve(variant("huit-americain"), options, patch)


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (4, 1), (5, 2), (9, 2), (10, 3), (12, 3)])
def test_packs_of_54_are_added_for_twelve_cards_a_seat(seats: int, packs: int) -> None:
    assert packs_for(huit_americain(), seats) == packs


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 2), (5, 2), (6, 3), (8, 3), (12, 5)])
def test_packs_of_32_are_added_for_twelve_cards_a_seat(seats: int, packs: int) -> None:
    assert packs_for(huit_americain("jeu_de_32"), seats) == packs


def test_jumping_in_takes_two_packs_where_one_would_do() -> None:
    assert packs_for(huit_americain("a_la_volee"), 2) == 2
    assert packs_for(huit_americain("a_la_volee"), 12) == 3


def test_a_number_of_packs_holds_for_any_table() -> None:
    rules = huit_americain(patch={"deck": {"packs": 4}})
    assert [packs_for(rules, seats) for seats in (2, 12)] == [4, 4]


def test_every_pack_is_whole_and_lies_on_the_next() -> None:
    deck = full_deck(huit_americain(), 5)
    assert len(deck) == cards_in_deck(huit_americain(), 5) == 108
    assert deck[:54] == deck[54:]
    counts = Counter(deck)
    assert counts["XX"] == 4
    assert {count for card, count in counts.items() if card != "XX"} == {2}


def test_the_hand_is_that_of_the_number_of_seats_dealt_in() -> None:
    rules = resolve(variant("crazy-eights"))
    assert [hand_size_for(rules, seats) for seats in (2, 3, 4)] == [7, 5, 5]
