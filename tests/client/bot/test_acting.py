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
from eights.client.models import Event, OwnView, Update, Updates

MINE = msgspec.json.decode(VIEW, type=GameView)
TO_MOVE = Task("move", "abc", 4, MINE)


def problem(status: int, code: str, **members: object) -> Answer:
    return Answer(status, msgspec.json.encode({"status": status, "code": code, **members}))


def viewed(version: int, turn: int = 0) -> Answer:
    assert MINE.round is not None
    return Answer(200, msgspec.json.encode(replace(MINE, version=version, round=replace(MINE.round, turn=turn))))


def told(*events: Event) -> Answer:
    return Answer(200, msgspec.json.encode(Updates((Update(5, events),), 5, MINE)))


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
    with answering(problem(412, "stale_version"), told(), viewed(6)) as server:
        task, _ = acted(server)
        assert [path for _, path in asked(server)][1:] == ["/v1/games/abc/events?after=4", "/v1/games/abc"]
    assert task is not None
    assert task.version == 6


def test_a_game_that_is_back_where_it_was_is_played_on_from_there() -> None:
    marked = replace(MINE, revision="4-3f2a")
    with answering(problem(412, "stale_version"), told(), viewed(3)) as server:
        task, _ = acted(server, Task("move", "abc", 4, marked, revision=marked.revision))
        assert server.asked[0].headers["If-Match"] == '"4-3f2a"'
    assert task is not None
    assert task.version == 3


def test_a_move_that_others_were_faster_than_is_no_loss(capsys: pytest.CaptureFixture[str]) -> None:
    with answering(
        problem(412, "stale_version"), told(Event("card_played", seat=1, jump_in=True)), viewed(6)
    ) as server:
        acted(server)
    assert capsys.readouterr().err == ""


def test_a_turn_that_ran_out_is_told_and_left_to_the_clock(capsys: pytest.CaptureFixture[str]) -> None:
    late = problem(409, "clock_ran_out", version=4, legal_moves=[])
    with answering(late, told(Event("clock_ran_out", seat=0)), viewed(4)) as server:
        assert acted(server)[0] is None
    assert "too slow: the turn at version 4 of game abc ran out, so the clock played it" in capsys.readouterr().err


def test_a_game_that_was_forfeited_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    ran_out = (Event("clock_ran_out", seat=0), Event("seat_left", seat=0, by="clock"))
    with answering(problem(409, "game_over"), told(*ran_out), viewed(6, turn=1)) as server:
        acted(server)
    assert "so the game was given up for the player" in capsys.readouterr().err


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
