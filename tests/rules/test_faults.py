"""Every code once, as a caller meets it, and what is said about it."""

import re
from collections.abc import Iterator
from itertools import repeat

import pytest

from eights.rules.catalogue import resolve, variant
from eights.rules.faults import FAULT_CODES, MOST_FAULTS, Fault, InvalidRules
from eights.rules.merge_patch import JsonObject
from eights.rules.text import Language

REFUSED: dict[str, tuple[JsonObject, str]] = {
    "unknown_field": ({"deck": {"size": 52}}, "deck.size"),
    "wrong_type": ({"jump_in": "yes"}, "jump_in"),
    "out_of_range": ({"deck": {"jokers": 5}}, "deck.jokers"),
    "not_one_of": ({"draw": {"when": "never"}}, "draw.when"),
    "min_above_max": ({"players": {"min": 7}}, "players.min"),
    "not_a_seat_count": ({"hand_size": {"20": 3}}, "hand_size.20"),
    "default_hand_size_missing": ({"hand_size": {"default": None}}, "hand_size.default"),
    "too_few_cards": ({"hand_size": {"default": 9}}, "hand_size.default"),
    "too_many_packs": ({"deck": {"packs": "auto", "cards_per_player": 100}}, "deck.cards_per_player"),
    "jump_in_needs_two_packs": ({"jump_in": True}, "deck.packs"),
    "not_a_selector": ({"cards": {"10": {"again": True}}}, "cards.10"),
    "joker_not_wild": ({"cards": {"joker": {"wild": None}}}, "cards.joker.wild"),
    "again_with_draw": ({"cards": {"2": {"again": True}}}, "cards.2.again"),
    "duplicate_power": ({"cards": {"joker": {"powers": ["swap_hands", "swap_hands"]}}}, "cards.joker.powers"),
    "duplicate_selector": ({"cards": {"8": {"not_on": ["8", "8"]}}}, "cards.8.not_on"),
    "penalty_too_large": ({"cards": {"2": {"draw": 60}}}, "cards.2.draw"),
    "points_missing": ({"points": {"9": None}}, "points.9"),
    "match_never_ends": (
        {"match": {"type": "points"}, "points": dict.fromkeys(["joker", *"A23456789TJQK"], 0)},
        "points",
    ),
    "elimination_needs_own_points": ({"match": {"type": "elimination"}, "scoring": "winner_takes_all"}, "scoring"),
}


def refusal(patch: JsonObject) -> tuple[Fault, ...]:
    with pytest.raises(InvalidRules) as refused:
        resolve(variant("synthesis"), [], patch)
    return refused.value.faults


def test_every_code_is_met_here() -> None:
    assert list(REFUSED) == list(FAULT_CODES)


@pytest.mark.parametrize("code", REFUSED)
def test_a_fault_has_its_code_and_its_path(code: str) -> None:
    patch, path = REFUSED[code]
    assert [(fault.code, fault.path) for fault in refusal(patch)] == [(code, path)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", REFUSED)
def test_a_fault_is_told_in_a_sentence(code: str, language: Language) -> None:
    (fault,) = refusal(REFUSED[code][0])
    sentence = fault.message(language)
    assert re.fullmatch(r"[A-ZÀ][^{}]+\.", sentence)
    assert sentence != fault.message("fr" if language == "en" else "en")


def test_french_sentences_are_set_as_french_is_set() -> None:
    for patch, _ in REFUSED.values():
        (fault,) = refusal(patch)
        assert not re.search(r"'|[^\u202f][;!?]|[^\u00a0]:", fault.message("fr"))


def test_a_sentence_gives_the_numbers() -> None:
    (fault,) = refusal({"hand_size": {"default": 9}})
    assert fault.message("en") == "With 6 seats, the hands and the starter take 55 cards, but there are only 54."


def test_words_of_the_caller_are_never_taken_for_a_template() -> None:
    faults = refusal({"deck": {"{0.__class__}": 1}, "{known}": 1})
    assert [fault.path for fault in faults] == ["deck.{0.__class__}", "{known}"]
    assert all("no such field" in fault.message("en") for fault in faults)


@pytest.mark.parametrize(
    "flood",
    [
        {f"field-{number}": 1 for number in range(1000)},
        {"cards": {str(number): {} for number in range(100, 1000)}},
        {"cards": {"8": {"not_on": [""] * 1000}}},
    ],
)
def test_a_flood_of_faults_is_cut_short(flood: JsonObject) -> None:
    assert len(refusal(flood)) == MOST_FAULTS


class Flood(list[object]):
    """Wrong items, as many as are told; further ones are nobody's business."""

    def __iter__(self) -> Iterator[object]:
        yield from repeat(0, MOST_FAULTS)
        pytest.fail("more faults are looked for than are told")


def test_no_more_faults_are_looked_for_than_are_told() -> None:
    assert len(refusal({"cards": {"8": {"not_on": Flood()}}})) == MOST_FAULTS
