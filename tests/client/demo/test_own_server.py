import sys
from pathlib import Path

import pytest

from eights.client.demo.own_server import ServerDidNotStart, own_server


def python_that(tmp_path: Path, does: str) -> str:
    """A program in place of Python's interpreter."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    return str(program)


def test_a_server_that_does_not_start_is_told_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "executable", python_that(tmp_path, "echo starting; echo no store for this machine; exit 1")
    )
    with pytest.raises(ServerDidNotStart, match=r"^no store for this machine$"), own_server():
        pass


def test_the_server_is_given_a_free_port_a_folder_that_goes_and_no_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    report = f'echo "$@" "$EIGHTS_RATELIMIT_ENABLED" > {told}; echo http://127.0.0.1:9; exec sleep 60'
    monkeypatch.setattr(sys, "executable", python_that(tmp_path, report))
    with own_server() as url:
        assert url == "http://127.0.0.1:9"
        *command, folder, unlimited = told.read_text().split()
        assert command == ["-m", "eights", "serve", "--port", "0", "--data-dir"]
        assert unlimited == "false"
        assert Path(folder).parent.exists()
    assert not Path(folder).parent.exists()
