"""Records on Redis or Valkey: a string each, behind its format and version as a game's state is."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec

from eights.services.records import Facts, Record, RecordCommit, Records, StoredRecord
from eights.store import codec, keys
from eights.store.connection import Connection, Script

T = TypeVar("T", bound=Record)

REMEMBERED_S: Final = 60
"""How long a commit is known: far longer than it is repeated for want of an answer."""

COMMIT: Final = Script(files("eights.store").joinpath("record_commit.lua").read_bytes(), kept=True)
_ESTABLISH: Final = Script(
    b"""-- KEYS 1 facts  ARGV 1 name  2 fact  3 expiry in seconds
local new = redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return (new == 1 or redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2]) and 1 or 0""",
    kept=True,
)


class RedisRecords(Records[T]):
    """Records of one kind, as :class:`eights.services.records.Records` describes them.

    ``prefix`` is the kind's letter in the keys, ``kind`` the struct; fields added to it later need defaults.
    """

    def __init__(self, connection: Connection, prefix: str, kind: type[T], answers_expire_in_s: int) -> None:
        self._connection = connection
        self._prefix = prefix
        self._decode: Any = msgspec.msgpack.Decoder(kind).decode
        self._answers_expire_in_s = answers_expire_in_s

    def read(self, record_id: str, request_key: str | None = None) -> StoredRecord[T]:
        """Read a record, and the answer to a keyed request, with one MGET.

        With a second one where there is an answer, and it has to be kept surely.
        """
        command = ["MGET", keys.record_key(self._prefix, record_id)]
        if request_key is not None:
            command.append(keys.record_answer_key(self._prefix, record_id, request_key))
        found = self._connection.call(*command)
        if request_key is not None and found[-1]:
            found = self._connection.vouched(found, *command)
        state, *answers = found
        recorded = codec.decode_recorded(answers[0]) if answers and answers[0] else None
        return StoredRecord(self._value(state), recorded, state or b"")

    def read_many(self, record_ids: Sequence[str]) -> Sequence[T | None]:
        """Read several records in one round trip."""
        commands = [("GET", keys.record_key(self._prefix, record_id)) for record_id in record_ids]
        return [self._value(state) for state in self._connection.call_all(commands)] if commands else []

    def commit(self, commit: RecordCommit[T]) -> bool:
        """Write all of a commit or nothing, with one script."""
        value, prefix = commit.value, self._prefix
        touched = (
            keys.record_key(prefix, value.id),
            keys.record_answer_key(prefix, value.id, commit.request_key or ""),
            keys.record_commit_key(prefix, value.id, secrets.token_hex(8)),
        )
        written = (
            _digest(commit.replaces),
            codec.encode_record(value, value.version),
            commit.expires_in_s or 0,
            codec.encode_recorded(commit.answer) if commit.answer and commit.request_key else b"",
            self._answers_expire_in_s,
            REMEMBERED_S,
        )
        return bool(self._connection.run(COMMIT, touched, written))

    def _value(self, state: bytes | None) -> T | None:
        return None if state is None else codec.decode_record(state, self._decode)


def _digest(state: bytes) -> str:
    return hashlib.sha1(state, usedforsecurity=False).hexdigest() if state else ""


class RedisFacts(Facts):
    """Facts about one kind of record, as :class:`eights.services.records.Facts` describes them."""

    def __init__(self, connection: Connection, prefix: str) -> None:
        self._connection = connection
        self._prefix = prefix

    def establish(self, record_id: str, name: str, fact: bytes, expires_in_s: int) -> bool:
        """Note a fact with one script."""
        key = keys.facts_key(self._prefix, record_id)
        return bool(self._connection.run(_ESTABLISH, [key], [name, fact, expires_in_s]))

    def of(self, record_id: str) -> Mapping[str, bytes]:
        """Return all facts about a record, by name."""
        flat = self._connection.call("HGETALL", keys.facts_key(self._prefix, record_id))
        return {name.decode(): fact for name, fact in zip(flat[::2], flat[1::2], strict=True)}

    def some(self, record_id: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of some facts about a record that are established, in one round trip."""
        if not names:
            return {}
        facts = self._connection.call("HMGET", keys.facts_key(self._prefix, record_id), *names)
        return {name: fact for name, fact in zip(names, facts, strict=True) if fact is not None}
