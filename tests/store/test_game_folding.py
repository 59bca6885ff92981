"""What is past of a game is folded into less, and nothing of it is lost."""

import random
import secrets
from itertools import islice

from msgspec.structs import replace

from builders import commit_all, creation, game, played_at_random
from eights.rules.events import RoundEnded
from eights.rules.moves import Play
from eights.rules.replay import Dealt, Left, Moved, Step
from eights.rules.state import RoundScore
from eights.services.game import Game, Update
from eights.services.ports import Commit
from eights.store import codec, keys
from eights.store.connection import Connection
from eights.store.games import FOLDED_EVERY, FOLDED_UP_TO, LENGTH_WHEN_OVER, RedisGameStore, folds
from eights.store.packed_cards import CARDS


def any_moves(count: int) -> list[Step]:
    chance = random.Random(1)
    return [Moved(chance.randrange(4), Play(chance.choice(CARDS))) for _ in range(count)]


def test_a_long_game_has_all_its_steps_and_lines_while_it_goes_on(store: RedisGameStore) -> None:
    steps: list[Step] = []
    lines: list[RoundScore] = []
    has_folded = False
    new = game(secrets.token_hex(8), variant_id="huit-americain")
    for commit in (creation(new), *islice(played_at_random(new), 6 * FOLDED_EVERY)):
        assert store.commit(commit)
        steps += commit.steps
        lines += (event.score for event in commit.update.events if isinstance(event, RoundEnded))
        if folds(commit.game) or has_folded or commit.game.status == "round_over":
            assert store.steps(new.id) == steps
            assert store.sheet(new.id) == lines
        has_folded = folds(commit.game)
    assert len(lines) > 2


def test_games_that_began_together_are_not_folded_together() -> None:
    games = [game(secrets.token_hex(8)) for _ in range(16)]
    versions = range(1, FOLDED_EVERY + 1)
    at = [[version for version in versions if folds(replace(one, version=version))] for one in games]
    assert {len(of_one) for of_one in at} == {1}
    assert len({version for of_one in at for version in of_one}) > 1


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
    to = replace(of, version=version)
    return Commit(to, Update(version, (), of.mark), steps=(), expires_in_s=3600, replaced_mark=of.mark)
