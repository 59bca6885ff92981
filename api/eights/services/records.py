"""Records: what the server keeps besides games, each under its id and with a version of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from eights.services.ports import Recorded, Unreadable
from eights.services.revisions import Revision


class Record(Protocol):
    """What a record has: an id, and a version that each accepted change raises by one; the creation is version 1."""

    @property
    def id(self) -> str:
        """Its id, unique among those of its kind."""

    @property
    def version(self) -> int:
        """Its version."""


class MarkedRecord(Record, Protocol):
    """A record that tells its versions from others of the same number."""

    @property
    def mark(self) -> int | None:
        """Drawn by chance for the change that made it this version; None where the change is older than marks."""


F = TypeVar("F")
T = TypeVar("T", bound=Record)


def revision_of(record: MarkedRecord) -> Revision:
    """Return the version of a record with its mark."""
    return Revision(record.version, record.mark)


class StoredRecord(msgspec.Struct, Generic[T], frozen=True):
    """What one read of a record brings."""

    value: T | None
    recorded: Recorded | None = None
    written: bytes = b""
    """The value as the store keeps it, for the commit that replaces it; empty where there is none."""


class RecordCommit(msgspec.Struct, Generic[T], frozen=True):
    """One atomic write of a record; the value's version is one above that of what it replaces."""

    value: T
    expires_in_s: int | None
    """None keeps it for good."""
    request_key: str | None = None
    """Scope of the idempotency record within the record, or None."""
    answer: Recorded | None = None
    replaces: bytes = b""
    """What was read before, as :attr:`StoredRecord.written`; empty where there is to be no record yet."""


class Records(Protocol[T]):
    """Records of one kind, by id. Every method may raise :class:`~eights.services.ports.StoreUnavailable`."""

    def read(self, record_id: str, request_key: str | None = None) -> StoredRecord[T]:
        """Read a record, and the answer to a keyed request, in one round trip."""

    def read_many(self, record_ids: Sequence[str]) -> Sequence[T | None]:
        """Read several records, in the order asked for."""

    def commit(self, commit: RecordCommit[T]) -> bool:
        """Write all of a commit if what is stored is what it replaces, else nothing.

        Returns True also when an earlier, unanswered attempt at the same commit had already written it.
        """


def fact_in(established: bytes, decode: Callable[[bytes], F]) -> F:
    """Return a fact as it was established; raises Unreadable."""
    try:
        return decode(established)
    except msgspec.MsgspecError:
        # Said in our own words: the decoder's may quote what is stored.
        raise Unreadable("a fact is stored in a form that this program does not know") from None


class Facts(Protocol):
    """Facts about one kind of record that are established once, each under a name: a game's result, say."""

    def establish(self, record_id: str, name: str, fact: bytes, expires_in_s: int) -> bool:
        """Note a fact; False, with nothing changed, if there is one of that name already. May be repeated."""

    def of(self, record_id: str) -> Mapping[str, bytes]:
        """Return all facts about a record, by name."""

    def some(self, record_id: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of some facts about a record that are established, by name."""
