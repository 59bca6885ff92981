"""Three generators of clients take the OpenAPI document as it is; what they make compiles, and plays a game.

Needs packages from a registry, and Node.js with npm for TypeScript. It is skipped where these are not to be had, unless
EIGHTS_TEST_CLIENTS is ``required``. Everything is made in a folder of its own, so that the checkout stays as it is.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

import httpx
import pytest

from eights.client.demo.own_server import own_server
from eights.rules.replay_file import read
from eights.rules.verification import verify

HERE: Final = Path(__file__).parent
DOCUMENT: Final = HERE.parents[1] / "openapi" / "openapi.json"
NPM_FOLDER: Final = HERE.parent / "typescript"
REQUIRED: Final = os.environ.get("EIGHTS_TEST_CLIENTS") == "required"
ERRORS_SHOWN: Final = 1000


def not_to_be_had(reason: str) -> NoReturn:
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def ran(folder: Path, *command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=280, check=False)


def succeeded(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, (done.stdout + done.stderr)[-ERRORS_SHOWN:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment with the generators, a Java among them."""
    folder = tmp_path_factory.mktemp("tools")
    succeeded(ran(folder, sys.executable, "-m", "venv", folder))
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    installed = ran(folder, *pip, "--requirement", HERE / "tools.txt")
    if installed.returncode != 0:
        not_to_be_had(f"the generators of clients could not be installed: {installed.stderr[-ERRORS_SHOWN:]}")
    return folder / "bin"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with own_server() as address:
        yield address


def generated(tools: Path, folder: Path, generator: str, *options: str) -> str:
    command = (tools / "openapi-generator-cli", "generate", "-i", DOCUMENT, "-g", generator, "-o", folder)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return succeeded(ran(folder.parent, *command, *options, PATH=path))


def assert_a_game_was_played(url: str, printed: str) -> None:
    """The server has it as the client told it: to its end, by moves of the client's own."""
    told = json.loads(printed)
    view = httpx.get(f"{url}/v1/games/{told['game']}").json()
    assert (view["status"], view["winners"]) == ("finished", told["winners"])
    replay = read(httpx.get(f"{url}/v1/games/{told['game']}/replay").content)
    assert verify(replay).findings == ()
    assert len([step for step in replay.steps if step.startswith("0 ")]) == told["moves"] > 0
    assert httpx.get(f"{url}/problems/{told['refused']}").json()["status"] == httpx.codes.CONFLICT


def test_openapi_python_client_leaves_nothing_out_and_its_client_plays(tools: Path, tmp_path: Path, url: str) -> None:
    command = (tools / "openapi-python-client", "generate", "--path", DOCUMENT, "--meta", "none", "--fail-on-warning")
    output = ("--output-path", tmp_path / "eights_attrs", "--config", HERE / "openapi-python-client.yaml")
    assert "WARNING" not in succeeded(ran(tmp_path, *command, *output))
    program = shutil.copy(HERE / "by_openapi_python_client.py", tmp_path)
    succeeded(ran(tmp_path, tools / "mypy", "--strict", "eights_attrs", program))
    assert_a_game_was_played(url, succeeded(ran(tmp_path, tools / "python", program, EIGHTS_URL=url)))


def test_openapi_generators_python_client_is_sound_and_plays(tools: Path, tmp_path: Path, url: str) -> None:
    generated(tools, tmp_path / "python", "python", "--package-name", "eights_pydantic")
    program = shutil.copy(HERE / "by_openapi_generator.py", tmp_path / "python")
    succeeded(ran(tmp_path / "python", tools / "python", "-m", "compileall", "-q", "eights_pydantic"))
    # Of the generated code itself mypy finds fault with one line for any two lists of objects in one object.
    succeeded(ran(tmp_path / "python", tools / "mypy", "--strict", "--follow-imports", "silent", program))
    assert_a_game_was_played(url, succeeded(ran(tmp_path / "python", tools / "python", program, EIGHTS_URL=url)))


def test_openapi_generators_typescript_client_compiles_and_plays(tools: Path, tmp_path: Path, url: str) -> None:
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        not_to_be_had(f"a TypeScript client needs Node.js and npm, and there is no `{missing[0]}` here")
    for source in (
        *(NPM_FOLDER / name for name in ("package.json", "package-lock.json", ".npmrc")),
        HERE / "tsconfig.json",
    ):
        shutil.copy(source, tmp_path)
    shutil.copy(HERE / "by_typescript_fetch.ts", tmp_path)
    installed = ran(tmp_path, "npm", "ci")
    if installed.returncode != 0:
        not_to_be_had(f"npm could not install what the client needs: {installed.stderr[-ERRORS_SHOWN:]}")
    generated(tools, tmp_path / "client", "typescript-fetch", "--additional-properties=importFileExtension=.js")
    succeeded(ran(tmp_path, "npm", "exec", "--offline", "--", "tsc"))
    assert_a_game_was_played(url, succeeded(ran(tmp_path, "node", "dist/by_typescript_fetch.js", EIGHTS_URL=url)))
