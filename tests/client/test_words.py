"""What the commands say is there in every language, with the same blanks."""

import re
from pathlib import Path
from string import Formatter

import pytest

import eights
from eights.client.languages import LANGUAGES
from eights.client.words import texts

SOURCE = Path(eights.__file__).parent
TABLES = {name.partition(".")[0] for name in texts("en")}
NAMED = re.compile(rf'"((?:{"|".join(sorted(TABLES))})\.[a-z_]+)"')


def blanks(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


def test_the_texts_are_those_that_the_commands_name() -> None:
    named = {name for path in SOURCE.rglob("*.py") for name in NAMED.findall(path.read_text())}
    assert named == set(texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_blanks(language: str) -> None:
    spoken = next(texts(one) for one in LANGUAGES if one == language)
    assert {name: blanks(text) for name, text in spoken.items()} == {
        name: blanks(text) for name, text in texts("en").items()
    }
