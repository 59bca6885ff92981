"""Changing a game: one read, one judgement, one atomic write, again from the start if another writer was first."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from eights.rules.events import AnyEvent
from eights.rules.replay import Step
from eights.services.access import Caller, Viewer, viewer_of
from eights.services.game import Game, Update
from eights.services.lifetimes import Lifetimes
from eights.services.ports import Commit, GameStore, Recorded, Secrets
from eights.services.refusals import Refused
from eights.services.tokens import SALT_BYTES, Mint

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
    if_match: frozenset[int] | None = None
    """The versions that the caller would change, or None for any."""

    @property
    def scope(self) -> str | None:
        """The name under which the answer is recorded: one for each caller and key, or None without a key."""
        if self.attempt is None:
            return None
        who = self.caller.token_hash or self.caller.address.encode()
        return hashlib.sha256(who + b"\0" + self.attempt.key.encode()).hexdigest()[:32]


class Answer(msgspec.Struct, frozen=True):
    """What the caller gets: a JSON body, and the version of the game that it speaks of."""

    status: int
    body: bytes
    version: int
    replayed: bool = False
    """Whether this is the first answer again."""


class Change(msgspec.Struct, frozen=True):
    """What a request wants done to a game, once judged."""

    game: Game
    """As it will be; the version is raised by the commit."""
    events: Sequence[AnyEvent]
    steps: tuple[Step, ...]
    answer: Callable[[Game], object]
    """Makes the body from the game as committed."""
    status: int = 200


Decision = Callable[[Game, Viewer, Mint], Change]
"""Judges a request on a game as it stands; tokens that it hands out come from the mint."""


class Changes:
    """Carries changes out on a store."""

    def __init__(self, store: GameStore, secrets: Secrets, lifetimes: Lifetimes) -> None:
        self._store = store
        self._secrets = secrets
        self._lifetimes = lifetimes

    def make(self, game_id: str, asked: Asked, decide: Decision) -> Answer:
        """Change a game as decided; the decision is made anew on each state that a lost race leads to.

        Raises ``Refused``, and :class:`~eights.services.ports.StoreUnavailable`.
        """
        for _ in range(TRIES):
            stored = self._store.read(game_id, asked.scope)
            if stored.recorded is not None:
                return answer_again(stored.recorded, asked)
            if stored.game is None:
                raise Refused("game_not_found")
            mint = self.mint(asked)
            change = decide(stored.game, _admitted(stored.game, asked), mint)
            answer = self.commit(stored.game, change, asked, mint)
            if answer is not None:
                return answer
        raise Refused("too_busy", retry_after_s=1)

    def mint(self, asked: Asked) -> Mint:
        """Return a mint for the tokens of one answer."""
        return Mint(self._secrets.token_bytes(SALT_BYTES), asked.attempt.key if asked.attempt else "")

    def commit(self, before: Game | None, change: Change, asked: Asked, mint: Mint) -> Answer | None:
        """Write a change of a game, or a new game; return None if another writer was first."""
        game = replace(change.game, version=before.version + 1 if before else 1)
        body = msgspec.json.encode(change.answer(game))
        commit = Commit(
            game=game,
            update=Update(game.version, tuple(change.events)),
            steps=change.steps,
            expires_in_s=self._lifetimes.of(game.status),
            request_key=asked.scope,
            record=_record(asked, change.status, mint, body, game.version),
        )
        was = before.status if before else None
        listed = game.visibility == "public" and game.status != was
        if listed:
            # Listed before it is true and taken off after: a crash in between leaves an entry too many, never too few.
            self._store.relist(game, None)
        if not self._store.commit(commit):
            return None
        if listed:
            self._store.relist(game, was)
        return Answer(change.status, body, game.version)


def answer_again(recorded: Recorded, asked: Asked) -> Answer:
    """Return the first answer to a keyed request; ``Refused`` if the key came with another request."""
    attempt = asked.attempt
    if attempt is None or attempt.fingerprint != recorded.fingerprint:
        raise Refused("idempotency_key_reused")
    body = Mint(recorded.salt, attempt.key).unseal(recorded.body, recorded.sealed)
    return Answer(recorded.status, body, recorded.version, replayed=True)


def _admitted(game: Game, asked: Asked) -> Viewer:
    viewer = viewer_of(game, asked.caller)
    if asked.if_match is not None and game.version not in asked.if_match:
        raise Refused("stale_version", version=game.version)
    return viewer


def _record(asked: Asked, status: int, mint: Mint, body: bytes, version: int) -> Recorded | None:
    if asked.attempt is None:
        return None
    sealed = mint.sealed
    return Recorded(asked.attempt.fingerprint, status, mint.seal(body), version, mint.salt if sealed else b"", sealed)
