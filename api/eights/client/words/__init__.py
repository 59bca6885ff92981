"""What the commands say, in the user's language: the texts are in ``en.toml`` and ``fr.toml`` beside this file."""

import os
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from eights.client.languages import Language, language_of

Words = Callable[..., str]
"""Given the name of a text and what fills its blanks, returns the text."""


@cache
def texts(language: Language) -> Mapping[str, str]:
    """Return all texts of a language by name, which is ``table.key``."""
    file = resources.files("eights.client.words").joinpath(f"{language}.toml")
    tables: Mapping[str, Mapping[str, str]] = tomllib.loads(file.read_text(encoding="utf-8"))
    return {f"{table}.{key}": text for table, entries in tables.items() for key, text in entries.items()}


def words_in(language: Language) -> Words:
    """Return the words of a language.

    >>> words_in("fr")("server.silent", reason="Connection reset")
    'pas de serveur : Connection reset'
    """
    known = texts(language)

    def words(name: str, /, **blanks: Any) -> str:
        return known[name].format(**blanks)

    return words


def words_here() -> Words:
    """Return the words of the language that the environment asks for."""
    return words_in(language_of(os.environ))
