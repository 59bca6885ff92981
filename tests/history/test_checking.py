"""A history that is true passes; one that was forged in a single place is found out by the rule about it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from history import checking
from history.checking import faults_in
from history.course import Course
from history.forging import GAME, broken_rules, cut, forge, saw
from history.observations import Created, History, Told


def test_a_true_history_has_no_faults(history: History, course: Course) -> None:
    assert faults_in(history, {GAME: course}) == []


def test_a_game_that_was_not_finished_is_found_out(history: History, course: Course) -> None:
    assert faults_in(history, {}) == [f"{GAME}: was not finished, but left at version {course.last_version}"]


def test_a_game_that_was_called_off_is_found_out(history: History, course: Course) -> None:
    off = Course(replace(course.replay, ended="aborted", version=course.last_version + 1))
    assert "the_game_was_finished" in broken_rules(history, off)


def test_a_game_created_twice_by_one_key_is_found_out(history: History, course: Course) -> None:
    history.created.append(Created(key="table", game="other"))
    assert f"key table created {sorted([GAME, 'other'])}" in faults_in(history, {GAME: course, "other": course})


def test_a_game_that_nobody_was_told_of_is_found_out(history: History, course: Course) -> None:
    history.listed.add("other")
    assert faults_in(history, {GAME: course}) == ["nobody created other"]


def test_a_request_that_failed_is_found_out(history: History, course: Course) -> None:
    history.asked.append(replace(history.asked[3], key="another", status=500, version=None))
    assert broken_rules(history, course) == {"answers_are_documented"}


def test_an_answered_move_that_was_lost_is_found_out(history: History, course: Course) -> None:
    steps = course.replay.steps
    lost = cut(course, *steps[:6], *steps[7:], version=course.last_version - 1)
    assert {"answered_steps_are_there_once", "versions_have_no_gaps"} <= broken_rules(history, lost)


def test_the_last_answered_move_lost_is_found_out(history: History, course: Course) -> None:
    lost = cut(course, *course.replay.steps[:-1], version=course.last_version - 1)
    assert "answered_steps_are_there_once" in broken_rules(history, lost)


def test_a_move_made_twice_is_found_out(history: History, course: Course) -> None:
    steps = course.replay.steps
    doubled = cut(course, *steps[:6], steps[5], *steps[6:], version=course.last_version + 1)
    assert {"answered_steps_are_there_once", "keys_were_applied_once"} <= broken_rules(history, doubled)


def test_a_last_move_made_twice_is_found_out(history: History, course: Course) -> None:
    doubled = cut(course, *course.replay.steps, course.replay.steps[-1], version=course.last_version + 1)
    assert "keys_were_applied_once" in broken_rules(history, doubled)


def test_a_move_put_in_place_of_the_one_answered_is_found_out(history: History, course: Course) -> None:
    forge(history.asked, 7, step="0 play XX")
    assert broken_rules(history, course) == {"answered_steps_are_there_once"}


def test_two_keys_answered_for_one_step_are_found_out(history: History, course: Course) -> None:
    history.asked.append(replace(history.asked[4], key="another"))
    assert broken_rules(history, course) == {"answered_steps_are_there_once"}


def test_a_version_left_out_is_found_out(history: History, course: Course) -> None:
    gap = cut(course, *course.replay.steps, version=course.last_version + 1)
    assert broken_rules(history, gap) >= {"versions_have_no_gaps"}


def test_a_version_that_never_was_is_found_out(history: History, course: Course) -> None:
    history.seen.append(saw(course.last_version + 1))
    assert broken_rules(history, course) == {"versions_have_no_gaps"}


def test_a_move_on_another_version_than_it_was_for_is_found_out(history: History, course: Course) -> None:
    forge(history.asked, 9, knew=7)
    assert broken_rules(history, course) == {"versions_have_no_gaps"}
    forge(history.asked, 9, pinned=False)
    assert broken_rules(history, course) == set()
    forge(history.asked, 9, knew=9)
    assert broken_rules(history, course) == {"versions_have_no_gaps"}


def test_a_key_carried_out_twice_is_found_out(history: History, course: Course) -> None:
    first, second = history.asked[4], history.asked[7]
    forge(history.asked, first.version or 0, step=second.step)
    history.asked.remove(second)
    history.asked.append(replace(second, key=first.key))
    assert "keys_were_applied_once" in broken_rules(history, course)


def test_a_key_answered_twice_is_found_out_unless_it_is_the_first_answer_again(
    history: History, course: Course
) -> None:
    history.asked.append(replace(history.asked[4], again=True))
    assert broken_rules(history, course) == set()
    history.asked[-1] = replace(history.asked[4], again=True, body="another")
    assert broken_rules(history, course) == {"keys_were_applied_once"}
    history.asked[-1] = history.asked[4]
    assert broken_rules(history, course) == {"keys_were_applied_once"}


def test_a_move_that_nobody_asked_for_is_found_out(history: History, course: Course) -> None:
    del history.asked[4]
    assert broken_rules(history, course) == {"keys_were_applied_once"}


@pytest.mark.parametrize(
    ("then", "may_be"),
    [
        ({"status": None}, True),
        ({"status": 503}, True),
        ({"status": 409, "pinned": False}, True),
        ({"status": 409, "pinned": True}, False),
    ],
)
def test_a_move_refused_in_the_end_may_have_been_made_unless_its_version_was_over(
    history: History, course: Course, then: dict[str, Any], may_be: bool
) -> None:
    lost = replace(history.asked[4], status=None, version=None, pinned=then.get("pinned", True))
    history.asked[4:5] = [lost, replace(lost, **then)]
    assert broken_rules(history, course) == (set() if may_be else {"keys_were_applied_once"})


def test_a_move_refused_at_once_and_made_all_the_same_is_found_out(history: History, course: Course) -> None:
    forge(history.asked, history.asked[4].version or 0, status=409, version=None, pinned=False)
    assert broken_rules(history, course) == {"keys_were_applied_once"}


def test_a_lost_answer_accounts_for_one_move_only(history: History, course: Course) -> None:
    steps = course.replay.steps
    doubled = cut(course, *steps, steps[-1], version=course.last_version + 1)
    forge(history.asked, course.last_version, status=None, version=None)
    assert "keys_were_applied_once" in broken_rules(history, doubled)


def test_a_read_that_went_back_is_found_out(history: History, course: Course) -> None:
    history.seen.append(saw(6, at=course.last_version + 1.0))
    assert broken_rules(history, course) == {"reads_never_went_back"}


def test_a_read_that_missed_what_was_answered_is_found_out(history: History, course: Course) -> None:
    history.seen = [saw(6, at=7.15)]
    assert broken_rules(history, course) == {"reads_never_went_back"}


def test_reads_at_the_same_time_may_see_either(history: History, course: Course) -> None:
    history.seen.append(saw(6, at=6.05, done=7.9))
    assert broken_rules(history, course) == set()


def test_a_version_with_two_views_or_tags_is_found_out(history: History, course: Course) -> None:
    history.seen.append(saw(6, view="another"))
    assert broken_rules(history, course) == {"versions_look_alike"}
    history.seen[-1] = saw(6, etag='"another"')
    assert broken_rules(history, course) == {"versions_look_alike"}
    history.seen[-1] = saw(6, view="another", who=0)
    assert broken_rules(history, course) == set()


Forgery = Callable[[list[Told]], list[Told]]
FORGERIES: dict[str, Forgery] = {
    "an update left out": lambda feed: [*feed[:5], *feed[6:]],
    "an update told twice": lambda feed: [*feed[:5], *feed[4:]],
    "two updates in the wrong order": lambda feed: [*feed[:4], feed[5], feed[4], *feed[6:]],
    "an update told otherwise": lambda feed: [*feed[:5], replace(feed[5], events=feed[6].events), *feed[6:]],
    "a stream that begins again": lambda feed: [*feed[:5], replace(feed[5], kind="snapshot"), *feed[6:]],
    "a reset without need": lambda feed: [*feed[:5], replace(feed[7], kind="reset"), *feed[8:]],
    "a version that was not reached": lambda feed: [*feed[:5], replace(feed[4], kind="anew"), *feed[5:]],
    "no end": lambda feed: feed[:-1],
    "an end too soon": lambda feed: [*feed[:-2], replace(feed[-1], version=feed[-1].version - 1)],
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_feed_that_is_not_the_replay_is_found_out(history: History, course: Course, what: str) -> None:
    of_one = [one for one in history.told if one.who == 0]
    history.told = [*FORGERIES[what](of_one), *(one for one in history.told if one.who != 0)]
    assert broken_rules(history, course) == {"feeds_equal_the_replay"}


def test_a_feed_may_skip_what_the_log_no_longer_has(history: History, course: Course) -> None:
    feed = [one for one in history.told if one.who == 0]
    history.told = [*feed[:2], replace(feed[-2], kind="reset"), feed[-1]]
    assert course.last_version - feed[1].version > checking.LENGTH_WHEN_OVER
    assert broken_rules(history, course) == set()
