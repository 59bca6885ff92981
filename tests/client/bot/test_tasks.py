"""What waits for a bot is done once, one thing at a time for each game, and for all games in turn."""

import msgspec
import pytest
from msgspec.structs import replace

from client.test_games import VIEW
from eights.client.bot.tasks import Task, Tasks, again, in_game, to_move, told_by
from eights.client.models import GameView
from eights.client.player_models import Notice

MINE = msgspec.json.decode(VIEW, type=GameView)


def move(game_id: str, version: int) -> Task:
    return Task("move", game_id, version)


def taken(tasks: Tasks) -> list[Task]:
    """All that can be taken at once."""
    tasks_there = []
    tasks._line.put(None)  # noqa: SLF001 - so that whoever finds nothing does not wait
    while (task := tasks.take()) is not None:
        tasks_there.append(task)
    return tasks_there


def test_those_that_wait_longest_come_first() -> None:
    tasks = Tasks()
    for game_id in ("a", "b", "c"):
        tasks.add(move(game_id, 1))
    assert [task.subject for task in taken(tasks)] == ["a", "b", "c"]


def test_a_game_that_goes_on_does_not_keep_others_from_their_turn() -> None:
    tasks = Tasks()
    tasks.add(move("a", 1))
    tasks.add(move("b", 1))
    first = tasks.take()
    assert first is not None
    tasks.finish(first, move("a", 2))
    assert taken(tasks) == [move("b", 1), move("a", 2)]


def test_a_game_is_in_one_hand_at_a_time() -> None:
    tasks = Tasks()
    tasks.add(move("a", 1))
    first = tasks.take()
    assert first is not None
    tasks.add(move("a", 2))
    assert taken(tasks) == []
    tasks.finish(first, None)
    assert taken(tasks) == [move("a", 2)]


def test_of_several_things_that_wait_in_a_game_the_newest_is_done() -> None:
    tasks = Tasks()
    for version in (3, 5, 4):
        tasks.add(move("a", version))
    assert taken(tasks) == [move("a", 5)]


@pytest.mark.parametrize("told_again", [1, 2])
def test_what_was_done_is_not_done_again(told_again: int) -> None:
    tasks = Tasks()
    tasks.add(move("a", 2))
    first = tasks.take()
    assert first is not None
    tasks.finish(first, None)
    tasks.add(move("a", told_again))
    assert taken(tasks) == []
    assert tasks.is_idle


def test_what_comes_again_with_another_mark_is_done_again() -> None:
    tasks = Tasks()
    tasks.add(replace(move("a", 2), revision="2-3f2a"))
    first = tasks.take()
    assert first is not None
    tasks.finish(first, None)
    tasks.add(first)
    assert tasks.is_idle
    other = replace(first, revision="2-0b0b")
    tasks.add(other)
    assert taken(tasks) == [other]


def test_a_game_that_is_back_where_it_was_goes_on_from_there() -> None:
    tasks = Tasks()
    tasks.add(move("a", 8))
    first = tasks.take()
    assert first is not None
    tasks.add(first)  # told of again, before it was known to be lost
    tasks.finish(first, move("a", 6))
    back = tasks.take()
    assert back == move("a", 6)
    tasks.finish(back, move("a", 7))
    assert taken(tasks) == [move("a", 7)]


def test_whoever_begins_anew_does_what_is_told_then() -> None:
    tasks = Tasks()
    tasks.add(move("a", 8))
    first = tasks.take()
    assert first is not None
    tasks.finish(first, None)
    tasks.begin_anew()
    tasks.add(move("a", 6))
    assert taken(tasks) == [move("a", 6)]


def test_what_could_not_be_done_is_tried_again() -> None:
    tasks = Tasks()
    tasks.add(move("a", 2))
    first = tasks.take()
    assert first is not None
    tasks.finish(first, again(first))
    assert [task.tries for task in taken(tasks)] == [1]


def test_a_game_that_is_over_is_no_longer_waited_for() -> None:
    tasks = Tasks()
    tasks.add(move("a", 2))
    tasks.forget("a")
    assert taken(tasks) == []
    assert tasks.is_idle


def test_who_is_sent_home_leaves_what_waits() -> None:
    tasks = Tasks()
    tasks.add(move("a", 2))
    tasks.send_home(2)
    assert (tasks.take(), tasks.take()) == (None, None)


def test_a_move_is_due_on_the_own_turn_alone() -> None:
    assert MINE.round is not None
    assert to_move(MINE) == Task("move", "abc", 4, MINE)
    assert to_move(replace(MINE, round=replace(MINE.round, turn=1))) is None
    assert to_move(replace(MINE, you=None)) is None
    assert to_move(replace(MINE, status="round_over")) is None


def test_a_table_that_deals_by_itself_is_left_to_it() -> None:
    over = replace(MINE, status="round_over")
    assert in_game(over, "otto") == Task("deal", "abc", 4)
    assert in_game(replace(over, auto_deal=True), "otto") is None


def test_a_seat_is_accepted_by_whom_it_is_kept_for() -> None:
    open_ = replace(MINE, status="open", you=None, seats=(replace(MINE.seats[0], invited="otto"),))
    assert in_game(open_, "otto") == Task("accept", "abc")
    assert in_game(open_, "nina") is None


@pytest.mark.parametrize(
    ("notice", "task"),
    [
        (Notice("your_turn", game_id="abc", version=4, view=MINE), Task("move", "abc", 4, MINE)),
        (Notice("your_turn", game_id="abc", version=4, passed=True), None),
        (Notice("deal_due", game_id="abc", version=4), Task("deal", "abc", 4)),
        (Notice("deal_due", game_id="abc", version=4, passed=True), None),
        (Notice("invited", game_id="abc", seat=1), Task("accept", "abc")),
        (Notice("match_invited", match_id="m"), Task("enter", "m")),
        (Notice("match_started", match_id="m"), None),
        (Notice("tournament_invited", tournament_id="t"), None),
        (Notice("something_new", game_id="abc"), None),
    ],
)
def test_notices_say_what_there_is_to_do(notice: Notice, task: Task | None) -> None:
    assert told_by(notice) == task
