"""What must hold of a history, whatever broke meanwhile; each rule is a function that yields what it finds wrong.

On one store that writes to its disk before it answers, all of it holds of all that was noted. Where a failover took
place, a change may be taken back that no answer vouched for, although somebody saw it before its answer was due: so
what was seen and told before a failover only counts up to the newest version that had been answered by then
(:func:`vouched_for`). That answered changes outlive it is only certain where all replicas heard of them: with
``wait:N`` for N replicas of one primary. Where there are more, one that did not hear may be chosen.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Final

from eights.rules.verification import verify
from history.course import Course
from history.observations import Asked, History, Seen, Told

ANSWERS: Final = frozenset({None, 200, 409, 412, 503})
"""What a request for a step may come to; None is no answer."""
LOG_LENGTH: Final = 32
LENGTH_WHEN_OVER: Final = 8
"""How many updates a server keeps for those who come back, as documented."""

Rule = Callable[[History, Course], Iterator[str]]


def faults_in(history: History, courses: Mapping[str, Course]) -> list[str]:
    """Return all that is wrong; ``courses`` has the games that were finished."""
    faults = list(creations_made_one_game_each(history))
    for id_ in {one.game for one in history.created}:
        part = history.of(id_)
        if id_ in courses:
            faults += [f"{id_}: {fault}" for rule in RULES for fault in rule(part, courses[id_])]
        else:
            left_at = max((one.version for one in part.seen), default=0)
            faults.append(f"{id_}: was not finished, but left at version {left_at}")
    return faults


def creations_made_one_game_each(history: History) -> Iterator[str]:
    """Whoever creates a game with a key has created one, however often it asked."""
    games = defaultdict(set)
    for one in history.created:
        games[one.key].add(one.game)
    yield from (f"key {key} created {sorted(made)}" for key, made in games.items() if len(made) > 1)
    yield from (f"nobody created {game}" for game in history.listed - {one.game for one in history.created})


def answers_are_documented(history: History, course: Course) -> Iterator[str]:
    """No request for a step fails but in the ways that its client can do something about."""
    del course
    yield from (f"{one.step!r} was answered {one.status}" for one in history.asked if one.status not in ANSWERS)


def the_game_was_finished(history: History, course: Course) -> Iterator[str]:
    """Every game came to its own end, and its replay is true."""
    del history
    if course.called_off:
        yield "was called off"
    yield from map(str, verify(course.replay).findings)


def versions_have_no_gaps(history: History, course: Course) -> Iterator[str]:
    """Each step raised the version by one: there are as many versions as steps, and nobody saw another one."""
    last = course.last_version
    if course.replay.version != last:
        yield f"version {course.replay.version} after {len(course.replay.steps)} steps"
    versions = {one.version for one in vouched_for(history)}
    yield from (f"somebody saw version {version}" for version in sorted(versions) if not 1 <= version <= last)
    for one in history.asked:
        if one.made and one.version is not None and one.version <= one.knew:
            yield f"{one.step!r}, asked on version {one.knew}, made version {one.version}"
        if one.made and one.pinned and one.version != one.knew + 1:
            yield f"{one.step!r} was to be made on version {one.knew} alone, and made {one.version}"


def answered_steps_are_there_once(history: History, course: Course) -> Iterator[str]:
    """Each step that was answered is where the answer said, and no other answer claims its place."""
    keys: dict[int, str] = {}
    for one in history.asked:
        if not one.made or one.version is None:
            continue
        step = course.steps.get(one.version)
        if step != one.step:
            yield f"{one.step!r} was answered as version {one.version}, which is {step!r}"
        if keys.setdefault(one.version, one.key) != one.key:
            yield f"keys {keys[one.version]} and {one.key} both made version {one.version}"


def keys_were_applied_once(history: History, course: Course) -> Iterator[str]:
    """A key has one answer, and each step is one key's: one that was answered, or may have come through unheard."""
    by_key = defaultdict(list)
    for one in history.asked:
        by_key[one.key].append(one)
    for key, sendings in by_key.items():
        answers = {(one.version, one.body) for one in sendings if one.made}
        if len(answers) > 1:
            yield f"key {key} has answers {sorted(answers, key=str)}"
        if answers and sum(one.made and not one.again for one in sendings) > 1:
            yield f"key {key} was carried out more than once"
    claimed = {one.version for one in history.asked if one.made}
    uncertain = [sendings[0].step for sendings in by_key.values() if _may_have_been_made(sendings, history)]
    for version, step in course.steps.items():
        if version in claimed:
            continue
        if step not in uncertain:
            yield f"nobody's key made version {version}, {step!r}"
        else:
            uncertain.remove(step)


def _may_have_been_made(sendings: Iterable[Asked], history: History) -> bool:
    """Tell whether a key without a good answer may have had its effect: a sending without an answer may still be on
    its way when the next is refused, unless it is for a version that is over."""
    sendings = list(sendings)
    if any(one.made for one in sendings) or all(one.refused for one in sendings):
        return False
    over = sendings[-1].pinned and sendings[-1].refused
    return not over or bool(history.failovers)


def reads_never_went_back(history: History, course: Course) -> Iterator[str]:
    """Who asks later does not see less: not less than anybody had seen, or was answered, when the request was sent."""
    del course
    known = sorted((one.done, one.version) for one in vouched_for(history) if isinstance(one, Seen))
    known = sorted([*known, *((one.done, one.version) for one in history.asked if one.made and one.version)])
    highest = list(accumulate((version for _, version in known), max))
    for one in history.seen:
        before = bisect_left(known, (one.sent, 0))
        if before and one.version < highest[before - 1]:
            yield f"version {one.version} was read when {highest[before - 1]} was known"


def versions_look_alike(history: History, course: Course) -> Iterator[str]:
    """A version is one thing: a viewer sees the same however it looks, and their tags name one revision."""
    del course
    views: dict[tuple[int, int | None], str] = {}
    etags: dict[tuple[int, int | None], str] = {}
    revisions: dict[int, str] = {}
    for one in vouched_for(history):
        if not isinstance(one, Seen):
            continue
        if one.view and views.setdefault((one.version, one.who), one.view) != one.view:
            yield f"version {one.version} has two views for {one.who}"
        if one.etag and etags.setdefault((one.version, one.who), one.etag) != one.etag:
            yield f"version {one.version} has the tags {etags[one.version, one.who]} and {one.etag} for {one.who}"
        named = (one.etag or "").strip('"').partition(".")[0]
        if named and revisions.setdefault(one.version, named) != named:
            yield f"version {one.version} is told as {revisions[one.version]} and {named}"


def feeds_equal_the_replay(history: History, course: Course) -> Iterator[str]:
    """Every follower was told each version once, in order and truly, from where it began to the end."""
    feeds = defaultdict(list)
    for one in history.told:
        feeds[one.follower].append(one)
    vouched = {id(one) for one in vouched_for(history)}
    for follower, feed in feeds.items():
        yield from (f"{follower} {fault}" for fault in _order_of(feed, history, course))
        for one in feed:
            if one.kind == "update" and id(one) in vouched and one.events != course.told(one.who).get(one.version):
                yield f"{follower} was told otherwise of version {one.version}"


def _order_of(feed: list[Told], history: History, course: Course) -> Iterator[str]:
    before: Told | None = None
    for one in feed:
        if before is not None and not _may_be_taken_back(history, before, one):
            yield from _gap(before, one, course)
        before = one if one.kind != "anew" else None
    if feed[-1].kind != "finished" or feed[-1].version != course.last_version:
        yield f"was not told of the end, but of {feed[-1].kind} {feed[-1].version}"


def _may_be_taken_back(history: History, before: Told, one: Told) -> bool:
    """Tell whether a failover may have taken back what a follower was told last; then it begins where the game is."""
    anew = one.kind in ("reset", "anew")
    return anew and any(died < one.at and before.at < replaced for died, replaced in history.failovers)


def _gap(before: Told, one: Told, course: Course) -> Iterator[str]:
    at = before.version
    if one.kind == "update" and one.version != at + 1:
        yield f"was told of version {one.version} after {at}"
    if one.kind == "reset" and one.version - at <= _reach(one.version, course):
        yield f"was not told what lies between {at} and {one.version}"
    if one.kind in ("snapshot", "anew"):
        yield f"had version {at}, and started again"


def _reach(version: int, course: Course) -> int:
    """How many updates a follower could miss when this was the newest version; about its end, the log is cut short.

    The entry of the version that it had has to be there as well, since its mark is in it.
    """
    return (LOG_LENGTH if course.last_version - version > LOG_LENGTH else LENGTH_WHEN_OVER) - 1


def vouched_for(history: History) -> list[Seen | Told]:
    """Return what was seen and told and has to last: all, but for what a failover may have taken back."""
    everything: list[Seen | Told] = [*history.seen, *history.told]
    for _, replaced in history.failovers:
        answered = max((one.version or 0 for one in history.asked if one.made and one.done <= replaced), default=0)
        everything = [one for one in everything if _when(one) > replaced or one.version <= answered]
    return everything


def _when(one: Seen | Told) -> float:
    return one.done if isinstance(one, Seen) else one.at


RULES: Final[tuple[Rule, ...]] = (
    answers_are_documented,
    the_game_was_finished,
    versions_have_no_gaps,
    answered_steps_are_there_once,
    keys_were_applied_once,
    reads_never_went_back,
    versions_look_alike,
    feeds_equal_the_replay,
)
