"""Games as the store keeps them: what is committed is read again."""

import secrets

import pytest
import redis
from msgspec.structs import replace

from builders import after_step, commit_all, creation, game, played_at_random
from eights.config import Settings
from eights.rules.replay import Dealt, replayed
from eights.services.game import Game
from eights.services.ports import Recorded, Stored
from eights.store import codec, keys
from eights.store.codec import encode_state
from eights.store.connection import Connection
from eights.store.games import FOLDED_EVERY, LOG_LENGTH, RedisGameStore, connect, folds
from eights.store.packed_cards import CARDS

RECORD = Recorded(b"f" * 32, 200, b'{"version": 2}', 2)


def test_an_unknown_game_is_none(store: RedisGameStore, game_id: str) -> None:
    assert store.read(game_id, "a request") == Stored(game=None)
    assert store.read_many([game_id]) == [None]
    assert store.steps(game_id) == []
    assert store.updates(game_id, 0) == []


def test_a_game_is_read_as_it_was_committed(store: RedisGameStore, game_id: str) -> None:
    for commit in commit_all(store, game(game_id), 60)[-1:]:
        assert store.read(game_id).game == commit.game


def test_the_steps_are_all_kept_and_lead_to_the_state(store: RedisGameStore, game_id: str) -> None:
    new = game(game_id)
    commits = commit_all(store, new, 150)
    steps = store.steps(game_id)
    assert steps == [step for commit in commits for step in commit.steps]
    *_, last = replayed(new.state, steps)
    assert last == commits[-1].game.state


def test_the_sheet_has_a_line_for_each_round_and_no_game_grows_by_it(store: RedisGameStore, game_id: str) -> None:
    new = game(game_id)
    store.commit(creation(new))
    commits = list(played_at_random(new, seed=3))
    for commit in commits:
        assert store.commit(commit)
    lines = store.sheet(game_id)
    assert [line.number for line in lines] == list(range(1, commits[-1].game.state.played + 1))
    assert len(lines) > 1
    assert lines[-1] == commits[-1].game.state.last_score
    states = [len(encode_state(commit.game)) for commit in commits if commit.game.status == "round_over"]
    assert max(states) < 1.25 * states[0]


def test_updates_come_in_order_from_after_a_version(store: RedisGameStore, game_id: str) -> None:
    commits = commit_all(store, game(game_id), 20)
    assert store.updates(game_id, 5) == [commit.update for commit in commits[5:]]
    assert store.updates(game_id, 21) == []


def test_the_log_keeps_the_newest_updates_alone(store: RedisGameStore, game_id: str) -> None:
    commits = commit_all(store, game(game_id), LOG_LENGTH + 30)
    assert store.updates(game_id, 0) == [commit.update for commit in commits[-LOG_LENGTH:]]


def test_several_games_are_read_in_the_order_asked_for(store: RedisGameStore, created: Game) -> None:
    other = replace(created, id=secrets.token_hex(8))
    assert store.commit(creation(other))
    assert store.read_many([other.id, "nobody", created.id]) == [other, None, created]
    assert store.read_many([]) == []


def test_everything_stored_expires(store: RedisGameStore, connection: Connection, game_id: str) -> None:
    plain = game(game_id, variant_id="huit-americain")
    long = replace(plain.state.rules, points={card: number for number, card in enumerate(CARDS[:52])})
    rules = replace(long, match=replace(long.match, points=100_000))
    new = replace(plain, state=replace(plain.state, rules=rules))
    assert store.commit(creation(new))
    for commit in played_at_random(new):
        if commit.game.version > FOLDED_EVERY and commit.game.status == "round_over" and not folds(commit.game):
            break
        assert store.commit(commit)
    assert store.commit(replace(commit, expires_in_s=900, request_key="key", record=RECORD))
    names = connection.call("KEYS", f"{{g:{game_id}}}:*")
    left_s = {name.rpartition(b"}:")[2]: connection.call("TTL", name) for name in names}
    assert left_s.keys() == {b"state", b"rules", b"updates", b"steps", b"past", b"sheet", b"answer:key"}
    assert all(600 < seconds <= 900 for name, seconds in left_s.items() if name != b"answer:key")
    assert 0 < left_s[b"answer:key"] <= 600


def test_a_keyed_request_finds_its_answer_with_the_game(store: RedisGameStore, created: Game) -> None:
    commit = replace(after_step(created, Dealt()), request_key="key", record=RECORD)
    assert store.commit(commit)
    assert store.read(created.id, "key") == Stored(game=commit.game, recorded=RECORD)
    assert store.read(created.id, "another key") == Stored(game=commit.game)


def test_a_flushed_script_cache_goes_unnoticed(store: RedisGameStore, connection: Connection, created: Game) -> None:
    connection.call("SCRIPT", "FLUSH")
    commit = after_step(created, Dealt())
    assert store.commit(commit)
    assert store.read(created.id).game == commit.game


def test_a_wake_up_is_published_beside_the_game(behind: RedisGameStore, server_url: str, game_id: str) -> None:
    created = game(game_id)
    assert behind.commit(creation(created))
    with redis.Redis.from_url(server_url).pubsub() as listener:  # type: ignore[no-untyped-call] # the library's
        listener.ssubscribe(keys.wake_channel(created.id))
        assert next(listener.listen())["type"] == "ssubscribe"
        assert behind.commit(after_step(created, Dealt()))
        assert next(listener.listen())["channel"] == keys.wake_channel(created.id).encode()


def test_a_log_as_it_was_kept_before_is_still_read(store: RedisGameStore, connection: Connection, game_id: str) -> None:
    new = game(game_id)
    for commit in (creation(new), dealt := after_step(new, Dealt())):
        update = codec.encode_update(commit.update)
        connection.call("XADD", keys.former_log_key(game_id), f"{commit.game.version}-0", "c", b"12345678", "u", update)
    connection.call("SET", keys.state_key(game_id), encode_state(dealt.game))
    connection.call("SET", keys.rules_key(game_id), codec.encode_rules(new.state.rules))
    assert store.updates(game_id, 1) == [replace(dealt.update, mark=None)]
    commit = next(played_at_random(dealt.game))
    assert store.commit(commit)
    assert store.updates(game_id, 1) == [commit.update]


def test_settings_without_a_url_make_no_store() -> None:
    with pytest.raises(ValueError, match="name no store"):
        connect(Settings())
