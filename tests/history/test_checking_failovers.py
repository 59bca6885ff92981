"""What a failover may take back, and what not: see :mod:`history.checking`."""

from typing import Any

import pytest
from msgspec.structs import replace

from history.course import Course
from history.forging import broken_rules, cut, forge, saw
from history.observations import Failover, History


def failed_over(history: History, after: int, answered: int) -> None:
    """Have a failover follow a version, when answers had come for versions up to another one alone."""
    history.failovers.append(Failover(died=after + 0.8, replaced=after + 0.9))
    for one in list(history.asked):
        if one.version is not None and answered < one.version <= after:
            forge(history.asked, one.version, sent=after + 1.0, done=after + 1.1)


def test_what_no_answer_vouched_for_may_be_taken_back_by_a_failover(history: History, course: Course) -> None:
    failed_over(history, after=8, answered=6)
    lost = [saw(7, view="taken back"), saw(8, etag='"taken back"')]
    history.seen = [*lost, *(saw(version, at=9.0) for version in (6, 7, 8))]
    assert broken_rules(history, course) == set()
    history.failovers.clear()
    assert broken_rules(history, course) == {"reads_never_went_back", "versions_look_alike"}


@pytest.mark.parametrize("how", [["reset"], ["anew", "snapshot"]])
def test_a_follower_of_what_a_failover_took_back_begins_again(history: History, course: Course, how: list[Any]) -> None:
    failed_over(history, after=8, answered=6)
    feed = [one for one in history.told if one.who is None]
    lost = [replace(one, events="taken back") for one in feed[6:8]]
    again = [replace(feed[5], kind=kind, at=9.0) for kind in how]
    history.told = [*feed[:6], *lost, *again, *(replace(one, at=one.at + 1) for one in feed[6:])]
    assert broken_rules(history, course) == set()
    history.failovers[0] = Failover(died=9.1, replaced=9.2)
    assert broken_rules(history, course) == {"feeds_equal_the_replay"}


def test_what_was_answered_before_a_failover_lasts(history: History, course: Course) -> None:
    failed_over(history, after=8, answered=7)
    history.seen = [saw(7), saw(6, at=9.0)]
    assert broken_rules(history, course) == {"reads_never_went_back"}
    history.seen = [saw(7, view="taken back"), saw(7, at=9.0)]
    assert broken_rules(history, course) == {"versions_look_alike"}
    history.seen = []
    forge(history.told, 7, events="taken back")
    assert broken_rules(history, course) == {"feeds_equal_the_replay"}
    lost = cut(course, *course.replay.steps[:5], version=6)
    assert "answered_steps_are_there_once" in broken_rules(history, lost)


def test_what_is_seen_after_a_failover_lasts(history: History, course: Course) -> None:
    failed_over(history, after=8, answered=6)
    history.seen = [saw(8, at=9.0), saw(7, at=9.5)]
    assert broken_rules(history, course) == {"reads_never_went_back"}
