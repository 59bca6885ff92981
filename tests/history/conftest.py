"""A game, and a true history of it; versions come at the times of their numbers."""

import pytest
from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.replay_file import sealed
from history.course import Course
from history.forging import GAME, saw, told
from history.observations import Asked, Created, History
from replays import replay_of

SEATS = 3
WHO = (0, None)


@pytest.fixture
def course() -> Course:
    """A short game, played to its end by its seats alone."""
    rules = resolve(variant("crazy-eights"), ["single_deal"], {"turn_limit": 60, "hand_size": {"default": 2}})
    replay = replay_of(rules, SEATS, seed=3)
    assert replay.ended == "finished"
    assert len(replay.steps) > 12
    return Course(sealed(replace(replay, steps=tuple(step.partition(" by ")[0] for step in replay.steps))))


@pytest.fixture
def history(course: Course) -> History:
    """What would be noted if each step was asked for once, and everybody looked once at each version."""
    history = History()
    history.created = [Created(key="table", game=GAME)] * 2
    history.listed = {GAME}
    for version, step in course.steps.items():
        seat = 0 if step == "deal" else int(step.split()[0])
        asked = Asked(
            game=GAME, key=f"key-{version}", seat=seat, step=step, knew=version - 1, pinned=True,
            sent=version, done=version + 0.1, status=200, version=version, body=f"body-{version}",
        )  # fmt: skip
        history.asked.append(asked)
    for version in range(1, course.last_version + 1):
        history.seen.append(saw(version))
    for who in WHO:
        history.told += [told(who, 1, "snapshot")]
        history.told += [told(who, version, "update", course.told(who)[version]) for version in course.steps]
        history.told += [told(who, course.last_version, "finished")]
    return history
