"""Changing a game: one read, one judgement, one atomic write, again from the start if another writer was first."""

import hashlib
from collections.abc import Callable
from typing import Final

import msgspec

from eights.services.access import Caller, Viewer, viewer_of
from eights.services.course import AT_ONCE, AT_ONCE_BY_CLOCK, play_on
from eights.services.game import Game
from eights.services.ports import Clock, GameStore, Recorded, Secrets
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.revisions import MARK_BYTES, Revision, mark_in
from eights.services.tokens import SALT_BYTES, Mint
from eights.services.witness import UNSEEN, Witness
from eights.services.writing import Writing, next_version

TRIES: Final = 20
"""Each lost race means that another writer's change went through; so many in a row is a table gone mad."""


class Attempt(msgspec.Struct, frozen=True):
    """A keyed request: the caller may repeat it and gets its first answer again."""

    key: str
    fingerprint: bytes
    """SHA-256 of method, path and body."""


class Asked(msgspec.Struct, frozen=True):
    """What comes with every request that changes something."""

    caller: Caller
    attempt: Attempt | None = None
    if_match: frozenset[Revision] | None = None
    """What the caller would change, or None for whatever there is."""

    def allows(self, revision: Revision) -> bool:
        """Tell whether the caller would change what is there."""
        return self.if_match is None or any(named.may_be(revision) for named in self.if_match)

    @property
    def scope(self) -> str | None:
        """The name under which the answer is recorded: one for each caller and key, or None without a key."""
        if self.attempt is None:
            return None
        who = self.caller.identity
        return hashlib.sha256(who + b"\0" + self.attempt.key.encode()).hexdigest()[:32]


class Answer(msgspec.Struct, frozen=True):
    """What the caller gets: a JSON body, and the revision of the game that it speaks of."""

    status: int
    body: bytes
    revision: Revision
    replayed: bool = False
    """Whether this is the first answer again."""


class Change(msgspec.Struct, frozen=True):
    """What a request wants done to a game, once judged."""

    progress: Progress
    answer: Callable[[Game], object]
    """Makes the body from the game as committed."""
    status: int = 200


Decision = Callable[[Game, Viewer, Mint], Change]
"""Judges a request on a game as it stands; tokens that it hands out come from the mint."""


class Changes:
    """Carries changes out on a store."""

    def __init__(
        self, store: GameStore, writing: Writing, clock: Clock, secrets: Secrets, witness: Witness = UNSEEN
    ) -> None:
        self._witness = witness
        self._store = store
        self._writing = writing
        self._clock = clock
        self._secrets = secrets

    def make(self, game_id: str, asked: Asked, decide: Decision) -> Answer:
        """Change a game as decided, and let happen what follows by itself.

        The decision is made anew on each state that a lost race leads to. Raises ``Refused``, and
        :class:`~eights.services.ports.StoreUnavailable`.
        """
        for _ in range(TRIES):
            stored = self._store.read(game_id, asked.scope)
            if stored.recorded is not None:
                return answer_again(stored.recorded, asked)
            if stored.game is None:
                raise Refused("game_not_found")
            mint = self.mint(asked)
            viewer = _admitted(stored.game, asked)
            self._witness.admitted(viewer.seat)
            answer = self.commit(stored.game, decide(stored.game, viewer, mint), asked, mint)
            if answer is not None:
                return answer
        raise Refused("too_busy", retry_after_s=1)

    def by_itself(self, game_id: str, act: Callable[[Game], Progress | None]) -> tuple[bool, Game | None]:
        """Change a game without being asked, if ``act`` finds something to do; return whether it did, and the game.

        Raises ``Refused("too_busy")`` where other writers are always first.
        """
        for _ in range(TRIES):
            game = self._store.read(game_id).game
            progress = None if game is None else act(game)
            if game is None or progress is None:
                return False, game
            progress = next_version(game, progress, self._mark())
            if self._writing.write(game, progress):
                return True, progress.game
        raise Refused("too_busy", retry_after_s=1)

    def begin(self, progress: Progress) -> bool:
        """Write a new game that no request asked for, and what follows by itself; False if there is one already."""
        game = progress.game
        played = play_on(game, progress, self._clock.now_ms(), AT_ONCE_BY_CLOCK)
        return self._writing.write(None, next_version(None, played, self._mark()))

    def mint(self, asked: Asked) -> Mint:
        """Return a mint for the tokens of one answer."""
        return Mint(self._secrets.token_bytes(SALT_BYTES), asked.attempt.key if asked.attempt else "")

    def commit(self, before: Game | None, change: Change, asked: Asked, mint: Mint) -> Answer | None:
        """Write a change of a game, or a new game, and what follows; return None if another writer was first."""
        begun = before or change.progress.game
        progress = next_version(before, play_on(begun, change.progress, self._clock.now_ms(), AT_ONCE), self._mark())
        game = progress.game
        body = msgspec.json.encode(change.answer(game))
        record = record_of(asked, change.status, mint, body, game.revision)
        if not self._writing.write(before, progress, asked.scope, record):
            return None
        return Answer(change.status, body, game.revision)

    def _mark(self) -> int:
        return mark_in(self._secrets.token_bytes(MARK_BYTES))


def answer_again(recorded: Recorded, asked: Asked) -> Answer:
    """Return the first answer to a keyed request; ``Refused`` if the key came with another request."""
    attempt = asked.attempt
    if attempt is None or attempt.fingerprint != recorded.fingerprint:
        raise Refused("idempotency_key_reused")
    body = Mint(recorded.salt, attempt.key).unseal(recorded.body, recorded.sealed)
    return Answer(recorded.status, body, Revision(recorded.version, recorded.mark), replayed=True)


def _admitted(game: Game, asked: Asked) -> Viewer:
    viewer = viewer_of(game, asked.caller)
    if not asked.allows(game.revision):
        raise stale(game.revision)
    return viewer


def stale(revision: Revision) -> Refused:
    """Return the refusal to change what is not as the caller has it."""
    return Refused("stale_version", version=revision.version, revision=str(revision))


def record_of(asked: Asked, status: int, mint: Mint, body: bytes, revision: Revision) -> Recorded | None:
    """Return what is kept of an answer, its tokens left out; None for a request without a key."""
    if asked.attempt is None:
        return None
    sealed = mint.sealed
    salt = mint.salt if sealed else b""
    version, mark = revision
    return Recorded(asked.attempt.fingerprint, status, mint.seal(body), version, salt, sealed, mark)
