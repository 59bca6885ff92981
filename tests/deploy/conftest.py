"""An installation of the server as the image has it; without one, what needs it is skipped, or fails where required."""

import os
import sys
from pathlib import Path
from typing import Final, NoReturn

import pytest

from deploy import container, image

REQUIRED: Final = os.environ.get("EIGHTS_TEST_DEPLOY") == "required"


def not_to_be_had(reason: str) -> NoReturn:
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server, installed from its wheel and the lock file into an environment of its own."""
    if not container.can_be_run():
        not_to_be_had("only root may make what containers need, and on Linux")
    python = image.python_for_all()
    if python is None:
        not_to_be_had("there is no Python 3.11 or later here that every user may run")
    if not image.UV.exists():
        not_to_be_had("there is no uv in this environment")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return image.installed(shared / "image", python)


@pytest.fixture(scope="session")
def caddy() -> Path:
    """The proxy's program, about as the compose file has it."""
    return program(Path(sys.executable).parent / "caddy", "the development tools")


@pytest.fixture(scope="session")
def debians_caddy() -> Path:
    """The proxy's program of Debian, which is older."""
    return program(Path("/usr/bin/caddy"), "Debian's packages")


def program(path: Path, where: str) -> Path:
    if not path.exists():
        not_to_be_had(f"there is no {path}; it is one of {where}")
    return path
