from collections import Counter

import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.deck import cards_in_deck, full_deck, hand_size_for, pack_size, packs_for
from eights.rules.merge_patch import JsonObject
from eights.rules.ruleset import Rules


def huit_americain(*options: str, patch: JsonObject | None = None) -> Rules:
    return resolve(variant("huit-americain"), options, patch)


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3), (12, 3)])
def test_packs_of_54_come_near_to_twelve_cards_a_seat(seats: int, packs: int) -> None:
    assert packs_for(huit_americain(), seats) == packs


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (12, 5)])
def test_packs_of_32_come_near_to_twelve_cards_a_seat(seats: int, packs: int) -> None:
    assert packs_for(huit_americain("jeu_de_32"), seats) == packs


def test_jumping_in_takes_two_packs_where_one_would_do() -> None:
    assert packs_for(huit_americain("a_la_volee"), 2) == 2
    assert packs_for(huit_americain("a_la_volee"), 12) == 3


@pytest.mark.parametrize("options", [(), ("jeu_de_52",), ("jeu_de_32",)])
@pytest.mark.parametrize("seats", range(2, 13))
def test_no_number_of_packs_is_nearer_that_leaves_a_stock(options: tuple[str, ...], seats: int) -> None:
    rules = huit_americain(*options)
    size, chosen = pack_size(rules), packs_for(rules, seats)
    enough = [packs for packs in range(1, 9) if packs * size >= (8 + 2) * seats]
    assert chosen == min(enough, key=lambda packs: (abs(packs * size - 12 * seats), -packs))


def test_a_larger_hand_takes_the_packs_it_needs() -> None:
    assert packs_for(huit_americain(patch={"hand_size": {"default": 13}}), 4) == 2


def test_a_number_of_packs_holds_for_any_table() -> None:
    rules = huit_americain(patch={"deck": {"packs": 4}})
    assert [packs_for(rules, seats) for seats in (2, 12)] == [4, 4]


def test_every_pack_is_whole_and_lies_on_the_next() -> None:
    deck = full_deck(huit_americain(), 6)
    assert len(deck) == cards_in_deck(huit_americain(), 6) == 108
    assert deck[:54] == deck[54:]
    counts = Counter(deck)
    assert counts["XX"] == 4
    assert {count for card, count in counts.items() if card != "XX"} == {2}


def test_the_hand_is_that_of_the_number_of_seats_dealt_in() -> None:
    rules = resolve(variant("crazy-eights"))
    assert [hand_size_for(rules, seats) for seats in (2, 3, 4)] == [7, 5, 5]
