from typing import Any

import marshmallow as ma
import pytest

from eights.web.faults import FieldFault, faults_in
from eights.web.fields import Anything, Body, Choice, Flag, Name, Part, QueryWhole, Several, Whole, Words


class Seat(Body):
    name = Name(required=True)


class Everything(Body):
    whole = Whole(0, 11)
    flag = Flag()
    word = Words(8, "^[a-z]+$")
    card = Words(2, "^[2-9][SHDC]$", says="not_a_card")
    name = Name()
    choice = Choice(("bot", "forfeit"))
    seats = Several(Part(Seat), most=2)
    rules = Anything()
    limit = QueryWhole(1, 100)
    nullable = Whole(0, 11, allow_none=True)


def faults(**fields: object) -> list[tuple[str, str]]:
    with pytest.raises(ma.ValidationError) as refused:
        Everything().load(fields)
    return [(fault.path, fault.code) for fault in faults_in(refused.value.messages)]


def accepted(**fields: object) -> Any:
    return Everything().load(fields)


@pytest.mark.parametrize("value", ["3", 2.7, 2.0, True, None, [3], {}, -1, 12, 10**30])
def test_nothing_but_a_whole_number_within_bounds_is_one(value: object) -> None:
    assert faults(whole=value) in ([("whole", "out_of_range")], [("whole", "not_null")])


@pytest.mark.parametrize("value", [0, 1, "true", "yes", 1.0, [], None])
def test_nothing_but_true_and_false_is_a_flag(value: object) -> None:
    assert faults(flag=value) in ([("flag", "not_a_boolean")], [("flag", "not_null")])


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (3, "not_a_text"),
        ("", "wrong_length"),
        ("a" * 9, "wrong_length"),
        ("A", "pattern_mismatch"),
        ("a\n", "pattern_mismatch"),
        ([], "not_a_text"),
    ],
)
def test_words_match_their_pattern_to_the_end(value: object, code: str) -> None:
    assert faults(word=value) == [("word", code)]


@pytest.mark.parametrize("value", ["10H", "8h", "H8", "", "8"])
def test_words_may_be_refused_in_words_of_their_own(value: str) -> None:
    assert faults(card=value) == [("card", "not_a_card")]


def test_a_name_is_one_that_shows() -> None:
    assert accepted(name="Benoît") == {"name": "Benoît"}
    assert faults(name="A\u202ena") == [("name", "not_a_name")]
    assert faults(name="Ana\n") == [("name", "not_a_name")]


def test_names_have_a_length() -> None:
    assert faults(name="") == [("name", "wrong_length")]
    assert faults(name="x" * 41) == [("name", "wrong_length")]


@pytest.mark.parametrize("value", ["Bot", 1, None, ["bot"]])
def test_a_choice_is_one_of_its_texts(value: object) -> None:
    assert faults(choice=value) in ([("choice", "not_one_of")], [("choice", "not_null")])


@pytest.mark.parametrize(("value", "code"), [({}, "not_a_list"), ("ab", "not_a_list"), ([{}] * 3, "too_many")])
def test_a_list_is_a_list_of_so_many(value: object, code: str) -> None:
    assert faults(seats=value) == [("seats", code)]


@pytest.mark.parametrize("value", ["1.5", "-1", "0", "101", "+5", " 5", "\u0665", "9" * 5000, "05", "1_0", 5])
def test_whole_numbers_in_queries_are_plain_digits(value: object) -> None:
    assert faults(limit=value) == [("limit", "out_of_range")]


def test_whole_numbers_in_queries_are_read() -> None:
    assert accepted(limit="100") == {"limit": 100}


def test_null_is_allowed_where_it_is_said() -> None:
    assert accepted(nullable=None) == {"nullable": None}


def test_every_fault_is_listed_with_its_path() -> None:
    assert sorted(faults(whole="3", rules=[], seats=[{"name": "Ana"}, {"nom": "Bo"}], more=1)) == [
        ("more", "unknown_field"),
        ("rules", "not_an_object"),
        ("seats.1.name", "missing_field"),
        ("seats.1.nom", "unknown_field"),
        ("whole", "out_of_range"),
    ]


@pytest.mark.parametrize("value", [[], "text", 3, None])
def test_a_body_is_an_object(value: object) -> None:
    with pytest.raises(ma.ValidationError) as refused:
        Everything().load(value)  # type: ignore[arg-type]  # what a caller may send
    assert list(faults_in(refused.value.messages)) == [FieldFault("", "not_an_object")]
