"""Writing a game: the version, the deadline, the public index and the commit, in the order that survives a crash."""

from typing import Final

from msgspec.structs import replace

from eights.rules.course import course_begun, last_course
from eights.rules.notation import step_text
from eights.rules.shuffle import commitment
from eights.services.game import Game, Update
from eights.services.lifetimes import Lifetimes
from eights.services.outcomes import Outcomes
from eights.services.ports import Commit, GameStore, Recorded, Timetable
from eights.services.progress import Progress
from eights.services.subjects import subject_of_game
from eights.services.witness import UNSEEN, Witness

OVER: Final = ("finished", "aborted")


class Writing:
    """Writes games."""

    def __init__(
        self,
        store: GameStore,
        timetable: Timetable,
        lifetimes: Lifetimes,
        outcomes: Outcomes,
        witness: Witness = UNSEEN,
    ) -> None:
        self._witness = witness
        self._store = store
        self._timetable = timetable
        self._lifetimes = lifetimes
        self._outcomes = outcomes

    def write(
        self, before: Game | None, progress: Progress, key: str | None = None, record: Recorded | None = None
    ) -> bool:
        """Write what a change came to; return False, with nothing written, if another writer was first.

        The game in ``progress`` has its new version already (:func:`next_version`).
        """
        game = progress.game
        was = before.status if before else None
        listed = game.visibility == "public" and game.status != was
        sooner_ms = _sooner_ms(before, game)
        # First what may be too much, then the commit, then what it made superfluous: a crash in between leaves an
        # entry in the index or the timetable too many, never too few.
        if listed:
            self._store.relist(game, None)
        if sooner_ms is not None:
            self._timetable.enter(subject_of_game(game), sooner_ms)
        self._outcomes.expect(game)
        if not self._store.commit(self._commit_of(before, progress, key, record)):
            return False
        if game.status != was:
            self._witness.game_became(game.variant, game.status)
        if sooner_ms is not None:
            # Somebody may have looked before the commit, found nothing to do, and put the entry off.
            self._timetable.enter(subject_of_game(game), sooner_ms)
        if listed:
            self._store.relist(game, was)
        self._outcomes.follow(before, game)
        return True

    def _commit_of(self, before: Game | None, progress: Progress, key: str | None, record: Recorded | None) -> Commit:
        game = progress.game
        return Commit(
            game=game,
            update=Update(game.version, progress.events, game.mark),
            steps=progress.steps,
            expires_in_s=self._lifetimes.of(game.status),
            request_key=key,
            record=record,
            thought=progress.thought,
            replaced_mark=before.mark if before else None,
        )


def next_version(before: Game | None, progress: Progress, mark: int) -> Progress:
    """Return the progress with the version that it is written as, the mark drawn for it, and the hash of its course."""
    version = before.version + 1 if before else 1
    course = _course(before, progress)
    return replace(progress, game=replace(progress.game, version=version, mark=mark, course=course))


def _course(before: Game | None, progress: Progress) -> bytes:
    if before is None:
        course = course_begun(commitment(progress.game.state.chance), progress.game.id)
    elif before.course:
        course = before.course
    else:
        return b""  # what was not hashed from the beginning cannot be gone on with
    return last_course(course, (*map(step_text, progress.steps), *_ending(before, progress.game)))


def _ending(before: Game | None, game: Game) -> tuple[str, ...]:
    """Return what is hashed behind the last step, so that none can be added either."""
    was_over = before is not None and before.status in OVER
    return (game.status,) if game.status in OVER and not was_over else ()


def _sooner_ms(before: Game | None, game: Game) -> int | None:
    """Return the deadline if the timetable has to know: where an entry comes too early, whoever looks puts it right."""
    if before is None or before.deadline_ms is None or game.deadline_ms is None:
        return game.deadline_ms
    return game.deadline_ms if game.deadline_ms < before.deadline_ms else None
