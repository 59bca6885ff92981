import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from eights.client.demo.own_server import own_server

EIGHTS: Final = str(Path(sys.executable).with_name("eights"))
MATCHES: Final = (
    ["crazy-eights"],
    ["draw-two", "--option", "queen_of_spades_draws_five", "--option", "draw_until_playable"],
    ["huit-americain", "--option", "a_la_volee", "--option", "cumul", "--seats", "5"],
    ["survivor"],
    ["synthesis", "--seats", "2"],
)
ENVIRONMENT: Final = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with own_server() as address:
        yield address


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [EIGHTS, "demo", *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=240, check=False
    )


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match[0])
def test_programs_play_a_match_of_each_variant_to_its_end(match: list[str], url: str) -> None:
    played = demo("--url", url, "--variant", *match)
    assert (played.returncode, played.stderr) == (0, "")
    first, *_, last = played.stdout.splitlines()
    assert url in first
    assert re.search(r"wins the match\.$|share the win\.$", last)
    assert "Round 1: " in played.stdout
    assert "\x1b" not in played.stdout


@pytest.mark.parametrize(("lang", "bot"), [("en", "a house bot"), ("fr", "un robot de la maison")])
def test_one_program_plays_against_house_bots(url: str, lang: str, bot: str) -> None:
    played = demo("--bots", "--url", url, "--variant", "synthesis", "--seats", "3", "--lang", lang)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.count(bot) == 2
    assert re.search(
        r"(wins the match|share the win|gagne la partie|gagnent la partie ensemble)\.$", played.stdout.strip()
    )


def test_without_a_server_it_starts_one_and_stops_it() -> None:
    played = demo("--variant", "draw-two", "--lang", "fr")
    assert (played.returncode, played.stderr) == (0, "")
    assert "la partie" in played.stdout.splitlines()[-1]
    assert_nobody_listens(played.stdout)


def test_when_interrupted_it_leaves_neither_a_server_nor_files(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [EIGHTS, "demo", "--lang", "en"],
        env={**ENVIRONMENT, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with running:
        assert running.stdout is not None
        begun = [line for line, _ in zip(running.stdout, range(8), strict=False)]
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate(timeout=60)
    assert (running.returncode, complaint) == (130, "Interrupted.\n")
    assert_nobody_listens("".join(begun))
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_variant_is_one_sentence(url: str) -> None:
    refused = demo("--variant", "poker", "--url", url, "--lang", "en")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(r"The server refused: .+\n", refused.stderr)


def test_too_many_seats_are_one_sentence(url: str) -> None:
    refused = demo("--variant", "draw-two", "--seats", "9", "--url", url, "--lang", "en")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(r"The server refused: .+\n", refused.stderr)


def test_an_address_where_nobody_listens_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    failed = demo("--url", f"http://127.0.0.1:{port}", "--lang", "fr")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert re.fullmatch(rf"eights: pas de serveur.: rien n’écoute sur http://127.0.0.1:{port}.+\n", failed.stderr)


def assert_nobody_listens(printed: str) -> None:
    address = re.search(r"http://\S+", printed)
    assert address is not None
    with pytest.raises(httpx.ConnectError), httpx.Client(trust_env=False) as client:
        client.get(address[0])
