"""Playing on through what happens in an evening: a server that restarts, a game that is played again."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from client.scripted_server import Answer, answering
from eights.client import ProblemError, ServerUnreachable
from eights.client.tournament_command.course import PATIENCE, patiently, play_on
from eights.client.tournament_models import Clock, Round, Tournament
from eights.client.tournaments import TournamentClient

OPEN = Tournament(
    id="t",
    version=1,
    name="Friday",
    status="open",
    variant="crazy-eights",
    options=(),
    rules={},
    format="swiss",
    table_size=2,
    smallest_table=2,
    byes=True,
    rounds=2,
    deals_per_table=1,
    duplicate=False,
    open=False,
    clock=Clock(60, "forfeit", 3),
    points_for_place=(1, 0),
    bye_points=1,
    pairing="auto",
    visibility="public",
    created_at="2030-01-01T00:00:00Z",
    finished_at=None,
    planned_rounds=2,
    round=0,
    round_on=False,
    entries=(),
)


def seen(**now: Any) -> Answer:
    return Answer(200, msgspec.json.encode(msgspec.structs.replace(OPEN, **now)))


def paired(number: int) -> Answer:
    return Answer(201, msgspec.json.encode(Round(number, "playing", None, None, (), ())))


def blocked(code: str) -> Answer:
    problem = {"status": 409, "code": "tournament_blocked", "blockers": [{"code": code, "message": "Not yet."}]}
    return Answer(409, msgspec.json.encode(problem))


def rounds(*answers: Answer) -> tuple[list[int], list[str]]:
    """Play on where these are the answers; return the rounds that came, and what was asked for them."""
    with answering(*answers) as server, TournamentClient(server.url, "eo_x") as client:
        numbers = [begun.number for begun in play_on(client, "t", pause=lambda _: None)]
        return numbers, [asked.path for asked in server.asked if asked.method == "POST"]


def test_all_rounds_are_begun_one_after_the_other() -> None:
    between = seen(status="playing", round=1, version=3)
    script = (
        *(seen(), seen(), paired(1), seen(status="playing", round=1, round_on=True, version=2), between),
        *(between, paired(2), seen(status="finished", round=2, version=5)),
    )
    assert rounds(*script) == ([1, 2], ["/v1/tournaments/t/start", "/v1/tournaments/t/rounds"])


def test_a_round_that_is_on_is_waited_for_first() -> None:
    on = seen(status="playing", round=2, round_on=True, version=4)
    page = Answer(200, b'{"items": [' + paired(2).body + b'], "next_cursor": null}')
    assert rounds(on, page, on, Answer(304, b""), seen(status="finished", round=2, version=5)) == ([2], [])


def test_who_was_overtaken_by_a_game_played_again_waits_and_goes_on() -> None:
    between = seen(status="playing", round=1, version=3)
    script = (between, between, blocked("games_open"), between, between, paired(2), seen(status="finished"))
    assert rounds(*script)[0] == [2]


def test_what_no_waiting_helps_is_raised() -> None:
    with pytest.raises(ProblemError, match="tournament_blocked"):
        rounds(seen(), seen(), blocked("too_few_entrants"))


def failing(times: int) -> Callable[[], str]:
    left = iter(range(times))

    def ask() -> str:
        if next(left, None) is not None:
            raise ServerUnreachable("restarting")
        return "there again"

    return ask


def test_a_server_that_restarts_is_waited_for_and_one_that_stays_away_is_not_for_ever() -> None:
    pauses: list[float] = []
    assert patiently(failing(3), pauses.append) == "there again"
    assert len(pauses) == 3
    with pytest.raises(ServerUnreachable):
        patiently(failing(PATIENCE + 1), pauses.append)
