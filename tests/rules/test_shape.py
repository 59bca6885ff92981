from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.rules.catalogue import variants
from eights.rules.faults import InvalidRules
from eights.rules.ruleset import Rules
from eights.rules.shape import read_rules, rules_as_data


def faults_of(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRules) as refused:
        read_rules(data)
    return [(fault.path, fault.code) for fault in refused.value.faults]


@pytest.mark.parametrize("variant_id", variants())
def test_rules_survive_being_data(variant_id: str) -> None:
    rules = variants()[variant_id].rules
    assert read_rules(rules_as_data(rules)) == rules


def test_what_is_left_out_has_its_default() -> None:
    assert read_rules({}) == Rules()
    assert read_rules({"draw": {"when": "any"}}).draw.limit is None


@pytest.mark.parametrize("three", ["3", 3.0, True, None, [3], {"three": 3}])
def test_only_a_three_is_a_three(three: object) -> None:
    assert faults_of({"match": {"rounds": three}}) == [("match.rounds", "wrong_type")]


@pytest.mark.parametrize("truth", ["true", 1, 0, None, []])
def test_only_true_and_false_are_truth_values(truth: object) -> None:
    assert faults_of({"jump_in": truth}) == [("jump_in", "wrong_type")]


@pytest.mark.parametrize("count", [0, 9, -1, 10**30])
def test_a_number_out_of_range_is_told_from_a_wrong_type(count: int) -> None:
    assert faults_of({"deck": {"packs": count}}) == [("deck.packs", "out_of_range")]


def test_an_unknown_word_is_told_from_a_wrong_type() -> None:
    assert faults_of({"deck": {"packs": "some"}}) == [("deck.packs", "not_one_of")]
    assert faults_of({"deck": {"packs": 1.5}}) == [("deck.packs", "wrong_type")]


def test_unknown_fields_are_named_at_every_depth() -> None:
    data = {"colour": 1, "deck": {"size": 52}, "cards": {"8": {"wilde": True}}}
    assert faults_of(data) == [
        ("colour", "unknown_field"),
        ("deck.size", "unknown_field"),
        ("cards.8.wilde", "unknown_field"),
    ]


def test_paths_lead_into_maps_and_lists() -> None:
    data = {
        "cards": {"2": {"draw": "two"}, "joker": {"powers": ["swap_hands", "win"], "not_on": "8"}},
        "points": {"QS": -1},
        "hand_size": {"2": "seven"},
    }
    assert faults_of(data) == [
        ("cards.2.draw", "wrong_type"),
        ("cards.joker.powers.1", "not_one_of"),
        ("cards.joker.not_on", "wrong_type"),
        ("points.QS", "out_of_range"),
        ("hand_size.2", "wrong_type"),
    ]


@pytest.mark.parametrize("data", [None, [], "rules", 8])
def test_rules_that_are_no_object_are_refused_as_a_whole(data: object) -> None:
    assert faults_of(data) == [("", "wrong_type")]


def test_a_fault_says_in_both_languages_what_was_expected() -> None:
    with pytest.raises(InvalidRules) as refused:
        read_rules({"deck": {"packs": "some"}})
    (fault,) = refused.value.faults
    assert fault.message("en") == 'Unknown value: expected a whole number from 1 to 8 or one of "auto".'
    assert "un nombre entier de 1 à 8 ou une valeur parmi" in fault.message("fr")


scalars = st.none() | st.booleans() | st.integers(-2, 2000) | st.floats() | st.sampled_from(["auto", "8", "stuck", ""])
json = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["8", "draw"]), inner)
)


def places(value: object, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """List the way to every value in nested objects."""
    inner = value.items() if isinstance(value, dict) else ()
    return [path, *(place for name, item in inner for place in places(item, (*path, name)))]


def with_value_at(data: Any, place: tuple[str, ...], value: object) -> Any:
    """Return nested objects with one value put in."""
    if not place:
        return value
    return {**data, place[0]: with_value_at(data[place[0]], place[1:], value)}


@given(st.data(), st.sampled_from(list(variants())), json)
def test_faults_are_found_exactly_where_rules_cannot_be_read(
    draw: st.DataObject, variant_id: str, value: object
) -> None:
    data = rules_as_data(variants()[variant_id].rules)
    place = draw.draw(st.sampled_from(places(data)))
    changed = with_value_at(data, place, value)
    try:
        expected = msgspec.convert(changed, Rules, strict=True)
    except msgspec.ValidationError:
        assert all(path.startswith(".".join(place)) for path, _ in faults_of(changed))
    else:
        assert read_rules(changed) == expected
