"""What a bot's actor makes of each answer of the server."""

import msgspec
import pytest
from msgspec.structs import replace

from client.scripted_server import Answer, Script, answering
from client.test_games import VIEW
from eights.client import EightsClient, GameView, Move, ProblemError
from eights.client.bot.acting import Actor
from eights.client.bot.tasks import Task
from eights.client.bot.telling import Telling
from eights.client.models import OwnView

MINE = msgspec.json.decode(VIEW, type=GameView)
TO_MOVE = Task("move", "abc", 4, MINE)


def problem(status: int, code: str, **members: object) -> Answer:
    return Answer(status, msgspec.json.encode({"status": status, "code": code, **members}))


def viewed(version: int, turn: int = 0) -> Answer:
    assert MINE.round is not None
    return Answer(200, msgspec.json.encode(replace(MINE, version=version, round=replace(MINE.round, turn=turn))))


def first(view: GameView) -> Move:
    assert isinstance(view.you, OwnView)
    return view.you.legal_moves[0]


def acted(server: Script, task: Task = TO_MOVE) -> tuple[Task | None, list[float]]:
    pauses: list[float] = []
    with EightsClient(server.url, "ep_x") as client:
        return Actor(client, ("first", first), Telling(), pauses.append).act(task), pauses


def asked(server: Script) -> list[tuple[str, str]]:
    return [(one.method, one.path) for one in server.asked]


def test_a_move_is_sent_for_the_version_that_it_was_chosen_for_and_with_a_key() -> None:
    with answering(viewed(5, turn=1)) as server:
        assert acted(server) == (None, [])
        (one,) = server.asked
    assert one.headers["If-Match"] == '"4"'
    assert len(one.headers["Idempotency-Key"]) > 16


def test_whoever_is_on_turn_again_goes_on_from_the_answer() -> None:
    with answering(viewed(5)) as server:
        task, _ = acted(server)
    assert task is not None
    assert (task.kind, task.version) == ("move", 5)


def test_a_game_that_went_on_is_looked_at_anew() -> None:
    with answering(problem(412, "stale_version"), viewed(6)) as server:
        task, _ = acted(server)
        assert asked(server) == [("POST", "/v1/games/abc/moves"), ("GET", "/v1/games/abc")]
    assert task is not None
    assert task.version == 6


def test_a_game_that_is_back_where_it_was_is_played_on_from_there() -> None:
    marked = replace(MINE, revision="4-3f2a")
    with answering(problem(412, "stale_version"), viewed(3)) as server:
        task, _ = acted(server, Task("move", "abc", 4, marked, revision=marked.revision))
        assert server.asked[0].headers["If-Match"] == '"4-3f2a"'
    assert task is not None
    assert task.version == 3


def test_a_turn_that_ran_out_is_left_to_the_clock() -> None:
    late = problem(409, "clock_ran_out", version=4, legal_moves=[])
    with answering(late, viewed(4)) as server:
        assert acted(server)[0] is None


def test_a_deal_that_another_made_first_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for code, status in (("round_on", 409), ("stale_version", 412)):
        with answering(problem(status, code)) as server:
            assert acted(server, Task("deal", "abc", 4))[0] is None
    assert capsys.readouterr().err == ""


def test_what_a_server_in_trouble_did_not_do_is_done_later() -> None:
    with answering(problem(500, "internal_error")) as server:
        task, pauses = acted(server)
        assert task is not None
        assert (task.version, task.tries, pauses) == (4, 1, [0.5])
        assert acted(server, replace(task, tries=20))[1] == [30.0]


def test_an_unknown_token_is_raised() -> None:
    with answering(problem(401, "token_invalid")) as server, pytest.raises(ProblemError):
        acted(server)


def test_what_else_is_refused_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with answering(problem(403, "forbidden", detail="Not yours.")) as server:
        assert acted(server, Task("accept", "abc"))[0] is None
    assert "accept abc: Not yours. (forbidden)" in capsys.readouterr().err
