"""A client in another language is generated from the OpenAPI document, and a bot written on it plays.

Needs Node.js, npm and a registry of packages, and is skipped where these are not to be had, unless
EIGHTS_TEST_TYPESCRIPT is ``required``. Everything is installed into a copy, so that the checkout stays as it is.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final, NoReturn

import httpx
import pytest

from eights.client.demo.own_server import own_server
from eights.rules.replay_file import read
from eights.rules.verification import Memory, verify

HERE: Final = Path(__file__).parent
DOCUMENT: Final = HERE.parents[1] / "openapi" / "openapi.json"
SOURCES: Final = (".npmrc", "bot.ts", "package.json", "package-lock.json", "tsconfig.json")
REQUIRED: Final = os.environ.get("EIGHTS_TEST_TYPESCRIPT") == "required"


def not_to_be_had(reason: str) -> NoReturn:
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the bot's folder with its packages installed and its types generated, beside a copy of the document."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        not_to_be_had(f"a TypeScript client needs Node.js and npm, and there is no `{missing[0]}` here")
    top = tmp_path_factory.mktemp("typescript")
    folder = top / "tests" / "typescript"
    folder.mkdir(parents=True)
    (top / "openapi").mkdir()
    shutil.copy(DOCUMENT, top / "openapi")
    for name in SOURCES:
        shutil.copy(HERE / name, folder)
    installed = npm(folder, "ci")
    if installed.returncode != 0:
        not_to_be_had(f"npm could not install what the bot needs: {installed.stderr[-500:]}")
    generated = npm(folder, "run", "generate")
    assert generated.returncode == 0, generated.stdout + generated.stderr
    return folder


def npm(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        ["npm", *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False
    )


def test_the_lock_file_pins_every_package_and_names_no_registry() -> None:
    locked = json.loads((HERE / "package-lock.json").read_bytes())["packages"]
    packages = {name: entry for name, entry in locked.items() if name}
    assert packages
    assert [name for name, entry in packages.items() if "resolved" in entry or "integrity" not in entry] == []


def test_the_types_refuse_what_the_api_has_not(program: Path) -> None:
    text = (program / "bot.ts").read_text()
    mistakes = {
        "field.ts": text.replace("view.winners", "view.champions"),
        "path.ts": text.replace('"/v1/games/{game_id}/moves"', '"/v1/games/{game_id}/move"'),
        "type.ts": text.replace("deals: 2", 'deals: "two"'),
        "notice.ts": text.replace('"match_finished"', '"match_ended"'),
        "move.ts": text.replace("body: choose(view.you)", 'body: { action: "fold" }'),
    }
    for name, mistake in mistakes.items():
        assert mistake != text
        (program / name).write_text(mistake)
    (program / "mistakes.json").write_text(json.dumps({"extends": "./tsconfig.json", "files": list(mistakes)}))
    checked = npm(program, "exec", "--offline", "--", "tsc", "--project", "mistakes.json", "--noEmit")
    assert set(re.findall(r"^(\w+\.ts)\(", checked.stdout, re.MULTILINE)) == set(mistakes)


def test_the_bot_is_sound_to_the_compiler_and_plays_a_match_to_its_end(program: Path) -> None:
    built = npm(program, "run", "build")
    assert built.returncode == 0, built.stdout + built.stderr
    with own_server() as url:
        played = npm(program, "--silent", "start", EIGHTS_URL=url)
        assert (played.returncode, played.stderr) == (0, "")
        told = json.loads(played.stdout)
        match = httpx.get(f"{url}/v1/matches/{told['match']}").json()
        assert (match["status"], len(told["games"])) == ("finished", match["games"]["total"])
        own = next(entrant for entrant in match["result"]["entrants"] if entrant["entrant"] == told["player"])
        assert (own["forfeits"], own["illegal_attempts"]) == (0, 0)
        for game in told["games"]:
            assert_the_server_saw_the_same(f"{url}/v1/games/{game['game']}", game, told["player"])


def assert_the_server_saw_the_same(url: str, told: dict[str, Any], player: str) -> None:
    """Games of a match are everybody's to look at once it is over."""
    view = httpx.get(url).json()
    replay = read(httpx.get(f"{url}/replay").content)
    assert (view["status"], view["winners"]) == ("finished", told["winners"])
    assert view["seats"][told["seat"]]["player"] == player
    assert verify(replay, Memory(view["seed_hash"])).findings == ()
    own_steps = [step for step in replay.steps if step.startswith(f"{told['seat']} ")]
    assert len(own_steps) == told["moves"] > 0
    assert [step for step in own_steps if " by " in step] == []
