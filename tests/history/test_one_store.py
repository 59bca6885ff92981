"""Many play while all that can breaks, in an order drawn from a seed; then what they noted is held to the rules."""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from history.checking import faults_in
from history.evening import Evening
from history.faults import Breakable, Schedule
from history.length import SECONDS, SEED
from history.line import Line
from web.open_cards import cards_shown

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def breakable(memory_folder: Path, tmp_path: Path) -> Iterator[Breakable]:
    folder = memory_folder / tmp_path.name
    folder.mkdir()
    breakable = Breakable(folder, random.Random(SEED))
    yield breakable
    breakable.close()


def test_whatever_breaks_what_was_answered_holds_and_every_game_can_be_finished(breakable: Breakable) -> None:
    line = Line(breakable.url)
    evening = Evening(line, SEED)
    schedule = Schedule(breakable.faults, random.Random(SEED))
    until = time.monotonic() + SECONDS
    try:
        evening.goes_on()
        while not schedule.happened or time.monotonic() < until:
            for _ in schedule.once_each():
                evening.goes_on()
    finally:
        evening.finish()
        line.close()
    assert faults_in(evening.history, evening.courses) == [], f"seed {SEED}: {schedule.happened}"
    assert_it_was_hard(evening, breakable)
    assert_kept_to_itself(evening, breakable.printed())


def assert_it_was_hard(evening: Evening, breakable: Breakable) -> None:
    """Check that what the rules are about did come up."""
    asked = evening.history.asked
    assert breakable.lost
    assert {None, 200, 409, 503} <= {one.status for one in asked}
    assert any(one.again for one in asked)


def assert_kept_to_itself(evening: Evening, printed: str) -> None:
    """Check that a server printed no card, token or seed, nor anything that nobody saw coming."""
    assert "Booting worker" in printed
    assert "Traceback" not in printed
    assert cards_shown({"printed": printed}) == []
    secrets = evening.tokens | {course.replay.seed for course in evening.courses.values()}
    assert not [secret for secret in secrets if secret in printed]
