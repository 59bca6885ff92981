"""What the Dockerfile says, and an installation made as it says, since there may be nothing here that builds images."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
UV: Final = Path(sys.executable).parent / "uv"
DEBIANS_PYTHON: Final = Path("/usr/bin/python3")


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions, each with its arguments on one line."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines if line)]


def last(name: str) -> str:
    """Return the arguments of an instruction where it was last given: those of the image that is run."""
    return [rest for given, rest in instructions() if given == name][-1]


def command() -> list[str]:
    """Return what the image runs."""
    words: list[str] = json.loads(last("CMD"))
    return words


def health_check() -> list[str]:
    """Return what tells whether it is well."""
    words: list[str] = json.loads(last("HEALTHCHECK").partition("CMD ")[2])
    return words


def environment() -> dict[str, str]:
    """Return the variables that the image sets."""
    return dict(re.findall(r"(\w+)=(\S+)", last("ENV")))


def user() -> tuple[int, int]:
    """Return the numbers of the user and the group."""
    uid, gid = map(int, last("USER").split(":"))
    return uid, gid


def python_for_all() -> Path | None:
    """Return a Python of 3.11 or later that every user may run, where there is one."""
    for python in (Path(sys.base_prefix) / "bin" / "python3", DEBIANS_PYTHON):
        if python.exists() and all(folder.stat().st_mode & 1 for folder in python.resolve().parents):
            return python if is_recent(python) else None
    return None


def is_recent(python: Path) -> bool:
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", code], check=False).returncode == 0


def installed(folder: Path, python: Path) -> Path:
    """Install the server into a folder, once for all processes of a run of tests; return the installation."""
    folder.mkdir(exist_ok=True)
    installation = folder / "installation"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not installation.exists():
            _install(folder, python).rename(installation)
    return installation


def _install(folder: Path, python: Path) -> Path:
    context, made = folder / "context", folder / "made"
    _copy_what_the_build_may_see(context)
    constraints = ["--build-constraints", DEPLOY / "build.lock", "--require-hashes"]
    _uv("build", "--wheel", "--no-config", *constraints, "--python", python, "--out-dir", folder / "wheels", context)
    _uv("venv", "--relocatable", "--no-project", "--python", python, made)
    into = ["pip", "install", "--python", made / "bin" / "python"]
    _uv(*into, "--require-hashes", "--only-binary", ":all:", "--requirement", context / "deploy" / "requirements.lock")
    _uv(*into, "--no-deps", "--no-index", *(folder / "wheels").glob("*.whl"))
    _uv("pip", "check", "--python", made / "bin" / "python")
    shutil.copy(context / "deploy" / "gunicorn.conf.py", made)
    _compile(made)
    return made


def _compile(made: Path) -> None:
    """Leave behind the compiled modules that pip would have written, of what is imported."""
    settings = {"EIGHTS_REDIS_URL": "redis://nowhere"}
    checked = subprocess.run(
        [made / "bin" / "gunicorn", "--check-config", "--config", "gunicorn.conf.py", command()[-1].removesuffix("()")],
        cwd=made, env=settings, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stderr


def _copy_what_the_build_may_see(context: Path) -> None:
    """Copy what .dockerignore lets through; it begins with all, and names what is not ignored."""
    names = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name in names:
        source, target = ROOT / name, context / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def _uv(*arguments: Any) -> None:
    # As pip does, it is to trust whom the system trusts; the variable has two names, by age.
    trusting = {**os.environ, "UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}
    command = [str(UV), *map(str, arguments)]
    done = subprocess.run(command, cwd="/", env=trusting, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
