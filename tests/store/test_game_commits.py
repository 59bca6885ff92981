"""Commits of games: all of one or nothing, once, and only upon what was read."""

import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import after_step, creation, game, played_at_random
from eights.config import Settings
from eights.rules.replay import Dealt, replayed
from eights.services.game import Game
from eights.services.ports import Commit, Recorded, Stored, StoreUnavailable
from eights.store.connection import Connection
from eights.store.embedded import EmbeddedStore
from eights.store.games import RedisGameStore, connect
from store.losing_proxy import LosingProxy
from store.racer import race

RECORD = Recorded(b"f" * 32, 200, b'{"version": 2}', 2)
RACERS = 3


@pytest.fixture
def proxy(server_url: str, memory_folder: Path) -> Iterator[LosingProxy]:
    folder = memory_folder / secrets.token_hex(4)
    folder.mkdir()
    proxy = LosingProxy(server_url, folder)
    yield proxy
    proxy.close()


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


def marked(commit: Commit, mark: int | None) -> Commit:
    """Return a commit as another drawing of its mark would have made it."""
    return replace(commit, game=replace(commit.game, mark=mark), update=replace(commit.update, mark=mark))


def go_back(store: RedisGameStore, connection: Connection, to: Game) -> None:
    """Bring a store to the first version of a game, as a failover does that lost the rest."""
    connection.call("DEL", *connection.call("KEYS", f"{{g:{to.id}}}:*"))
    assert store.commit(creation(to))


def test_what_was_read_before_a_failover_is_not_continued_on_another_past(
    store: RedisGameStore, connection: Connection, created: Game
) -> None:
    lost = after_step(created, Dealt())
    assert store.commit(lost)
    go_back(store, connection, created)
    instead = marked(lost, 0x1234)
    assert store.commit(instead)
    assert not store.commit(next(played_at_random(lost.game)))
    assert store.read(created.id).game == instead.game
    assert store.updates(created.id, 0) == [creation(created).update, instead.update]
    assert store.commit(next(played_at_random(instead.game)))


def test_of_a_game_that_is_over_another_past_is_not_continued_either(store: RedisGameStore, game_id: str) -> None:
    new = game(game_id)
    assert store.commit(creation(new))
    commits = list(played_at_random(new))
    assert all(map(store.commit, commits))
    over = commits[-1].game
    after = replace(marked(commits[-1], 7), replaced_mark=over.mark, steps=())
    after = replace(after, game=replace(after.game, version=over.version + 1))
    assert not store.commit(replace(after, replaced_mark=0x1234))
    assert store.commit(after)


def test_of_a_game_without_marks_the_version_alone_counts(store: RedisGameStore, game_id: str) -> None:
    unmarked = replace(game(game_id), mark=None)
    assert store.commit(creation(unmarked))
    assert store.commit(after_step(unmarked, Dealt()))


def test_the_log_as_it_was_kept_before_stops_no_game(
    store: RedisGameStore, connection: Connection, game_id: str
) -> None:
    unmarked = replace(game(game_id), mark=None)
    assert store.commit(creation(unmarked))
    connection.call("DEL", f"{{g:{game_id}}}:updates")
    assert store.commit(after_step(unmarked, Dealt()))
