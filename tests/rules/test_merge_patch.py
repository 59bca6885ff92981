import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.rules.merge_patch import merge_patch

scalars = st.none() | st.booleans() | st.integers() | st.sampled_from(["any", "auto", ""])
names = st.sampled_from(["draw", "limit", "when", "cards", "8"])
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=8
)
objects = st.dictionaries(names, values, max_size=4)


def without_nulls(value: Any) -> Any:
    """Drop the null fields of objects in objects; lists stay as they are, as a merge patch has it."""
    if not isinstance(value, dict):
        return value
    return {name: without_nulls(item) for name, item in value.items() if item is not None}


# The situations of RFC 7396, appendix A, told with rules.
@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        pytest.param({"when": "any"}, {"when": "stuck"}, {"when": "stuck"}, id="replaces a field"),
        pytest.param({"when": "any"}, {"limit": 1}, {"when": "any", "limit": 1}, id="adds a field"),
        pytest.param({"limit": 1}, {"limit": None}, {}, id="removes the only field"),
        pytest.param({"limit": 1, "when": "any"}, {"limit": None}, {"when": "any"}, id="removes one of two"),
        pytest.param({"powers": ["a"]}, {"powers": "b"}, {"powers": "b"}, id="a value replaces a list"),
        pytest.param({"powers": "b"}, {"powers": ["a"]}, {"powers": ["a"]}, id="a list replaces a value"),
        pytest.param(
            {"draw": {"limit": 1}}, {"draw": {"limit": 2, "then": None}}, {"draw": {"limit": 2}}, id="goes into objects"
        ),
        pytest.param({"not_on": [{"8": 1}]}, {"not_on": [1]}, {"not_on": [1]}, id="lists are replaced, not merged"),
        pytest.param(["8", "9"], ["T", "J"], ["T", "J"], id="a list for a list"),
        pytest.param({"limit": 1}, ["T"], ["T"], id="a list for an object"),
        pytest.param({"limit": 1}, None, None, id="null for everything"),
        pytest.param({"limit": 1}, "any", "any", id="a text for everything"),
        pytest.param({"limit": None}, {"when": 1}, {"limit": None, "when": 1}, id="a null that was there stays"),
        pytest.param(["8", "9"], {"when": "any", "then": None}, {"when": "any"}, id="an object for a list"),
        pytest.param({}, {"draw": {"then": {"x": None}}}, {"draw": {"then": {}}}, id="nulls in new objects vanish"),
    ],
)
def test_the_situations_of_the_rfc(target: object, patch: object, result: object) -> None:
    assert merge_patch(target, patch) == result


@given(objects)
def test_an_empty_patch_changes_nothing(target: object) -> None:
    assert merge_patch(target, {}) == target


@given(objects)
def test_a_patch_on_nothing_is_itself_without_its_nulls(patch: object) -> None:
    assert merge_patch({}, patch) == without_nulls(patch)


@given(values, values)
def test_patching_twice_is_patching_once(target: object, patch: object) -> None:
    once = merge_patch(target, patch)
    assert merge_patch(once, patch) == once


@given(objects)
def test_a_null_for_every_field_leaves_nothing(target: dict[str, object]) -> None:
    assert merge_patch(target, dict.fromkeys(target)) == {}


@given(values, values)
def test_what_is_no_object_replaces_everything(target: object, patch: object) -> None:
    if not isinstance(patch, dict):
        assert merge_patch(target, patch) == patch


@given(values, values)
def test_neither_the_target_nor_the_patch_is_changed(target: object, patch: object) -> None:
    target_before, patch_before = copy.deepcopy(target), copy.deepcopy(patch)
    merge_patch(target, patch)
    assert (target, patch) == (target_before, patch_before)
