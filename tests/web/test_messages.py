import re
import string

import pytest

from eights.rules.text import Language
from eights.rules.violations import VIOLATION_CODES
from eights.web.messages import LANGUAGES, messages
from eights.web.problems import STATUS


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_sentences_and_no_sentence_lacks_a_code(language: Language) -> None:
    assert messages(language).problems.keys() == STATUS.keys()


def test_both_languages_know_the_same_faults() -> None:
    assert messages("en").faults.keys() == messages("fr").faults.keys()


@pytest.mark.parametrize("code", STATUS)
def test_both_languages_say_the_same_of_a_problem(code: str) -> None:
    assert placeholders(messages("en").problems[code].detail) == placeholders(messages("fr").problems[code].detail)


@pytest.mark.parametrize("code", messages("en").faults)
def test_both_languages_say_the_same_of_a_fault(code: str) -> None:
    assert placeholders(messages("en").faults[code]) == placeholders(messages("fr").faults[code])


def test_every_refusal_of_the_rules_is_a_conflict() -> None:
    assert {STATUS[code] for code in VIOLATION_CODES} == {409}


def test_french_is_set_as_french_is() -> None:
    french = messages("fr")
    sentences = [
        *french.faults.values(),
        *(text for one in french.problems.values() for text in (one.title, one.detail)),
    ]
    assert [text for text in sentences if re.search(r"(?<!\u202f)[;?!]|[ \w]»|«[ \w]|'|(?<=\w) :", text)] == []


def test_what_is_said_of_several_kinds_of_things_speaks_of_none_of_them() -> None:
    """A player's profile that has changed is no game that has moved on."""
    for code in ("stale_version", "too_busy", "rate_limited_creations"):
        for language in LANGUAGES:
            said = messages(language).problems[code]
            assert not re.search("game|partie|match|tournament|player", f"{said.title} {said.detail}")
