"""A connection that is watched does all that a connection does."""

import inspect

import pytest

from eights.store.connection import Connection, Script
from eights.store.games import COMMIT as GAME_COMMIT
from eights.store.records import COMMIT as RECORD_COMMIT
from eights.store.watched import WatchedConnection
from eights.telemetry.families import CONFLICTS, STORE_TIME
from eights.telemetry.tally import Tally


def test_nothing_that_a_connection_does_goes_unwatched() -> None:
    public = {name for name, _ in inspect.getmembers(Connection, inspect.isfunction) if not name.startswith("_")}
    assert {"call", "call_all", "run", "keep"} < public
    assert public - vars(WatchedConnection).keys() == set()


class Answering(Connection):
    """A connection whose every call has the same answer."""

    def __init__(self, answer: object) -> None:
        self._given = answer

    def call(self, *_: object) -> object:
        return self._given

    def run(self, *_: object) -> object:
        return self._given


@pytest.mark.parametrize(("script", "kind"), [(GAME_COMMIT, "game"), (RECORD_COMMIT, "record")])
def test_a_write_that_another_was_before_is_counted_and_one_that_was_made_is_not(script: Script, kind: str) -> None:
    tally = Tally()
    for answer in (1, 0, 1, 0):
        WatchedConnection(Answering(answer), tally, None).run(script, [], [])
    assert tally.snapshot().counts[(CONFLICTS.name, kind)] == 2


def test_no_other_script_that_answers_nothing_is_taken_for_a_conflict() -> None:
    tally = Tally()
    WatchedConnection(Answering(None), tally, None).run(Script(b"return nil"), [], [])
    assert not [key for key in tally.snapshot().counts if key[0] == CONFLICTS.name]


def test_the_time_of_each_call_is_observed_by_its_kind() -> None:
    tally = Tally()
    watched = WatchedConnection(Answering(1), tally, None)
    for _ in range(3):
        watched.call("GET", "key")
    watched.run(Script(b"return 1"), [], [])
    spreads = tally.snapshot().spreads
    observed = {kind: sum(spreads[(STORE_TIME.name, kind)][:-1]) for kind in ("command", "script")}
    assert observed == {"command": 3, "script": 1}
    assert all(spreads[(STORE_TIME.name, kind)][-1] > 0 for kind in observed)
