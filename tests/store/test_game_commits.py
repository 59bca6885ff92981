"""What a commit of a game replaces: the version that was read, and none of another past."""

import pytest
from msgspec.structs import replace

from builders import after_step, creation, game, played_at_random
from eights.rules.replay import Dealt
from eights.services.game import Game
from eights.services.ports import Commit
from eights.store.connection import Connection
from eights.store.games import RedisGameStore


@pytest.fixture
def created(store: RedisGameStore, game_id: str) -> Game:
    new = game(game_id)
    assert store.commit(creation(new))
    return new


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
