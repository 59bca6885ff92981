"""The sentences of the API: one TOML file per language, by the code of a problem or of a fault.

``[problems.<code>]`` has a ``title`` and a ``detail``; ``[faults]`` has a sentence per code. ``{names}`` in them are
filled from what the problem or fault speaks of.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, get_args

import msgspec

from eights.rules.text import Language

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a problem is called, and what it means."""

    title: str
    detail: str


class Messages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sentences in one language."""

    problems: dict[str, Sentence]
    faults: dict[str, str]


@cache
def messages(language: Language) -> Messages:
    """Return the sentences of a language, read once."""
    text = files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Messages)


def fill(sentence: str, values: Mapping[str, object]) -> str:
    """Put values into a sentence.

    >>> fill("Seat {seat} is taken.", {"seat": 2})
    'Seat 2 is taken.'
    """
    return sentence.format_map(values)
