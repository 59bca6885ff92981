import threading

import msgspec
import pytest

from client.demo.views import table
from client.scripted_server import Answer, answering
from eights.client import EightsClient, Move, ProblemError
from eights.client.demo.program import Change, Program, turns_away
from eights.client.models import GameView, OwnView

MY_TURN = table((2, 2, 2), turn=1, you=OwnView(1, ("5S", "6S"), legal_moves=(Move("draw"),)))
OVER = table((2, 2, 0), status="finished", version=3)
STALE = Answer(412, b'{"status": 412, "code": "stale_version"}')
ILLEGAL = Answer(409, b'{"status": 409, "code": "not_your_turn", "version": 1}')


def shown(view: GameView) -> Answer:
    return Answer(200, msgspec.json.encode(view))


def played(url: str, *, deals: bool = False) -> list[Change]:
    changes: list[Change] = []
    with EightsClient(url, "es_x") as client:
        Program(client, "g", 1, deals=deals).play(changes.append, threading.Event())
    return changes


def test_a_program_moves_on_its_turn_and_reports_it() -> None:
    with answering(shown(MY_TURN), shown(OVER)) as server:
        (change,) = played(server.url)
        assert (change.seat, change.move, change.after.status) == (1, Move("draw"), "finished")
        assert [asked.method for asked in server.asked] == ["GET", "POST"]


def test_when_somebody_was_faster_it_looks_again() -> None:
    with answering(shown(MY_TURN), STALE, Answer(304, b""), shown(OVER)) as server:
        assert played(server.url) == []
        assert [asked.method for asked in server.asked] == ["GET", "POST", "GET", "GET"]


def test_a_refused_move_is_not_tried_for_ever() -> None:
    with answering(shown(MY_TURN), ILLEGAL) as server, pytest.raises(ProblemError, match="not_your_turn"):
        played(server.url)


def test_only_the_program_that_deals_deals() -> None:
    ready = table((0, 0, 0), status="ready")
    with answering(shown(ready), shown(OVER)) as server:
        assert [change.move for change in played(server.url, deals=True)] == [None]
        assert server.asked[-1].path == "/v1/games/g/deals"
    with answering(shown(ready), shown(OVER)) as server:
        assert played(server.url) == []


def test_a_stopped_program_makes_no_more_moves() -> None:
    stopped = threading.Event()
    stopped.set()
    with answering(shown(MY_TURN)) as server, EightsClient(server.url) as client:
        Program(client, "g", 1, deals=False).play(lambda _: None, stopped)
        assert [asked.method for asked in server.asked] == ["GET"]


@pytest.mark.parametrize(("turn", "direction", "away"), [(0, 1, 1), (0, -1, 2), (2, 1, 2), (1, 1, 0)])
def test_turns_are_counted_in_the_direction_of_play(turn: int, direction: int, away: int) -> None:
    assert turns_away(table((2, 2, 2), turn=turn, direction=direction, you=OwnView(1))) == away
