"""Records as the store keeps them: by version, all of a commit or nothing, each fact once."""

import secrets
from typing import Any

import pytest
from msgspec.structs import replace

from eights.services.players.player import Player
from eights.services.ports import Recorded, StoreUnavailable
from eights.services.records import RecordCommit
from eights.store.codec import UnreadableRecord
from eights.store.connection import Connection
from eights.store.keys import record_key
from eights.store.player_tokens import RedisPlayerTokens
from eights.store.records import RedisFacts, RedisRecords
from store.losing_proxy import LosingProxy

ANSWER = Recorded(b"f" * 32, 201, b"{}", 1)


@pytest.fixture
def players(connection: Connection) -> RedisRecords[Player]:
    return RedisRecords(connection, "p", Player, answers_expire_in_s=600)


@pytest.fixture
def ana(game_id: str) -> Player:
    return Player(game_id, 1, "Ana", "human", 1_780_000_000_000, bytes(32), 2)


def test_what_was_committed_is_read_again(players: RedisRecords[Player], ana: Player) -> None:
    assert players.commit(RecordCommit(ana, None))
    assert players.read(ana.id).value == ana
    assert players.read_many([ana.id, "nobody"]) == [ana, None]
    assert players.read_many([]) == []


def after(players: RedisRecords[Player], of: Player, **changes: Any) -> RecordCommit[Player]:
    """Return the commit of a player's next version, upon the one that is stored."""
    return RecordCommit(replace(of, version=of.version + 1, **changes), None, replaces=players.read(of.id).written)


def test_of_two_writers_at_one_version_the_first_wins(players: RedisRecords[Player], ana: Player) -> None:
    assert players.commit(RecordCommit(ana, None))
    first, second = (after(players, ana, name=name) for name in ("Anna", "Anne"))
    assert players.commit(first)
    assert not players.commit(second)
    assert players.read(ana.id).value == first.value


def test_what_was_read_before_a_failover_is_not_continued_on_another_past(
    players: RedisRecords[Player], connection: Connection, ana: Player
) -> None:
    assert players.commit(RecordCommit(replace(ana, mark=7), None))
    upon_what_is_lost = after(players, ana, parallel_games=8)
    connection.call("DEL", record_key("p", ana.id))
    instead = replace(ana, mark=8)
    assert players.commit(RecordCommit(instead, None))
    assert not players.commit(upon_what_is_lost)
    assert players.read(ana.id).value == instead
    assert players.commit(after(players, instead))


def test_what_is_there_no_more_is_not_replaced(
    players: RedisRecords[Player], connection: Connection, ana: Player
) -> None:
    assert players.commit(RecordCommit(ana, None))
    upon_what_is_lost = after(players, ana)
    connection.call("DEL", record_key("p", ana.id))
    assert not players.commit(upon_what_is_lost)
    assert players.read(ana.id).value is None


def test_a_second_creation_changes_nothing(players: RedisRecords[Player], ana: Player) -> None:
    assert players.commit(RecordCommit(ana, None))
    assert not players.commit(RecordCommit(replace(ana, name="Eve"), None))
    assert players.read(ana.id).value == ana


def test_an_answer_is_kept_with_its_commit_and_stops_another_one(players: RedisRecords[Player], ana: Player) -> None:
    assert players.commit(RecordCommit(ana, None, "key", ANSWER))
    assert players.read(ana.id, "key").recorded == ANSWER
    assert players.read(ana.id, "other").recorded is None
    assert not players.commit(replace(after(players, ana), request_key="key", answer=ANSWER))


def test_a_record_expires_if_it_is_to_and_no_longer_once_it_is_kept_for_good(
    players: RedisRecords[Player], connection: Connection, ana: Player
) -> None:
    players.commit(RecordCommit(ana, 50))
    assert 0 < connection.call("TTL", record_key("p", ana.id)) <= 50
    players.commit(after(players, ana))
    assert connection.call("TTL", record_key("p", ana.id)) == -1


def test_a_commit_whose_answer_was_lost_is_known_when_it_is_sent_again(proxy: LosingProxy, ana: Player) -> None:
    beyond = RedisRecords(Connection(proxy.url), "p", Player, answers_expire_in_s=600)
    assert beyond.commit(RecordCommit(ana, None))
    proxy.to_lose = 1
    assert beyond.commit(after(beyond, ana))
    assert proxy.lost == 1
    stored = beyond.read(ana.id).value
    assert stored is not None
    assert stored.version == 2


def test_a_record_of_another_format_is_refused_not_guessed(
    players: RedisRecords[Player], connection: Connection, ana: Player
) -> None:
    connection.call("SET", record_key("p", ana.id), b"\xff\x00\x00\x00\x01rest")
    with pytest.raises(UnreadableRecord):
        players.read(ana.id)
    assert issubclass(UnreadableRecord, StoreUnavailable)


def test_a_fact_is_established_once_and_may_be_told_again(connection: Connection, game_id: str) -> None:
    facts = RedisFacts(connection, "m")
    assert facts.of(game_id) == {}
    assert facts.establish(game_id, "1", b"won", 60)
    assert facts.establish(game_id, "1", b"won", 60)
    assert not facts.establish(game_id, "1", b"lost", 60)
    assert facts.establish(game_id, "2", b"lost", 60)
    assert facts.of(game_id) == {"1": b"won", "2": b"lost"}


def test_a_forgotten_token_is_nobodys_in_this_process_and_in_others(connection: Connection, game_id: str) -> None:
    here, there = RedisPlayerTokens(connection), RedisPlayerTokens(connection)
    token_hash = secrets.token_bytes(32)
    assert here.player_of(token_hash) is None
    here.remember(token_hash, game_id)
    assert (here.player_of(token_hash), there.player_of(token_hash)) == (game_id, game_id)
    here.forget(token_hash)
    assert here.player_of(token_hash) is None
    assert RedisPlayerTokens(connection).player_of(token_hash) is None
