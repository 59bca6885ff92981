"""One place of a history, or of the game that it is about, made untrue."""

from typing import Any

from msgspec.structs import replace

from history import checking
from history.course import Course
from history.observations import History, Seen, Told

GAME = "mzxw6ytboi4dqmjt"


def saw(version: int, at: float | None = None, **other: Any) -> Seen:
    when = at or version + 0.2
    seen = Seen(
        game=GAME, who=None, sent=when, done=when + 0.1, version=version, etag=f'"{version}"', view=f"{version}"
    )
    return replace(seen, **other)


def told(who: int | None, version: int, kind: Any, events: Any = None) -> Told:
    return Told(game=GAME, follower=f"at {who}", who=who, at=version + 0.3, kind=kind, version=version, events=events)


def broken_rules(history: History, course: Course) -> set[str]:
    """Return the names of the rules that find something wrong."""
    part = history.of(GAME)
    return {rule.__name__ for rule in checking.RULES if list(rule(part, course))}


def cut(course: Course, *steps: str, version: int | None = None) -> Course:
    """Return the game with other steps, whatever they would come to."""
    return Course(replace(course.replay, steps=steps, version=version or course.replay.version))


def forge(entries: list[Any], of: int, /, **other: Any) -> None:
    """Change what was noted of a version, the first time."""
    at = next(number for number, entry in enumerate(entries) if entry.version == of)
    entries[at] = replace(entries[at], **other)
