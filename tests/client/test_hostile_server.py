"""A server that means harm, or says what its players wrote: no command lets it steer a terminal or forge a line."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import click
import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from client.scripted_server import Answer, answering
from client.test_server_option import BOT, all_commands
from eights.cli import main
from eights.rules.replay_file import sealed
from eights.terminal import in_line
from replays import replay_of_variant
from test_terminal import HOSTILE, steers

ID: Final = "mzxw6ytboi4dqmjt"
ALL_AT_ONCE: Final = "".join(HOSTILE)
PROBLEM: Final[dict[str, Any]] = {
    "status": 409,
    "title": ALL_AT_ONCE,
    "detail": ALL_AT_ONCE,
    "code": ALL_AT_ONCE,
    "errors": [{"path": ALL_AT_ONCE, "message": ALL_AT_ONCE}],
}
BLOCKED: Final = {**PROBLEM, "blockers": [{"code": ALL_AT_ONCE, "message": ALL_AT_ONCE}]}
CALLERS: Final = [
    (path, command)
    for path, command in all_commands(main)
    if any(parameter.name == "url" for parameter in command.params)
]


def given_to(path: Sequence[str], command: click.Command) -> Iterator[str]:
    """What a command has to be given, and no more."""
    if path[-1] == "create":
        yield from ("--name", "x", "--variant", "crazy-eights")
    for parameter in command.params:
        if parameter.required and parameter.name != "token":
            if isinstance(parameter, click.Option):
                yield parameter.opts[0]
            choices = getattr(parameter.type, "choices", None)
            yield choices[0] if choices else (BOT if path[0] == "bot" else ID)


@pytest.mark.parametrize("problem", [PROBLEM, BLOCKED], ids=["refused", "blocked"])
@pytest.mark.parametrize(("path", "command"), CALLERS, ids=[" ".join(path) for path, _ in CALLERS])
def test_a_refusal_is_told_as_it_stands(path: Sequence[str], command: click.Command, problem: dict[str, Any]) -> None:
    variables = {"EIGHTS_TOKEN": "ep_x", "EIGHTS_ORGANISER_TOKEN": "eo_x", "COLUMNS": "500"}
    with answering(Answer(409, msgspec.json.encode(problem))) as server:
        ended = CliRunner(env={**variables, "EIGHTS_URL": server.url}).invoke(
            main, [*path, *given_to(path, command)], color=True
        )
    assert server.asked
    assert ended.exit_code in (1, 4)
    assert in_line(ALL_AT_ONCE) in ended.stderr
    assert not steers(ended.stdout + ended.stderr)
    assert not any(line.startswith("True: ") for line in (ended.stdout + ended.stderr).splitlines())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_in_a_replay_is_shown_as_it_stands(name: str) -> None:
    replay = replay_of_variant("synthesis", seats=3, seed=5)
    named = msgspec.json.encode(replace(replay, names=(name, *replay.names[1:])))
    shown = CliRunner().invoke(main, ["verify", "-"], input=named, color=True)
    assert not steers(shown.stdout)
    assert not any(line.startswith("True: ") for line in shown.stdout.splitlines())


@pytest.mark.parametrize("name", HOSTILE)
def test_so_it_is_where_the_replay_is_true(name: str) -> None:
    replay = replay_of_variant("synthesis", seats=3, seed=5)
    named = msgspec.json.encode(sealed(replace(replay, names=(name, *replay.names[1:]))))
    shown = CliRunner().invoke(main, ["verify", "-"], input=named, color=True)
    assert shown.exit_code == 0
    assert in_line(name) in shown.stdout
    assert not steers(shown.stdout)
    assert [line.startswith("True: ") for line in shown.stdout.splitlines()] == [True, *[False] * 5]
