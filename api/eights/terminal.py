"""What the commands print. Nothing printed is markup, and no text, whoever wrote it, steers the terminal."""

import re
import sys
from collections.abc import Iterable
from typing import Final

import click
import msgspec

_STEERING: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and end of line, what turns the reading direction, other line ends, half characters."""


def harmless(text: str) -> str:
    r"""Return a text as it may be printed, a replacement character for each one that would steer a terminal.

    >>> harmless("\x1b[2Jgone\ttab") == "\ufffd[2Jgone\ttab"
    True
    """
    return _STEERING.sub("\ufffd", text)


def in_line(text: str) -> str:
    r"""Return a text as it may be printed within a line: it begins none of its own, either.

    >>> in_line("Ana\nTrue: all is well") == "Ana\ufffdTrue: all is well"
    True
    """
    return harmless(text).replace("\n", "\ufffd")


def print_line(text: str = "", *, err: bool = False) -> None:
    """Print a text and an end of line, on stderr if so wished; ends of lines within it are made harmless, too."""
    click.echo(in_line(text), err=err)


def print_lines(text: str, *, err: bool = False) -> None:
    """Print a text of our own that has several lines, such as a traceback."""
    click.echo(harmless(text), err=err)


def print_json(answer: object) -> None:
    """Print an answer as JSON on one line; what would steer a terminal stands there as an escape."""
    click.echo(_STEERING.sub(_escaped, msgspec.json.encode(answer).decode()))


def print_raw(pieces: Iterable[bytes]) -> None:
    """Write a file's content to stdout: byte for byte into a file or a pipe, harmless on a terminal."""
    for piece in pieces:
        if sys.stdout.isatty():
            click.echo(harmless(piece.decode(errors="replace")), nl=False)
        else:
            sys.stdout.buffer.write(piece)
    sys.stdout.flush()


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
