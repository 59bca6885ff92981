"""What a game shows of its steps while it goes on, and that a replay which was cut short does not lead to it."""

import random
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from eights.rules.replay_file import read, sealed
from eights.rules.verification import Memory, steps_hash_of, verify
from tables import Table


@pytest.fixture
def table(http: httpx.Client) -> Table:
    return Table.laid(http, "draw-two", 2)


def view_of(table: Table) -> Any:
    return table.get("").json()


def test_each_step_changes_what_is_shown_and_a_look_does_not(table: Table) -> None:
    before = view_of(table)["steps_hash"]
    assert view_of(table)["steps_hash"] == before
    table.post("/deals", 0)
    assert view_of(table)["steps_hash"] != before


def test_a_game_that_was_called_off_and_cut_short_is_found_out_by_what_it_showed(table: Table) -> None:
    table.post("/deals", 0)
    dealt = view_of(table)["steps_hash"]
    for _, _ in zip(range(6), table.played_out(random.Random(5)), strict=False):
        pass
    during = view_of(table)["steps_hash"]
    assert table.delete("", "host").status_code == httpx.codes.OK
    shown = view_of(table)["steps_hash"]
    replay = read(table.get("/replay").content)
    assert (replay.ended, steps_hash_of(replay)) == ("aborted", shown)
    for noted in (dealt, during, shown):
        assert verify(replay, Memory(steps_hash=noted)).findings == ()
    cut = sealed(replace(replay, steps=replay.steps[:-1]))
    assert "steps" in {finding.where for finding in verify(cut, Memory(steps_hash=shown)).findings}
