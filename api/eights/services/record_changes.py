"""Changing a record: one read, one judgement, one atomic write, again from the start if another writer was first."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from eights.services.changes import TRIES, Answer, Asked, answer_again, record_of, stale
from eights.services.ports import Secrets
from eights.services.records import MarkedRecord, RecordCommit, Records, StoredRecord, revision_of
from eights.services.refusals import Refused
from eights.services.revisions import MARK_BYTES, mark_in
from eights.services.tokens import SALT_BYTES, Mint

T = TypeVar("T", bound=MarkedRecord)


class RecordChange(msgspec.Struct, Generic[T], frozen=True):
    """What a request wants a record to be, once judged; the version is raised by whoever writes it."""

    value: T
    answer: Callable[[T], object]
    """Makes the body from the record as committed."""
    status: int = 200


class RecordChanges(Generic[T]):
    """Carries changes of one kind of record out; ``expiry`` tells how long one is kept, None for good."""

    def __init__(
        self, records: Records[T], secrets: Secrets, missing: str, expiry: Callable[[T], int | None] = lambda _: None
    ) -> None:
        self._records = records
        self._secrets = secrets
        self._missing = missing
        self._expiry = expiry

    def make(self, record_id: str, asked: Asked, decide: Callable[[T, Mint], RecordChange[T]]) -> Answer:
        """Change a record as decided, anew on each state that a lost race leads to.

        Raises ``Refused`` (the code for a missing record, ``stale_version``, ``idempotency_key_reused``, ``too_busy``
        and what ``decide`` raises), and :class:`~eights.services.ports.StoreUnavailable`.
        """
        for _ in range(TRIES):
            stored = self._records.read(record_id, asked.scope)
            if stored.recorded is not None:
                return answer_again(stored.recorded, asked)
            value = stored.value
            if value is None:
                raise Refused(self._missing)
            if not asked.allows(revision_of(value)):
                raise stale(revision_of(value))
            mint = self.mint(asked)
            answer = self._commit(stored, decide(value, mint), asked, mint)
            if answer is not None:
                return answer
        raise Refused("too_busy", retry_after_s=1)

    def create(self, record_id: str, asked: Asked, lay_out: Callable[[Mint], RecordChange[T]]) -> Answer:
        """Create a record, once for a keyed request whose id follows from its key; raises as :meth:`make`."""
        stored = self._records.read(record_id, asked.scope) if asked.attempt else None
        if stored is not None and stored.recorded is not None:
            return answer_again(stored.recorded, asked)
        mint = self.mint(asked)
        answer = self._commit(StoredRecord(None), lay_out(mint), asked, mint)
        if answer is not None:
            return answer
        # The same keyed request won the race, or did so long ago that its answer is no longer kept.
        recorded = self._records.read(record_id, asked.scope).recorded
        if recorded is None:
            raise Refused("idempotency_key_reused")
        return answer_again(recorded, asked)

    def by_itself(self, record_id: str, act: Callable[[T], T | None]) -> T | None:
        """Change a record without being asked, if ``act`` returns another value; return it as it then stands.

        None if there is no such record, or it changes so often that it could not be written.
        """
        for _ in range(TRIES):
            stored = self._records.read(record_id)
            value = stored.value
            if value is None:
                return None
            changed = act(value)
            if changed is None:
                return value
            changed = self._next(changed, value.version)
            if self._records.commit(RecordCommit(changed, self._expiry(changed), replaces=stored.written)):
                return changed
        return None

    def mint(self, asked: Asked) -> Mint:
        """Return a mint for the tokens of one answer."""
        return Mint(self._secrets.token_bytes(SALT_BYTES), asked.attempt.key if asked.attempt else "")

    def _commit(self, before: StoredRecord[T], change: RecordChange[T], asked: Asked, mint: Mint) -> Answer | None:
        value = self._next(change.value, before.value.version if before.value else 0)
        body = msgspec.json.encode(change.answer(value))
        recorded = record_of(asked, change.status, mint, body, revision_of(value))
        if not self._records.commit(RecordCommit(value, self._expiry(value), asked.scope, recorded, before.written)):
            return None
        return Answer(change.status, body, revision_of(value))

    def _next(self, value: T, before: int) -> T:
        mark = mark_in(self._secrets.token_bytes(MARK_BYTES))
        return replace(value, version=before + 1, mark=mark)  # type: ignore[type-var]  # every record is a struct
