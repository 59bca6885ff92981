"""The hash of a game's course binds how many steps there were, which they were, and how the game ended."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.course import course_begun, courses, last_course
from eights.rules.replay_file import Replay, sealed
from eights.rules.verification import Memory, steps_hash_of, verify
from replays import replay_of

TEXTS = st.lists(st.sampled_from(["deal", "0 draw", "1 draw", "0 pass"]), max_size=6)


@pytest.fixture(scope="module")
def aborted() -> Replay:
    replay = replay_of(resolve(variant("crazy-eights")), 2, 3, most=12)
    assert replay.ended == "aborted"
    return replay


def told(replay: Replay, steps_hash: str) -> list[str]:
    return [finding.where for finding in verify(replay, Memory(steps_hash=steps_hash)).findings]


def test_an_aborted_replay_that_was_shortened_is_not_what_the_game_showed(aborted: Replay) -> None:
    shown = steps_hash_of(aborted)
    assert told(aborted, shown) == []
    for kept in range(len(aborted.steps)):
        steps = aborted.steps[:kept]
        shortened = sealed(replace(aborted, steps=steps))
        assert "steps" in told(shortened, shown)


def test_an_aborted_replay_that_was_lengthened_is_not_what_the_game_showed(aborted: Replay) -> None:
    shorter = sealed(replace(aborted, steps=aborted.steps[:-1]))
    assert verify(shorter).findings == ()  # by itself it is a game by the rules
    assert told(aborted, steps_hash_of(shorter)) == ["steps"]


def test_what_was_noted_during_the_game_binds_the_steps_until_then(aborted: Replay) -> None:
    noted = [course.hex() for course in courses(course_begun(aborted.seed_hash, aborted.id), aborted.steps)]
    assert [told(aborted, course) for course in noted] == [[]] * len(aborted.steps)
    shortened = sealed(replace(aborted, steps=aborted.steps[:-1]))
    assert [told(shortened, course) for course in noted[:-1]] == [[]] * (len(noted) - 1)
    assert told(shortened, noted[-1].upper()) == ["steps"]


def test_the_hash_of_another_game_binds_nothing_here(aborted: Replay) -> None:
    other = sealed(replace(aborted, id="aaaaaaaaaaaaaaaa"))
    assert told(aborted, steps_hash_of(other)) == ["steps"]


@settings(max_examples=50)
@given(one=TEXTS, other=TEXTS)
def test_two_courses_have_the_same_hash_only_if_they_are_the_same(one: list[str], other: list[str]) -> None:
    begun = course_begun("00" * 32, "demo")
    assert (last_course(begun, one) == last_course(begun, other)) == (one == other)


def test_each_hash_is_of_the_one_before_and_the_step() -> None:
    begun = course_begun("ab" * 32, "demo")
    assert begun == hashlib.sha256(b"eights/course/1" + b"\xab" * 32 + b"demo").digest()
    chain = [begun, *courses(begun, ["deal", "0 draw"])]
    for (before, after), step in zip(pairwise(chain), (b"deal", b"0 draw"), strict=True):
        assert after == hashlib.sha256(before + step).digest()
