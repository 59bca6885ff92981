from dataclasses import fields
from string import Formatter

import pytest

from eights.client.demo.phrases import PHRASES, Phrases
from eights.client.languages import LANGUAGES

SENTENCES = [field.name for field in fields(Phrases) if field.type in ("str", str) and field.name != "joker"]


def blanks(phrase: str) -> list[str]:
    return sorted(field for _, field, _, _ in Formatter().parse(phrase) if field)


def test_every_language_has_its_phrases() -> None:
    assert set(PHRASES) == set(LANGUAGES)
    assert all(PHRASES[language].language == language for language in LANGUAGES)


@pytest.mark.parametrize("name", SENTENCES)
def test_a_phrase_has_the_same_blanks_in_every_language(name: str) -> None:
    english, *others = (blanks(getattr(PHRASES[language], name)) for language in LANGUAGES)
    assert all(other == english for other in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_suit_has_a_name(language: str) -> None:
    phrases = next(phrases for phrases in PHRASES.values() if phrases.language == language)
    assert set(phrases.suits) == set("SHDC")
