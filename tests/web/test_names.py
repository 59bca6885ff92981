import re

import pytest

from eights.web.fields import NAME_PATTERN
from eights.web.names import is_name

NAMES = [
    "Ana",
    "Benoît",
    "Benoi\u0302t",
    "D'Artagnan",
    "李",
    "🂡 Ace",
    "a  b",
    "Zoë & Max",
    "Nguyễn",
    "42",
    "!?",
    "❤\ufe0f",
    "👩\u200d❤\ufe0f\u200d👨",
    "👍🏽",
    "🇫🇷",
    "🩷",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "क्\u200dष",
    "ที่นี่",
    "שָׁלוֹם",
    "e\u0301\u0302\u0303\u0304",
]
NOT_NAMES = [
    *("", " ", " Ana", "Ana ", "A\0na", "Ana\n", "\t", "A\u202ena", "A\u200bna", "\ufeffAna", "A\x7fna", "A\x85na"),
    *("\u3164", "\u115f", "\uffa0", "\u2800", "\u034f", "\U000e0041", "\ufe0f", "\u180b", "\u17b4", "\U0001d173"),
    *("\U0001bca0", "\U00013430", "\U000f0000", "\U0001fffe", "\ufdd0", "\u0301", "\ue000", "\U0001d159", "\u3000"),
    *("Ana\u3164", "Ana\u034f", "Ana\U000e0041", "A\u2800a", "Ana\ufe0f", "🏴\U000e0067\U000e007f", "A\U000f0000"),
    *("e" + "\u0301" * 5, "e" + "\u0301" * 39, " \u0301", "a \u0301"),
    *(
        "A\u200dna",
        "A\u200cna",
        "\u200d",
        "❤\u200d",
        "\u200d❤",
        "❤\u200dA",
        "می\u200c",
        "❤\u200d\u200d❤",
        "❤\ufe0f\ufe0f",
    ),
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_are_what_people_are_called(name: str) -> None:
    assert is_name(name)
    assert re.search(NAME_PATTERN, name)


@pytest.mark.parametrize("text", NOT_NAMES, ids=ascii)
def test_what_does_not_show_is_no_part_of_a_name(text: str) -> None:
    assert not is_name(text)


def test_a_long_text_is_judged_at_once() -> None:
    assert not is_name("a\u0301 " * 20_000)
