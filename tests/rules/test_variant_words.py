"""What the variants say of themselves, in both languages."""

import re
from collections.abc import Iterator

import pytest

from eights.rules.catalogue import Variant, variant, variants
from eights.rules.text import Text

NAMES = tuple(variants())
MATCH_ENDS_AT = {
    name: each.rules.match.points
    for name, each in variants().items()
    if each.rules.match.type in ("points", "elimination")
}

SPOKEN = {
    "8": ("eight", "huit"),
    "2": ("two", "deux"),
    "A": ("ace", "as"),
    "7": ("seven", "sept"),
    "T": ("ten", "dix"),
    "J": ("jack", "valet"),
    "joker": ("joker", "joker"),
}


def texts(each: Variant) -> Iterator[Text]:
    """Go through everything that a variant says."""
    yield from (each.name, each.summary, each.source, each.prose)
    yield from (Text(*pair) for pair in zip(each.notes.en, each.notes.fr, strict=True))
    for option in each.options.values():
        yield from (option.name, option.summary)


@pytest.mark.parametrize("name", NAMES)
def test_everything_is_said_in_both_languages(name: str) -> None:
    for text in texts(variant(name)):
        assert text.en.strip()
        assert text.fr.strip()
        assert text.en != text.fr or text.en == "Survivor"
    assert variant(name).notes.en


@pytest.mark.parametrize("name", NAMES)
def test_french_is_set_as_french_is_set(name: str) -> None:
    for text in texts(variant(name)):
        assert "'" not in text.fr, "the apostrophe is ’"
        assert not re.search(r"[^\u202f\u00a0][;!?»]|[^\u00a0]:(?!/)|«[^\u00a0]", text.fr.replace("|:", "|"))
        assert not re.search(r"\b(tu|ton|tes|toi)\b", text.fr, re.IGNORECASE), "the player is vous"


@pytest.mark.parametrize("name", NAMES)
def test_the_prose_speaks_of_every_card_that_does_something(name: str) -> None:
    prose = variant(name).prose
    for selector in variant(name).rules.cards:
        english, french = SPOKEN[selector]
        assert re.search(rf"\b{english}s?\b", prose.en, re.IGNORECASE)
        assert re.search(rf"\b{french}s?\b", prose.fr, re.IGNORECASE)


@pytest.mark.parametrize(("name", "points"), MATCH_ENDS_AT.items())
def test_the_prose_says_where_the_match_ends(name: str, points: int) -> None:
    assert f"{points} points" in variant(name).prose.en
    assert f"{points} points" in variant(name).prose.fr


@pytest.mark.parametrize("name", NAMES)
def test_the_prose_says_what_the_costly_cards_cost(name: str) -> None:
    for points in set(variant(name).rules.points.values()):
        if points >= 10:
            assert re.search(rf"\b{points}\b", variant(name).prose.en)
            assert re.search(rf"\b{points}\b", variant(name).prose.fr)
