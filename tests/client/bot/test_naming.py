import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from eights.arena.command import arena
from eights.client.bot.failures import BotFailed, BotNotFound
from eights.client.bot.naming import bot_named


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    bot_named.cache_clear()


def write(name: str, text: str = "def choose(view):\n    return view.you.legal_moves[0]\n") -> None:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_a_bot_is_found_by_its_module_in_the_current_directory() -> None:
    write("naming_one.py")
    assert bot_named("naming_one:choose").__module__ == "naming_one"


def test_a_bot_is_found_in_a_package() -> None:
    write("naming_package/__init__.py", "")
    write("naming_package/two.py")
    assert bot_named("naming_package.two:choose").__module__ == "naming_package.two"


def test_a_bot_is_found_by_its_file_and_imports_from_the_current_directory() -> None:
    write("naming_shared.py", "ANSWER = 42\n")
    write("folder/bot.py", "from naming_shared import ANSWER\ndef choose(view):\n    return ANSWER\n")
    assert bot_named("folder/bot.py:choose").__name__ == "choose"


def test_a_bot_is_imported_once() -> None:
    write("counted.py", "import random\ndef choose(view): ...\nnumber = random.random()\n")
    assert bot_named("counted.py:choose") is bot_named("counted.py:choose")


def test_a_file_may_have_the_name_of_a_module_that_is_there_already() -> None:
    write("random.py")
    assert bot_named("random.py:choose").__name__ == "choose"
    assert "choose" not in vars(sys.modules["random"])


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("absent_bot:choose", "there is no module 'absent_bot', neither installed nor in "),
        ("naming_here.deeper:choose", "there is no module 'naming_here.deeper'"),
        ("absent.py:choose", "there is no file absent.py"),
        ("naming_here:decide", r"naming_here:decide: decide is not there in .*naming_here\.py"),
        ("naming_here.py:LEVEL", "LEVEL is no function"),
        ("naming_here.py", "names no bot: expected module:function, or path/to/file.py:function"),
        ("naming_here.py:", "names no bot"),
        (":choose", "names no bot"),
        ("../naming_here:choose", "is no module's name"),
        ("naming_here:choose()", "names no bot"),
    ],
)
def test_a_name_that_leads_nowhere_is_told_why(name: str, complaint: str) -> None:
    write("naming_here.py", "LEVEL = 3\ndef choose(view): ...\n")
    with pytest.raises(BotNotFound, match=complaint):
        bot_named(name)
    ran = CliRunner().invoke(arena, [name])
    assert ran.exit_code == 2
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("import nothing_of_this_name\n", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("def choose(view:\n", "SyntaxError: "),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(0)\n", "SystemExit: 0"),
    ],
)
@pytest.mark.parametrize("name", ["naming_broken:choose", "naming_broken.py:choose"])
def test_a_bot_that_cannot_be_imported_is_shown_its_own_traceback(text: str, last: str, name: str) -> None:
    write("naming_broken.py", text)
    with pytest.raises(BotFailed, match="cannot be imported") as caught:
        bot_named(name)
    assert caught.value.trace.splitlines()[-1].startswith(last)
    assert "naming.py" not in caught.value.trace
    assert "importlib" not in caught.value.trace
    ran = CliRunner().invoke(arena, [name])
    assert ran.exit_code == 1
    assert ran.stderr.startswith(caught.value.trace)
