"""What keeps an eye on the clocks goes on, whatever is wrong with one game."""

import pytest
from msgspec.structs import replace

from eights.store.codec import encode_state
from eights.store.connection import Connection
from eights.store.keys import log_key
from tables import Table
from timed import TimedServer

PEOPLE = [{"name": "Ana"}, {"name": "Ben"}]
MOVE_S = 30


def dealt(server: TimedServer) -> Table:
    return server.table(seats=PEOPLE, auto_deal=True, clock={"move_s": MOVE_S})


def test_a_damaged_game_and_one_with_a_defect_hold_up_no_other(
    timed: TimedServer, timed_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [dealt(timed) for _ in range(9)]
    connection = Connection(timed_url)
    connection.call("SET", f"{{g:{tables[0].id}}}:state", b"\x01\x00\x00\x00\x01damaged")
    for table in tables[:2]:
        timed.store.timetable.enter(table.id, 1)
    swap_bot(connection, timed, tables[1])
    timed.later(MOVE_S)
    assert [table.view()["version"] for table in tables[2:]] == [2] * 7
    assert caplog.text.count("a game could not be attended to") == 2
    assert not [token for table in tables for token in table.tokens.values() if token in caplog.text]


def swap_bot(connection: Connection, server: TimedServer, table: Table) -> None:
    """Seat a house bot that there is not: a defect, as the server that could seat it is gone."""
    game = server.store.read(table.id).game
    assert game is not None
    seats = tuple(replace(holder, bot="retired") for holder in game.seats)
    connection.call("SET", f"{{g:{table.id}}}:state", encode_state(replace(game, seats=seats)))


def test_a_game_that_the_store_refuses_holds_up_no_other(
    timed: TimedServer, timed_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """As the games of one machine of several do while it is away."""
    tables = [dealt(timed) for _ in range(9)]
    Connection(timed_url).call("SET", log_key(tables[0].id), "no list")
    timed.store.timetable.enter(tables[0].id, 1)
    timed.later(MOVE_S)
    assert [table.view()["version"] for table in tables[1:]] == [2] * 8
    assert "could not be" not in caplog.text


def test_what_a_later_version_entered_holds_up_no_game(timed: TimedServer, caplog: pytest.LogCaptureFixture) -> None:
    table = dealt(timed)
    timed.store.timetable.enter("x:mzxw6ytboi4dqmjt", 1)
    timed.later(MOVE_S)
    assert table.view()["version"] == 2
    assert "of a kind that this program does not know" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]
