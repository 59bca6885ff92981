"""What the services need from outside: a store, a clock, and secrets.

Every store method may raise :class:`StoreUnavailable`; after it the outcome of a commit is unknown, and a repeat with
the same idempotency key tells.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from eights.rules.replay import Step
from eights.rules.state import RoundScore, Seat
from eights.services.conduct import Conduct, Thought
from eights.services.game import Game, GameStatus, Update


class StoreUnavailable(Exception):  # noqa: N818 - a state of the world, named as such
    """The store did not answer in time, or refused."""


class StoreAway(StoreUnavailable):
    """The store is known not to answer, and was not asked: nothing was done."""


class Unreadable(StoreUnavailable):
    """What is stored cannot be read: a later version of the program wrote it, or it is damaged."""


class OutcomeUnknown(StoreUnavailable):
    """The store took it, but did not tell in time that it is kept as surely as it should be: it may yet be lost."""


class Recorded(msgspec.Struct, frozen=True, array_like=True):
    """The answer that was given to a keyed request; kept for a while, so that a repeat gets it again."""

    fingerprint: bytes
    """SHA-256 of method, path and body: the same key with another request is refused."""
    status: int
    body: bytes
    """The answer as it was sent, with marks in place of its tokens."""
    version: int
    salt: bytes = b""
    """With the caller's key, what the tokens in the answer are derived from again; the store alone cannot."""
    sealed: tuple[str, ...] = ()
    """What each token left out of ``body`` is for."""
    mark: int | None = None
    """The mark that goes with the version."""


class Stored(msgspec.Struct, frozen=True):
    """What one read brings."""

    game: Game | None
    recorded: Recorded | None = None


class Commit(msgspec.Struct, frozen=True):
    """One atomic write of a game."""

    game: Game
    """The new game; its version is one above the expected one."""
    update: Update
    steps: tuple[Step, ...]
    """What the move list grows by."""
    expires_in_s: int
    request_key: str | None = None
    """Scope of the idempotency record within the game (a hash of caller and key), or None."""
    record: Recorded | None = None
    thought: tuple[Thought, ...] = ()
    """What the record of thinking times grows by."""
    replaced_mark: int | None = None
    """The mark of the version that it replaces; None where that has none, or any will do."""


class GameStore(Protocol):
    """Games by id."""

    def read(self, game_id: str, request_key: str | None = None) -> Stored:
        """Read a game, and the record of a keyed request, in one round trip."""

    def commit(self, commit: Commit) -> bool:
        """Write all of a commit if the stored version is ``commit.game.version - 1``, with that mark; else nothing.

        Returns True when this commit is what the store holds for that version, also when an earlier, unanswered
        attempt at the same commit had already written it; False when another writer was first.
        """

    def steps(self, game_id: str) -> Sequence[Step]:
        """Read the whole move list of a game, oldest first."""

    def sheet(self, game_id: str) -> Sequence[RoundScore]:
        """Read the lines of a game's score sheet, oldest first: the scores of the ``round_ended`` events committed."""

    def count_illegal(self, game_id: str, seat: Seat) -> None:
        """Count a move that a seat tried against the rules; without effect on a game that is no longer kept."""

    def conduct(self, game_id: str, seats: int) -> Conduct:
        """Read how the seats of a game conducted themselves so far."""

    def updates(self, game_id: str, after: int) -> Sequence[Update]:
        """Read the log's updates with a version above ``after``, oldest first, as far back as the log is kept."""

    def list_public(self, status: GameStatus, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Read ids of public games listed under a status, newest first, as ``(id, cursor)``.

        ``before`` is the cursor to go on after. The index may be ahead of or behind the games: check each.
        """

    def list_oldest(self, status: GameStatus, limit: int) -> Sequence[str]:
        """Read ids of public games listed under a status, oldest first; check each, as above."""

    def turn(self, name: str, was: str | None, to: str) -> str:
        """Remember for a while that whoever goes by a name turned from one game (None: from none) to another.

        Returns the game that it has turned to, which is another one where somebody of that name was first.
        """

    def read_many(self, game_ids: Sequence[str]) -> Sequence[Game | None]:
        """Read several games, in the order asked for."""

    def count_public(self) -> Mapping[GameStatus, int]:
        """Count the public games in the index by status: about as many as there are, and no more than it keeps."""

    def relist(self, game: Game, was: GameStatus | None) -> None:
        """Bring the public index in line with the game's status (``was``: the one before, None for a new game)."""

    def ping(self) -> None:
        """Return if the store answers."""


Lane = Literal["people", "programs"]
"""Who waits: each lane is looked at by itself, so that neither holds up the other."""


class Due(msgspec.Struct, frozen=True):
    """A game that somebody has to look at, or a match or tournament, taken from the timetable."""

    subject: str
    lent_until_ms: int
    """Until then nobody else takes it."""
    entered: bool
    """Whether it was entered since somebody last put it right: the change that it was entered for may be on its way."""


class Timetable(Protocol):
    """Games by the time at which somebody has to look at them: no later than their deadline, perhaps sooner.

    Matches and tournaments stand in it, too (:mod:`eights.services.subjects`), in a lane of their own with the games
    that programs play among themselves.
    """

    def enter(self, subject: str, at_ms: int) -> None:
        """See to it that a game is due at that time or before."""

    def due(self, now_ms: int, lent_until_ms: int, limit: int, lane: Lane = "people") -> Sequence[Due]:
        """Take up to ``limit`` games that are due in a lane.

        They are nobody else's until that time, and due again then.
        """

    def settle(self, due: Due, at_ms: int | None) -> None:
        """Give a game back that was taken: due at that time, or not at all.

        Without effect if the game was entered anew or taken by somebody else in the meantime.
        """


class PlayerTokens(Protocol):
    """Players' ids by the hashes of their tokens: those they have, and those they had."""

    def remember(self, token_hash: bytes, player_id: str) -> None:
        """Note whose token it is; before the player's own record says so."""

    def player_of(self, token_hash: bytes) -> str | None:
        """Return whose token it is, or was."""

    def retire(self, token_hash: bytes) -> None:
        """Note that it has ended; whose it was is known for as long as answers to keyed requests are kept."""

    def forget(self, token_hash: bytes) -> None:
        """Note that it is nobody's any more."""


class Wakes(Protocol):
    """Tells a process that a game has changed, or an inbox (``p:<id>``).

    A call may come without a change, and a change without a call.
    """

    def watch(self, subject: str, wake: Callable[[], None]) -> None:
        """Call ``wake`` once the subject is watched, and from then on after each change.

        It must neither wait nor raise. What changed before the first call may have gone unheard. One call for each
        subject: a second one replaces it.
        """

    def unwatch(self, subject: str) -> None:
        """Watch a subject no longer."""


class Allotted(msgspec.Struct, frozen=True):
    """What a bucket says to somebody who wants to take from it."""

    allowed: bool
    debt_us: int
    """Microseconds until all is there again, with what was taken now."""


class Buckets(Protocol):
    """What callers have used of their limits lately, by all processes together.

    What is used comes back evenly, and is counted in the microseconds that this takes.
    """

    def take(self, limit: str, caller: str | bytes, used_us: int, wanted_us: int, within_us: int) -> Allotted:
        """Note what a caller used already, and take what it wants, if the bucket of that size has as much left.

        One round trip. Without an answer, both may be noted all the same.
        """

    def take_each(
        self, limit: str, caller: str, others: Sequence[str], wanted_us: int, within_us: int
    ) -> Sequence[Allotted]:
        """Take what is wanted from a caller's buckets for several others, which each have one beside the caller.

        One round trip. Without an answer, it may be noted all the same.
        """


class Clock(Protocol):
    """The server's clock."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""


class Secrets(Protocol):
    """A source of secrets."""

    def token_bytes(self, count: int) -> bytes:
        """Return that many unpredictable bytes."""
