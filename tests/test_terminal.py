"""What is printed: never markup, never anything that steers the terminal."""

import io
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from eights.client.screen import Screen
from eights.terminal import harmless, in_line, print_json, print_line, print_raw

HOSTILE = (
    "[/x]",
    "[link=https://example.org]here[/link]",
    "[bold red]",
    ":smile:",
    "\x1b]0;owned\x07",
    "\x9b2J",
    "\u202eevil",
    "Ana\nTrue: all is well",
)


def steers(text: str) -> bool:
    return any(
        (ord(char) < 32 and char not in "\t\n") or 127 <= ord(char) < 160 or "\u202a" <= char <= "\u202e"
        for char in text
    )


@given(st.text())
def test_no_text_steers_and_the_rest_stays_as_it_is(text: str) -> None:
    shown = harmless(text)
    assert not steers(shown)
    assert [new for new, old in zip(shown, text, strict=True) if new != "\ufffd"] == [
        old for new, old in zip(shown, text, strict=True) if new != "\ufffd"
    ]
    shown.encode()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_on_a_screen_is_what_it_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(name, title=name, caption=name)
    table.add_row(name)
    Screen().print(table)
    Screen().print(name)
    printed = capsys.readouterr().out
    assert printed.count(in_line(name)) == 5
    assert not steers(printed)


def test_what_is_built_as_a_text_steers_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(width=200).print(*map(Text, HOSTILE))
    printed = capsys.readouterr().out
    assert not steers(printed)
    assert all(name in printed for name in HOSTILE[:4])
    assert printed.count("\n") == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_a_line_is_what_it_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_line(name)
    print_line(name, err=True)
    out, err = capsys.readouterr()
    assert out == err == in_line(name) + "\n"
    assert out.count("\n") == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_json_says_the_same_by_escapes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": name})
    printed = capsys.readouterr().out
    assert not steers(printed)
    assert msgspec.json.decode(printed) == {"name": name}


def test_a_file_is_written_byte_for_byte_but_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written = [written_to(monkeypatch, terminal=terminal) for terminal in (False, True)]
    assert written == [b"Ana\x1b[2J,1\n\xff", "Ana\ufffd[2J,1\n\ufffd".encode()]


def written_to(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> bytes:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        print_raw([b"Ana\x1b[2J,1\n", b"\xff"])
    return raw.getvalue()
