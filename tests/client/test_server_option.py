"""Every command that calls a server finds it, speaks the user's language, and helps where no server is."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import click
import pytest

from eights.cli import main
from eights.client.bot import starting_point
from eights.client.demo.own_server import own_server

BOT: Final = f"{starting_point.__file__}:choose"
CALLING: Final = {
    "bot": ("bot", BOT),
    "demo": ("demo",),
    "rehearse": ("tournament", "rehearse", "--entrants", "2"),
    "status": ("tournament", "status", "nowhere"),
    "enter": ("tournament", "enter", "mzxw6ytboi4dqmjt", "--bot", "steady"),
}
"""One way to call each command; those of ``tournament`` find their server in one place but for ``rehearse``."""


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("EIGHTS_")}
    environment = {**kept, "LC_ALL": "C.UTF-8", "EIGHTS_TOKEN": "ep_x", "EIGHTS_ORGANISER_TOKEN": "eo_x", **variables}
    command = [sys.executable, "-m", "eights", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def all_commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(group, click.Group):
        yield path, group
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from all_commands(command, (*path, name))


def test_every_option_for_a_server_has_its_variable() -> None:
    options = {
        path: option.envvar
        for path, command in all_commands(main)
        for option in command.params
        if isinstance(option, click.Option) and option.name == "url"
    }
    assert {("bot", "run"), ("demo",), ("tournament", "rehearse"), ("tournament", "status")} <= options.keys()
    assert set(options.values()) == {"EIGHTS_URL"}


@pytest.mark.parametrize("called", CALLING)
def test_where_nothing_listens_it_is_told_how_to_start_a_server(called: str) -> None:
    ended = run(*CALLING[called], EIGHTS_URL="http://127.0.0.1:9")
    assert ended.returncode not in (0, 2)
    assert ended.stdout == ""
    assert "nothing listens on http://127.0.0.1:9" in ended.stderr
    assert "`eights serve --port 9`" in ended.stderr
    assert "EIGHTS_URL" in ended.stderr


@pytest.mark.parametrize("called", CALLING)
def test_the_same_in_french(called: str) -> None:
    ended = run(*CALLING[called], EIGHTS_URL="http://127.0.0.1:9", EIGHTS_LANG="fr")
    assert ended.returncode not in (0, 2)
    assert "rien n’écoute sur http://127.0.0.1:9" in ended.stderr
    assert "« eights serve --port 9 »" in ended.stderr


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with own_server() as url:
        yield url


@pytest.mark.parametrize(
    ("language", "locale", "told"),
    [
        ("fr", "C.UTF-8", "authorization: bearer suivi du jeton"),
        ("", "fr_FR.UTF-8", "authorization: bearer suivi du jeton"),
        ("en", "fr_FR.UTF-8", "authorization: bearer and the token"),
        ("de", "fr_FR.UTF-8", "authorization: bearer and the token"),
    ],
)
@pytest.mark.parametrize("called", ["bot", "enter"])
def test_the_servers_own_sentences_are_in_the_language(
    server: str, called: str, language: str, locale: str, told: str
) -> None:
    ended = run(*CALLING[called], EIGHTS_URL=server, EIGHTS_LANG=language, LC_ALL=locale)
    assert ended.returncode == 1
    assert told in ended.stderr.lower()
