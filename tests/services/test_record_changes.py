"""Requests that change a record: repeated, raced, conditional."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from eights.app import SystemSecrets
from eights.services.access import Caller
from eights.services.changes import TRIES, Asked, Attempt
from eights.services.players.player import Player
from eights.services.record_changes import RecordChange, RecordChanges
from eights.services.records import RecordCommit
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.services.tokens import Mint
from eights.store.connection import Connection
from eights.store.records import RedisRecords

ANA = Caller(b"a" * 32, "192.0.2.7")


class Preceded(RedisRecords[Player]):
    """Records on which another writer comes first, as often as told, after a request was judged."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, "p", Player, answers_expire_in_s=600)
        self.others: list[Callable[[], object]] = []

    def commit(self, commit: RecordCommit[Player]) -> bool:
        """Let the next of the others go first, then commit."""
        if self.others:
            self.others.pop(0)()
        return super().commit(commit)


@pytest.fixture
def records(connection: Connection) -> Preceded:
    return Preceded(connection)


@pytest.fixture
def changes(records: Preceded) -> RecordChanges[Player]:
    return RecordChanges(records, SystemSecrets(), "game_not_found")


@pytest.fixture
def player(records: Preceded, game_id: str) -> Player:
    new = Player(game_id, 1, "Ana", "human", 1_780_000_000_000, bytes(32), 2)
    assert records.commit(RecordCommit(new, None))
    return new


def asked(key: str | None = None, fingerprint: bytes = b"f" * 32, if_match: int | None = None) -> Asked:
    versions = None if if_match is None else frozenset([Revision(if_match)])
    return Asked(ANA, None if key is None else Attempt(key, fingerprint), versions)


def one_more(player: Player, mint: Mint) -> RecordChange[Player]:
    """Have one game more, and get a token for it."""
    more = replace(player, parallel_games=player.parallel_games + 1)
    token = mint.token("player")
    return RecordChange(more, lambda done: [done.parallel_games, done.version, token])


def test_a_change_is_judged_again_on_what_the_first_writer_left(
    records: Preceded, changes: RecordChanges[Player], player: Player
) -> None:
    records.others = [lambda: changes.make(player.id, asked(), one_more)]
    answer = changes.make(player.id, asked(), one_more)
    assert msgspec.json.decode(answer.body)[:2] == [4, 3]
    assert answer.revision.version == 3


def test_a_table_gone_mad_is_too_busy(records: Preceded, changes: RecordChanges[Player], player: Player) -> None:
    def other() -> None:
        there = records.read(player.id)
        assert there.value is not None
        after = replace(there.value, version=there.value.version + 1)
        RedisRecords.commit(records, RecordCommit(after, None, replaces=there.written))

    records.others = [other] * TRIES
    with pytest.raises(Refused, match="too_busy"):
        changes.make(player.id, asked(), one_more)


def test_a_keyed_change_is_made_once_and_answered_the_same_token_included(
    changes: RecordChanges[Player], player: Player
) -> None:
    first, again = (changes.make(player.id, asked("key"), one_more) for _ in range(2))
    assert again.body == first.body
    assert (first.replayed, again.replayed) == (False, True)
    with pytest.raises(Refused, match="idempotency_key_reused"):
        changes.make(player.id, asked("key", b"g" * 32), one_more)


def test_the_store_alone_cannot_tell_a_token(
    changes: RecordChanges[Player], player: Player, connection: Connection
) -> None:
    token = msgspec.json.decode(changes.make(player.id, asked("key"), one_more).body)[2]
    for key in connection.call("KEYS", f"*{player.id}*"):
        assert token.encode() not in (connection.call("GET", key) or b"")


def test_a_change_of_a_version_that_is_gone_is_stale(changes: RecordChanges[Player], player: Player) -> None:
    assert changes.make(player.id, asked(if_match=1), one_more).revision.version == 2
    with pytest.raises(Refused, match="stale_version"):
        changes.make(player.id, asked(if_match=1), one_more)


def test_nothing_is_not_changed(changes: RecordChanges[Player]) -> None:
    with pytest.raises(Refused, match="game_not_found"):
        changes.make("nobodysrecord", asked(), one_more)
    assert changes.by_itself("nobodysrecord", lambda value: value) is None


def test_a_keyed_creation_happens_once(changes: RecordChanges[Player], player: Player) -> None:
    new = replace(player, id=player.id + "x", version=0)
    first, again = (changes.create(new.id, asked("key"), lambda mint: one_more(new, mint)) for _ in range(2))
    assert (first.body, again.replayed) == (again.body, True)


def test_of_two_keyed_creations_at_once_both_get_the_answer_of_the_first(
    records: Preceded, changes: RecordChanges[Player], player: Player
) -> None:
    new = replace(player, id=player.id + "y", version=0)
    first = []
    records.others = [lambda: first.append(changes.create(new.id, asked("key"), lambda mint: one_more(new, mint)))]
    second = changes.create(new.id, asked("key"), lambda mint: one_more(new, mint))
    assert second.body == first[0].body
    assert second.replayed


def test_what_changes_by_itself_is_tried_again_and_left_alone_when_there_is_nothing_to_do(
    records: Preceded, changes: RecordChanges[Player], player: Player
) -> None:
    records.others = [lambda: changes.make(player.id, asked(), one_more)]
    changed = changes.by_itself(player.id, lambda value: replace(value, name=value.name + "!"))
    assert changed is not None
    assert (changed.name, changed.parallel_games, changed.version) == ("Ana!", 3, 3)
    assert changes.by_itself(player.id, lambda _: None) == changed
