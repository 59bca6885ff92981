import random
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import redis
from msgspec.structs import replace

from builders import after_step, creation, game, played_at_random
from eights.config import Settings
from eights.rules.events import RoundEnded
from eights.rules.moves import Play
from eights.rules.replay import Dealt, Left, Moved, Step, replayed
from eights.rules.state import RoundScore
from eights.services.game import Game, Update
from eights.services.ports import Commit, Recorded, Stored, StoreUnavailable
from eights.store import codec, keys
from eights.store.codec import encode_state
from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore
from eights.store.games import FOLDED_EVERY, FOLDED_UP_TO, LENGTH_WHEN_OVER, LOG_LENGTH, RedisGameStore, connect
from eights.store.packed_cards import CARDS
from store.losing_proxy import LosingProxy
from store.racer import race

RECORD = Recorded(b"f" * 32, 200, b'{"version": 2}', 2)
RACERS = 3


@pytest.fixture
def created(store: RedisGameStore, game_id: str) -> Game:
    new = game(game_id)
    assert store.commit(creation(new))
    return new


@pytest.fixture
def proxy(server_url: str, memory_folder: Path) -> Iterator[LosingProxy]:
    folder = memory_folder / secrets.token_hex(4)
    folder.mkdir()
    proxy = LosingProxy(server_url, folder)
    yield proxy
    proxy.close()


@pytest.fixture
def behind(server_url: str) -> RedisGameStore:
    """The store behind the proxy."""
    return RedisGameStore(Connection(server_url), answers_expire_in_s=600)


def commit_all(store: RedisGameStore, new: Game, count: int) -> list[Commit]:
    commits = [creation(new), *islice(played_at_random(new), count)]
    assert all(store.commit(commit) for commit in commits)
    return commits


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
        if commit.game.version > FOLDED_EVERY and commit.game.status == "round_over":
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


def test_a_request_that_was_answered_is_not_written_again(store: RedisGameStore, created: Game) -> None:
    first = replace(after_step(created, Dealt()), request_key="key", record=RECORD)
    assert store.commit(first)
    second = next(played_at_random(first.game))
    assert not store.commit(replace(second, request_key="key", record=RECORD))
    assert store.read(created.id).game == first.game


def test_a_game_is_created_once(store: RedisGameStore, created: Game) -> None:
    assert not store.commit(creation(replace(created, variant="other")))
    assert store.read(created.id).game == created


def test_of_two_commits_to_one_version_the_second_changes_nothing(store: RedisGameStore, created: Game) -> None:
    winner, loser = (after_step(created, Dealt()) for _ in range(2))
    assert store.commit(winner)
    assert not store.commit(replace(loser, request_key="key", record=RECORD))
    assert store.read(created.id, "key") == Stored(game=winner.game)
    assert len(store.steps(created.id)) == 1
    assert len(store.updates(created.id, 0)) == 2


def test_racing_threads_never_win_one_version_twice(store: RedisGameStore, created: Game) -> None:
    won: list[int] = []
    threads = [threading.Thread(target=lambda: won.extend(race(store, created.id, 150))) for _ in range(RACERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_one_winner_each(store, created, won)


def test_racing_processes_never_win_one_version_twice(store: RedisGameStore, store_url: str, created: Game) -> None:
    program = Path(__file__).with_name("racer.py")
    command = [sys.executable, str(program), store_url, created.id, "150"]
    environment = {"PYTHONPATH": ":".join(sys.path)}
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(RACERS)]
    won = [int(version) for racer in racers for version in racer.communicate()[0].split()]
    assert_one_winner_each(store, created, won)


def assert_one_winner_each(store: RedisGameStore, created: Game, won: list[int]) -> None:
    reached = store.read(created.id).game
    assert reached is not None
    assert sorted(won) == list(range(2, reached.version + 1))
    *_, last = replayed(created.state, store.steps(created.id))
    assert last == reached.state


def test_a_commit_whose_answer_is_lost_is_written_once_and_known_as_ours(
    behind: RedisGameStore, proxy: LosingProxy, game_id: str
) -> None:
    created = game(game_id)
    assert behind.commit(creation(created))
    ours = RedisGameStore(Connection(proxy.url), answers_expire_in_s=600)
    commit = replace(after_step(created, Dealt()), request_key="key", record=RECORD)
    proxy.to_lose = 2
    assert ours.commit(commit)
    assert proxy.lost == 2
    assert behind.read(created.id, "key") == Stored(game=commit.game, recorded=RECORD)
    assert len(behind.steps(created.id)) == 1
    assert len(behind.updates(created.id, 0)) == 2


def test_a_commit_that_is_never_answered_says_so(behind: RedisGameStore, proxy: LosingProxy, game_id: str) -> None:
    created = game(game_id)
    assert behind.commit(creation(created))
    ours = RedisGameStore(Connection(proxy.url), answers_expire_in_s=600)
    commit = after_step(created, Dealt())
    proxy.to_lose = 100
    with pytest.raises(StoreUnavailable):
        ours.commit(commit)
    assert behind.read(created.id).game == commit.game


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


def test_a_refused_commit_leaves_nothing(memory_folder: Path, game_id: str) -> None:
    server = EmbeddedStore(memory_folder / game_id)
    server.start()
    server.wait_until_ready()
    store = connect(Settings(redis_url=server.url))
    new = game(game_id)
    assert store.commit(creation(new))
    connection = Connection(server.url)
    connection.call("CONFIG", "SET", "maxmemory", 1)
    with pytest.raises(StoreUnavailable, match="refused: OOM"):
        store.commit(after_step(new, Dealt()))
    assert store.read(game_id).game == new
    assert len(store.updates(game_id, 0)) == 1
    connection.call("CONFIG", "SET", "maxmemory", 0)
    assert store.commit(after_step(new, Dealt()))
    server.stop()


def any_moves(count: int) -> list[Step]:
    chance = random.Random(1)
    return [Moved(chance.randrange(4), Play(chance.choice(CARDS))) for _ in range(count)]


def test_a_long_game_has_all_its_steps_and_lines_while_it_goes_on(store: RedisGameStore) -> None:
    steps: list[Step] = []
    lines: list[RoundScore] = []
    new = game(secrets.token_hex(8), variant_id="huit-americain")
    for commit in (creation(new), *islice(played_at_random(new), 6 * FOLDED_EVERY)):
        assert store.commit(commit)
        steps += commit.steps
        lines += (event.score for event in commit.update.events if isinstance(event, RoundEnded))
        if commit.game.version % FOLDED_EVERY < 2 or commit.game.status == "round_over":
            assert store.steps(new.id) == steps
            assert store.sheet(new.id) == lines
    assert len(lines) > 2


def test_what_is_past_of_a_very_long_game_is_not_written_again(
    store: RedisGameStore, connection: Connection, game_id: str
) -> None:
    new = game(game_id, variant_id="huit-americain")
    assert store.commit(creation(new))
    commits = list(islice(played_at_random(new), FOLDED_EVERY))
    steps = codec.encode_steps([step for commit in commits for step in commit.steps])
    past = codec.fold(b"", codec.encode_steps(any_moves(5 * FOLDED_UP_TO)), b"", over=False)
    assert len(past) > FOLDED_UP_TO
    connection.call("SET", keys.past_key(game_id), past)
    assert all(store.commit(commit) for commit in commits)
    assert connection.call("GET", keys.past_key(game_id)) == past
    assert store.steps(game_id) == codec.decode_steps(past + steps)


def test_a_game_that_is_over_has_all_its_steps_and_lines_and_its_last_updates(
    store: RedisGameStore, game_id: str
) -> None:
    new = game(game_id)
    commits = commit_all(store, new, 2000)
    assert commits[-1].game.status == "finished"
    steps = store.steps(game_id)
    assert steps == [step for commit in commits for step in commit.steps]
    assert [line.number for line in store.sheet(game_id)] == list(range(1, commits[-1].game.state.played + 1))
    assert store.updates(game_id, 0) == [commit.update for commit in commits[-LENGTH_WHEN_OVER:]]


def test_of_two_commits_that_would_end_a_game_one_is_written(store: RedisGameStore, game_id: str) -> None:
    *before, last = commit_all(store, game(game_id), 2000)
    again = replace(last, steps=(*last.steps, Dealt()))
    assert not store.commit(again)
    assert store.steps(game_id) == [step for commit in (*before, last) for step in commit.steps]


def test_what_comes_after_the_end_of_a_game_is_added(store: RedisGameStore, game_id: str) -> None:
    commits = commit_all(store, game(game_id), 2000)
    over = commits[-1].game
    assert store.commit(replace(after_nothing(over), steps=(Left(seat=1),)))
    assert store.steps(game_id)[-1] == Left(seat=1)
    assert len(store.steps(game_id)) == len(commits)


def after_nothing(of: Game) -> Commit:
    version = of.version + 1
    return Commit(game=replace(of, version=version), update=Update(version, (), of.mark), steps=(), expires_in_s=3600)


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
