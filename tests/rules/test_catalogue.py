"""The five variants against the table of what each source says, row by row."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from itertools import permutations
from typing import Any

import pytest

from eights.rules.catalogue import (
    DuplicateOption,
    OptionsExcludeEachOther,
    UnknownOption,
    UnknownVariant,
    resolve,
    variant,
    variants,
)
from eights.rules.faults import InvalidRules
from eights.rules.shape import rules_as_data

COLUMNS = ("crazy-eights", "draw-two", "huit-americain", "survivor", "synthesis")

WILD = {"wild": True, "names_suit": True}
POWERS = {"wild": True, "open": True, "powers": ["swap_hands", "choose_next"]}
PLAIN_POINTS = {"8": 50, "K": 10, "Q": 10, "J": 10, "T": 10, "A": 1} | {pip: int(pip) for pip in "2345679"}
FRENCH_POINTS = {"joker": 50, "8": 25, "2S": 25, "2": 15, "A": 15, "K": 10, "Q": 10, "J": 10} | dict.fromkeys(
    "345679T", 5
)
SURVIVOR_POINTS = {"joker": 50, "8": 40, "2": 20, "A": 11, "K": 10, "Q": 10, "J": 10, "T": 10} | {
    pip: int(pip) for pip in "345679"
}
SYNTHESIS_POINTS = {"joker": 20, "8": 20, "2": 15, "A": 15, "T": 15, "J": 15, "K": 10, "Q": 10} | {
    pip: int(pip) for pip in "345679"
}

TABLE: dict[str, tuple[object, ...]] = {
    # in the order of COLUMNS
    "players.min": (2, 2, 2, 2, 2),
    "players.max": (4, 4, 12, 5, 6),
    "deck.ranks": ("2-A", "2-A", "2-A", "2-A", "2-A"),
    "deck.jokers": (0, 0, 2, 2, 2),
    "deck.packs": (1, 1, "auto", 1, 1),
    "deck.cards_per_player": (12, 12, 12, 12, 12),
    "hand_size": ({"2": 7, "default": 5}, {"2": 7, "default": 5}, {"default": 8}, {"default": 8}, {"default": 8}),
    "first_player": ("left_of_dealer", "left_of_dealer", "left_of_dealer", "dealer", "left_of_dealer"),
    "starter.wild": ("dealer_names_suit", "dealer_names_suit", "bury", "bury", "bury"),
    "starter.action": ("as_played_by_dealer", "as_played_by_dealer", "bury", "bury", "bury"),
    "starter.joker": ("bury", "bury", "bury", "bury", "bury"),
    "cards.8": (WILD, WILD, WILD, WILD, WILD | {"not_on": ["8"]}),
    "cards.joker": (None, None, POWERS, POWERS, {"wild": True, "open": True, "not_on": ["8"]}),
    "cards.2": (None, {"draw": 2}, {"draw": 2}, {"draw": 2}, {"draw": 2}),
    "cards.A": (None, None, {"draw": 4}, {"draw": 4}, {"skip": 1}),
    "cards.7": (None, None, {"skip": 1}, {"skip": 1}, None),
    "cards.T": (None, None, {"again": True}, {"again": True}, {"again": True}),
    "cards.J": (None, None, {"reverse": True}, {"reverse": True}, {"reverse": True}),
    "draw.when": ("any", "stuck", "stuck", "stuck", "stuck"),
    "draw.limit": (1, 1, 1, 1, 1),
    "draw.until_playable": (False, False, False, False, False),
    "draw.then": ("drawn_card", "drawn_card", "nothing", "nothing", "drawn_card"),
    "penalty.stack": ("none", "same_rank", "none", "none", "same_rank"),
    "penalty.ends_turn": (True, True, True, True, True),
    "reverse_with_two": ("again", "again", "again", "again", "again"),
    "jump_in": (False, False, False, False, False),
    "turn_limit": (1000, 1000, 1000, 1000, 1000),
    "last_card.announce": ("off", "off", "challenge", "off", "automatic"),
    "last_card.penalty": (2, 2, 2, 2, 2),
    "finish.multiplier": ({}, {}, {}, {}, {"8": 2}),
    "finish.draw_applies": (False, False, False, False, False),
    "points": (PLAIN_POINTS, PLAIN_POINTS, FRENCH_POINTS, SURVIVOR_POINTS, SYNTHESIS_POINTS),
    "scoring": ("losers_keep_own",) * 5,
    "match.type": ("points", "single", "points", "elimination", "rounds"),
}

MATCH_ENDS_AT = {"crazy-eights": 100, "huit-americain": 500, "survivor": 100}

HOUSE_RULES: dict[str, dict[str, object]] = {
    "queen_of_spades_draws_five": {"cards.QS": {"draw": 5}, "penalty.stack": "same_rank"},
    "jacks_skip": {"cards.J": {"skip": 1}},
    "aces_reverse": {"cards.A": {"reverse": True}},
    "draw_until_playable": {"draw.until_playable": True, "draw.limit": None},
    "points_game": {"match.type": "points", "match.points": 100},
    "single_deal": {"match.type": "single"},
}

OPTIONS: dict[str, dict[str, dict[str, object]]] = {
    "crazy-eights": {"twos_draw_two": {"cards.2": {"draw": 2}, "penalty.stack": "same_rank"}, **HOUSE_RULES},
    "draw-two": HOUSE_RULES,
    "huit-americain": {
        "pioche": {"draw.until_playable": True, "draw.limit": None},
        "cumul": {"penalty.stack": "same_rank"},
        "cumul_mixte": {"penalty.stack": "any"},
        "a_la_volee": {"jump_in": True},
        "jeu_de_52": {"deck.jokers": 0},
        "jeu_de_32": {"deck.ranks": "7-A", "deck.jokers": 0},
        "sans_echange": {"cards.joker": POWERS | {"powers": ["choose_next"]}},
        "sans_designation": {"cards.joker": POWERS | {"powers": ["swap_hands"]}},
        "jokers_simples": {"cards.joker": {"wild": True, "open": True}},
    },
    "survivor": {
        "out_at_50": {"match.points": 50},
        "out_at_200": {"match.points": 200},
        "last_card_challenge": {"last_card.announce": "challenge"},
        "last_card_automatic": {"last_card.announce": "automatic"},
    },
    "synthesis": {
        "three_rounds": {"match.rounds": 3},
        "ten_rounds": {"match.rounds": 10},
        "points_game": {"match.type": "points", "match.points": 100},
        "last_card_challenge": {"last_card.announce": "challenge"},
        "last_card_silent": {"last_card.announce": "off"},
    },
}
"""By variant and option: the fields it sets. Nothing else may differ."""

EITHER_OR: dict[str, tuple[set[str], ...]] = {
    "crazy-eights": ({"points_game", "single_deal"},),
    "draw-two": ({"points_game", "single_deal"},),
    "huit-americain": (
        {"cumul", "cumul_mixte"},
        {"jeu_de_52", "jeu_de_32"},
        {"sans_echange", "sans_designation", "jokers_simples"},
    ),
    "survivor": ({"out_at_50", "out_at_200"}, {"last_card_challenge", "last_card_automatic"}),
    "synthesis": ({"three_rounds", "ten_rounds", "points_game"}, {"last_card_challenge", "last_card_silent"}),
}
"""By variant: which of its options exclude each other."""


def either_or(name: str, pair: tuple[str, str]) -> bool:
    return any(set(pair) <= group for group in EITHER_OR[name])


def at(data: Any, path: str) -> object:
    """Look a dotted path up; None where it leads nowhere."""
    for name in path.split("."):
        data = data.get(name) if isinstance(data, Mapping) else None
    return data


def flat(data: Mapping[str, Any], path: str = "") -> dict[str, object]:
    """List the fields of nested objects by their dotted paths, a card's effect as one."""
    found: dict[str, object] = {}
    for name, value in data.items():
        if isinstance(value, Mapping) and path != "cards.":
            found |= flat(value, f"{path}{name}.")
        else:
            found[path + name] = value
    return found


@pytest.mark.parametrize("path", TABLE)
def test_each_variant_is_as_its_source_says(path: str) -> None:
    assert tuple(at(rules_as_data(resolve(variant(name))), path) for name in COLUMNS) == TABLE[path]


def test_no_other_card_does_anything() -> None:
    effects = {path.removeprefix("cards.") for path in TABLE if path.startswith("cards.")}
    assert {selector for each in variants().values() for selector in each.rules.cards} == effects


def test_where_the_matches_end() -> None:
    assert {name: variant(name).rules.match.points for name in MATCH_ENDS_AT} == MATCH_ENDS_AT
    assert variant("synthesis").rules.match.rounds == 5


def test_there_are_five_variants_listed_by_id() -> None:
    assert tuple(variants()) == COLUMNS
    assert [each.id for each in variants().values()] == list(COLUMNS)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_file_leaves_no_field_to_its_default(name: str) -> None:
    text = files("eights.rules").joinpath("variants", f"{name}.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["rules"] == rules_as_data(variant(name).rules)


def test_each_variant_names_its_own_source() -> None:
    assert {name: variant(name).source.key for name in COLUMNS} == {
        "crazy-eights": "001",
        "draw-two": "003",
        "huit-americain": "000",
        "survivor": "002",
        "synthesis": "004",
    }


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownVariant) as refused:
        variant("uno")
    assert refused.value.variant_id == "uno"


# Options and patches


@pytest.mark.parametrize("name", COLUMNS)
def test_each_variant_has_the_options_of_the_table(name: str) -> None:
    assert list(variant(name).options) == list(OPTIONS[name])


@pytest.mark.parametrize(("name", "option"), [(name, option) for name in COLUMNS for option in OPTIONS[name]])
def test_an_option_sets_its_fields_and_no_other(name: str, option: str) -> None:
    before = flat(rules_as_data(resolve(variant(name))))
    after = flat(rules_as_data(resolve(variant(name), [option])))
    assert after == before | OPTIONS[name][option]


def test_crazy_eights_with_the_options_becomes_twos_draw_two() -> None:
    crazy = resolve(variant("crazy-eights"), ["twos_draw_two", "single_deal"], {"draw": {"when": "stuck"}})
    assert crazy == resolve(variant("draw-two"))


PAIRS = [(name, pair) for name in COLUMNS for pair in permutations(OPTIONS[name], 2)]


@pytest.mark.parametrize(("name", "pair"), [(name, pair) for name, pair in PAIRS if not either_or(name, pair)])
def test_options_go_together_in_any_order(name: str, pair: tuple[str, str]) -> None:
    first, second = pair
    rules = flat(rules_as_data(resolve(variant(name), pair)))
    assert rules == flat(rules_as_data(resolve(variant(name), [second, first])))
    assert (OPTIONS[name][first] | OPTIONS[name][second]).items() <= rules.items()


@pytest.mark.parametrize(("name", "pair"), [(name, pair) for name, pair in PAIRS if either_or(name, pair)])
def test_options_that_exclude_each_other_are_refused_in_any_order(name: str, pair: tuple[str, str]) -> None:
    with pytest.raises(OptionsExcludeEachOther) as refused:
        resolve(variant(name), pair)
    assert refused.value.names == pair
    first, second = (variant(name).options[option].excludes for option in pair)
    assert (pair[1] in first, pair[0] in second) == (True, True)


def test_of_several_options_those_that_exclude_each_other_are_named() -> None:
    with pytest.raises(OptionsExcludeEachOther) as refused:
        resolve(variant("huit-americain"), ["pioche", "cumul_mixte", "a_la_volee", "cumul"])
    assert refused.value.names == ("cumul_mixte", "cumul")


@pytest.mark.parametrize("name", COLUMNS)
def test_all_options_that_do_not_exclude_each_other_work_together(name: str) -> None:
    left_out = {option for group in EITHER_OR[name] for option in sorted(group)[1:]}
    options = [option for option in OPTIONS[name] if option not in left_out]
    rules = flat(rules_as_data(resolve(variant(name), options)))
    for option in options:
        assert OPTIONS[name][option].items() <= rules.items()


def test_a_patch_comes_after_the_options() -> None:
    rules = resolve(variant("huit-americain"), ["cumul"], {"penalty": {"stack": "any"}, "match": {"points": 200}})
    assert (rules.penalty.stack, rules.penalty.ends_turn) == ("any", True)
    assert (rules.match.type, rules.match.points) == ("points", 200)


def test_null_in_a_patch_takes_a_field_back_to_its_default() -> None:
    rules = resolve(variant("huit-americain"), [], {"cards": {"7": None}, "draw": {"limit": None}})
    assert "7" not in rules.cards
    assert rules.draw.limit is None
    assert rules.draw.then == "nothing"


def test_a_patch_can_give_a_card_its_own_effect_beside_its_rank() -> None:
    rules = resolve(variant("survivor"), [], {"cards": {"2S": {"draw": 5}}})
    assert (rules.cards["2S"].draw, rules.cards["2"].draw) == (5, 2)


def test_an_option_that_is_not_the_variants_is_refused() -> None:
    with pytest.raises(UnknownOption) as refused:
        resolve(variant("survivor"), ["cumul"])
    assert refused.value.name == "cumul"


def test_an_option_named_twice_is_refused() -> None:
    with pytest.raises(DuplicateOption) as refused:
        resolve(variant("huit-americain"), ["cumul", "pioche", "cumul"])
    assert refused.value.name == "cumul"


def test_resolving_leaves_the_variant_as_it_was() -> None:
    before = rules_as_data(variant("huit-americain").rules)
    resolve(variant("huit-americain"), ["jeu_de_32", "pioche"], {"points": {"8": 100}, "cards": {"8": None}})
    assert rules_as_data(variant("huit-americain").rules) == before


def test_rules_that_cannot_work_are_refused_after_all_patches() -> None:
    with pytest.raises(InvalidRules) as refused:
        resolve(variant("crazy-eights"), ["twos_draw_two"], {"cards": {"2": {"again": True}}})
    assert [(fault.path, fault.code) for fault in refused.value.faults] == [("cards.2.again", "again_with_draw")]
